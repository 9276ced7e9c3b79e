import { type AnyAction, type AnyKind, CONTRACT_VERSION, type ModuleDefinition } from '../contract/module.js';
import { initialStates, sweepName } from '../contract/lifecycle.js';
import semver from 'semver';
import { checkChanges } from './check-changes.js';
import { checkChildren } from './check-children.js';
import { checkConnectors } from './check-connectors.js';
import { checkHints } from './check-hints.js';
import type { HintTargets } from './hint-faults.js';
import { checkJobs } from './check-jobs.js';
import { checkKeyed } from './check-keyed.js';
import { checkNotifications } from './check-notifications.js';
import { checkPermissions } from './check-permissions.js';
import { checkReactions } from './check-reactions.js';
import { checkSchemas } from './check-schemas.js';
import { checkSettings } from './check-settings.js';
import { READ_SCOPE } from './read-scope.js';

const MODULE_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const LOCAL_NAME = /^[a-z][a-z0-9_]*$/;
const FIELD_NAME = /^[a-z][a-z0-9_]{0,62}$/;
const EVENT_NAME = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/;
const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
/** Columns of every record: a field with the same name would be ambiguous in filters and sorts. */
export const RECORD_COLUMNS = [
  'id',
  'kind',
  'title',
  'tags',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'deleted_at',
];

/** Modules of the product, whose schemas and examples its specs check: that takes half of all checks at a start. */
export type CheckedModules = ReadonlySet<ModuleDefinition>;
const NONE: CheckedModules = new Set();

/** All faults of a set of modules. Each message names both parties and a remedy. Empty if there are none. */
export function checkModules(modules: readonly ModuleDefinition[], checked = NONE): string[] {
  return [...faultsByModule(modules, checked).values()].flat();
}

/**
 * The faults of each module that has some. What two modules both declare is a fault of the later one. The schemas and examples
 * of `checked` modules are not looked at.
 */
export function faultsByModule(
  modules: readonly ModuleDefinition[],
  checked = NONE,
): ReadonlyMap<ModuleDefinition, readonly string[]> {
  const known = declaredNames(modules);
  const hintTargets: HintTargets = {
    modules: known.modules,
    kinds: new Map(modules.flatMap(({ kinds = [] }) => kinds.map((kind) => [kind.id, kind]))),
    actions: known.actions,
  };
  const duplicates = duplicateIds(modules);
  const faults = modules.map((module, index) => [
    ...(modules.findIndex(({ name }) => name === module.name) < index
      ? [`Two modules are named '${module.name}'; rename or leave out one.`]
      : []),
    ...duplicates.filter(({ owner }) => owner === module).map(({ message }) => message),
    ...checkModule(module, known),
    ...(module.kinds ?? []).flatMap((kind) => checkKind(module, kind, known)),
    ...(module.kinds ?? []).flatMap((kind) => checkChildren(kind, hintTargets.kinds)),
    ...(module.actions ?? []).flatMap((action) => checkAction(module, action, known)),
    ...checkReactions(module, known),
    ...checkConnectors(module, known),
    ...checkJobs(module),
    ...checkKeyed(module),
    ...checkPermissions(module),
    ...(checked.has(module) ? [] : checkSchemas(module)),
    ...checkSettings(module),
    ...checkNotifications(module),
    ...checkHints(module, hintTargets),
    ...checkChanges(module),
  ]);
  return new Map(
    modules.flatMap((module, index) => {
      const own = faults[index] ?? [];
      return own.length > 0 ? [[module, own] as const] : [];
    }),
  );
}

interface DeclaredNames {
  readonly modules: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, string>;
  readonly events: ReadonlyMap<string, string>;
  readonly actions: ReadonlySet<string>;
}

function declaredNames(modules: readonly ModuleDefinition[]): DeclaredNames {
  const owned = <Item>(pick: (module: ModuleDefinition) => readonly Item[] | undefined, key: (item: Item) => string) =>
    new Map(
      modules.flatMap((module) => (pick(module) ?? []).map((item): [string, string] => [key(item), module.name])),
    );
  return {
    modules: new Set(modules.map((module) => module.name)),
    kinds: owned(
      (module) => module.kinds,
      (kind) => kind.id,
    ),
    events: owned(
      (module) => module.events,
      (event) => event.name,
    ),
    actions: new Set(
      owned(
        (module) => module.actions,
        (action) => action.id,
      ).keys(),
    ),
  };
}

function checkModule(module: ModuleDefinition, known: DeclaredNames): string[] {
  const { name } = module;
  const faults: string[] = [];
  if (!MODULE_NAME.test(name))
    faults.push(`Module '${name}' has no usable name; name it in lower-case letters, digits and dashes.`);
  if (!VERSION.test(module.version))
    faults.push(`Module '${name}' has version '${module.version}'; write a semantic version such as 1.0.0.`);
  if (!semver.satisfies(CONTRACT_VERSION, module.contract))
    faults.push(
      `Module '${name}' is written for contract ${module.contract}, this kernel has ${CONTRACT_VERSION}; install a version of '${name}' made for it.`,
    );
  for (const needed of module.requires ?? [])
    if (!known.modules.has(needed))
      faults.push(
        `Module '${name}' requires module '${needed}', which is not installed; install '${needed}' or leave out '${name}'.`,
      );
  for (const event of module.events ?? []) {
    const owner = event.name.split('.')[0];
    if (!EVENT_NAME.test(event.name))
      faults.push(`Module '${name}' declares event '${event.name}'; name it in the form '${name}.<thing>.<verb>'.`);
    else if (owner !== name)
      faults.push(`Module '${name}' declares event '${event.name}', owned by '${owner}'; name it '${name}.…'.`);
  }
  for (const scope of module.scopes ?? [])
    if (!scope.id.startsWith(`${name}:`))
      faults.push(`Module '${name}' declares scope '${scope.id}'; name it '${name}:<what>'.`);
    else if (scope.id === READ_SCOPE.id)
      faults.push(`Module '${name}' declares scope '${scope.id}', which is the kernel's; name it differently.`);
  for (const code of Object.keys(module.errors?.entries ?? {}))
    if (!code.startsWith(`${name.replaceAll('-', '_')}_`))
      faults.push(`Module '${name}' declares error code '${code}'; name it '${name.replaceAll('-', '_')}_<what>'.`);
  return faults;
}

function checkKind(module: ModuleDefinition, kind: AnyKind, known: DeclaredNames): string[] {
  const { name } = module;
  const faults: string[] = [];
  const fields = kind.fields.properties as Record<string, { readonly 'x-kind'?: string; readonly 'x-fixed'?: boolean }>;
  const names = new Set(Object.keys(fields));
  const [owner, local = ''] = kind.id.split(':');
  if (owner !== name || !LOCAL_NAME.test(local))
    faults.push(`Module '${name}' declares kind '${kind.id}'; name it '${name}:<lower_case>'.`);
  if (!kind.titleField && !kind.titleOf)
    faults.push(`Kind '${kind.id}' has neither titleField nor titleOf; add one, because a record needs a title.`);
  for (const field of names) {
    if (!FIELD_NAME.test(field))
      faults.push(`Kind '${kind.id}' has field '${field}'; name it in lower-case letters, digits and underscores.`);
    if (RECORD_COLUMNS.includes(field) && !(field === 'title' && kind.titleField === 'title'))
      faults.push(`Kind '${kind.id}' has field '${field}', which every record has itself; name it differently.`);
  }
  const mentioned = [kind.titleField ?? [], kind.search ?? [], kind.index ?? [], kind.unique ?? []].flat(2) as string[];
  for (const field of mentioned)
    if (!names.has(field))
      faults.push(
        `Kind '${kind.id}' mentions field '${field}', which it does not have; add the field, or correct the name.`,
      );
  for (const [field, schema] of Object.entries(fields)) {
    const target = schema['x-kind'];
    if (target === undefined) continue;
    const targetOwner = target.split(':')[0] ?? '';
    // A reference to a module that is not installed is optional; a kind that an installed module lacks is a mistake.
    if (known.modules.has(targetOwner) && !known.kinds.has(target))
      faults.push(
        `Field '${field}' of kind '${kind.id}' refers to kind '${target}', which module '${targetOwner}' does not declare; correct the name.`,
      );
  }
  if (kind.keepDays !== undefined && (kind.access !== 'read-only' || kind.keepDays <= 0))
    faults.push(`Kind '${kind.id}' is kept for ${String(kind.keepDays)} days; make it read-only, and at least one.`);
  const lockAfter = kind.lockAfter as string | undefined;
  if (lockAfter !== undefined && (!fields[lockAfter]?.['x-kind'] || fields[lockAfter]['x-fixed'] !== true))
    faults.push(`Kind '${kind.id}' is locked after field '${lockAfter}'; make it a fixed reference to one record.`);
  for (const event of [...Object.values(kind.events ?? {}), ...(kind.emits ?? [])])
    if (known.events.get(event.name) !== name)
      faults.push(
        `Kind '${kind.id}' emits event '${event.name}', which module '${name}' does not declare; add it to its events.`,
      );
  return [...faults, ...checkLifecycle(module, kind, known)];
}

function checkLifecycle(module: ModuleDefinition, kind: AnyKind, known: DeclaredNames): string[] {
  const { lifecycle } = kind;
  if (!lifecycle) return [];
  const states = new Set(Object.keys(lifecycle.states));
  const sweeps = new Set((module.sweeps ?? []).map(({ id }) => sweepName(id)));
  const faults: string[] = [];
  if (!(lifecycle.field in kind.fields.properties))
    faults.push(
      `The lifecycle of kind '${kind.id}' is of field '${lifecycle.field}', which it does not have; add the field, or correct the name.`,
    );
  for (const state of initialStates(lifecycle))
    if (!states.has(state))
      faults.push(
        `The lifecycle of kind '${kind.id}' starts in '${state}', which is not one of its states; add the state, or correct the name.`,
      );
  for (const [from, { to }] of Object.entries(lifecycle.states))
    for (const [target, by] of Object.entries(to)) {
      if (!states.has(target))
        faults.push(
          `The lifecycle of kind '${kind.id}' leads from '${from}' to '${target}', which is not one of its states; add the state, or correct the name.`,
        );
      const unknown = (by === 'direct' ? [] : by).filter((action) => !known.actions.has(action) && !sweeps.has(action));
      faults.push(
        ...unknown.map(
          (action) =>
            `The lifecycle of kind '${kind.id}' names action '${action}', which no module declares; correct the name.`,
        ),
      );
    }
  return faults;
}

function checkAction(module: ModuleDefinition, action: AnyAction, known: DeclaredNames): string[] {
  const { name } = module;
  const faults: string[] = [];
  const [owner, local = ''] = action.id.split(':');
  if (owner !== name || !LOCAL_NAME.test(local))
    faults.push(`Module '${name}' declares action '${action.id}'; name it '${name}:<verb>'.`);
  const targets = Array.isArray(action.appliesTo) ? (action.appliesTo as readonly AnyKind[]) : [];
  for (const kind of targets) {
    const targetOwner = kind.id.split(':')[0] ?? '';
    if (known.modules.has(targetOwner) && !known.kinds.has(kind.id))
      faults.push(
        `Action '${action.id}' applies to kind '${kind.id}', which module '${targetOwner}' does not declare; correct the name.`,
      );
  }
  for (const event of action.emits as readonly { readonly name: string }[])
    if (known.events.get(event.name) !== name)
      faults.push(
        `Action '${action.id}' emits event '${event.name}', which module '${name}' does not declare; add it to its events.`,
      );
  if (action.undoneBy !== undefined && !known.actions.has(action.undoneBy))
    faults.push(`Action '${action.id}' is undone by '${action.undoneBy}', which no module declares; correct the name.`);
  return faults;
}

/** What is declared twice, as a fault of the later module. */
function duplicateIds(modules: readonly ModuleDefinition[]): readonly DuplicateFault[] {
  const lists: readonly (readonly [string, (module: ModuleDefinition) => readonly string[]])[] = [
    ['kind', ({ kinds = [] }) => kinds.map(({ id }) => id)],
    ['action', ({ actions = [] }) => actions.map(({ id }) => id)],
    ['event', ({ events = [] }) => events.map(({ name }) => name)],
    ['job', ({ jobs = [] }) => jobs.map(({ id }) => id)],
    ['scope', ({ scopes = [] }) => scopes.map(({ id }) => id)],
    ['connector', ({ connectors = [] }) => connectors.map(({ id }) => id)],
    ['channel', ({ channels = [] }) => channels.map(({ type }) => type)],
    ['operation', operationsOf],
  ];
  return lists.flatMap(([what, idsOf]) => {
    const entries = modules.flatMap((module) => idsOf(module).map((id) => ({ id, module })));
    return [...Map.groupBy(entries, ({ id }) => id)].flatMap(([id, owners]): DuplicateFault[] => {
      const owner = owners.at(-1)?.module;
      if (owner === undefined || owners.length === 1) return [];
      const names = owners.map(({ module }) => `'${module.name}'`).join(' and ');
      return [{ owner, message: `The ${what} '${id}' is declared twice, by ${names}; rename one.` }];
    });
  });
}
interface DuplicateFault {
  readonly owner: ModuleDefinition;
  readonly message: string;
}

/** Of the routes that the module declares itself; those of its kinds and actions are named by their ids. */
function operationsOf({ routes = [] }: ModuleDefinition): readonly string[] {
  return (routes as readonly unknown[] as readonly { readonly operationId: string }[]).map(
    ({ operationId }) => operationId,
  );
}
