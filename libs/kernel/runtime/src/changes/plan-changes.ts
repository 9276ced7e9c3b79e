import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import {
  type FieldTransform,
  fieldTransform,
  fieldTypeOf,
  typeHolds,
  type RegisteredKind,
  type RegisteredModule,
} from '@cubit/core/host';
import { type DeclaredNames, type GoneNames, type NameUse } from './declared-names.js';
import { declaredData, type ModuleData, type StoredFields } from './module-data.js';
import type { KindDifference } from './kind-difference.js';
import { surveyRecords } from './survey-records.js';

type Db = Kysely<DatabaseSchema>;

/** The records of a kind, on their way from one version of its module to another. */
export interface PlannedKind {
  readonly kind: RegisteredKind;
  readonly from: string;
  readonly transform: FieldTransform;
  /** Null: the change is resumed, and they were counted before. */
  readonly records: number | null;
}

/** What a version of a module would change. */
export interface ModulePlan {
  readonly module: string;
  readonly from: string;
  readonly to: string;
  /** Identifies the plan: the same versions and declarations on the same records. */
  readonly hash: string;
  /** Kinds whose records change. */
  readonly kinds: readonly PlannedKind[];
  /** Views and wires that are rewritten, or that name what the version removes. */
  readonly uses: readonly NameUse[];
  /** Why the version is refused; empty if it is not. */
  readonly faults: readonly string[];
  readonly declared: ModuleData;
}

export interface PlanOptions {
  readonly db: Db;
  readonly module: RegisteredModule;
  readonly stored: ModuleData;
  /** Parts of the platform whose rows name fields, actions and events. */
  readonly names: readonly DeclaredNames[];
  /** The module is not of the program, whose releases change fields without a later version of the module. */
  readonly isOfPackage: boolean;
}

/** Compares what a module declares with what wrote its records. Reads records only of kinds whose rules differ. */
export async function planChanges(options: PlanOptions): Promise<ModulePlan> {
  const { module, stored } = options;
  const declared = declaredData(module);
  if (stored.plan !== null) return resumedPlan(module, { stored, declared, hash: stored.plan.hash });
  const isUnversioned = declared.version === stored.version;
  if (isUnversioned && !options.isOfPackage) return unversionedPlan(stored, declared, []);
  const faults: string[] = [];
  const kinds: PlannedKind[] = [];
  const gone = new Map<string, ReadonlySet<string>>();
  const retired = new Map<string, ReadonlySet<string>>();
  for (const kind of module.kinds) {
    const before = stored.kinds[kind.id];
    if (!before) continue;
    const difference = compareKind(kind, before, { from: stored.version, to: declared.version });
    gone.set(kind.id, difference.gone);
    retired.set(kind.id, difference.removed);
    if (!difference.isRelevant) continue;
    const survey = await surveyRecords(options.db, kind, difference);
    faults.push(...survey.faults, ...(await customFieldFaults(options.db, kind, difference.added)));
    if (difference.transform.isDeclared && survey.records > 0)
      kinds.push({ kind, from: stored.version, transform: difference.transform, records: survey.records });
  }
  faults.push(...(await goneKindFaults(options)));
  const ids = goneIds(options);
  const used = await usesOf(options, { fields: gone, ids });
  faults.push(
    ...used.map(({ what, workspace, name }) => {
      const remedy = name.includes(':') || name.includes('.') ? '`retires`' : '`rename` or `remove`';
      return `The ${what} of workspace '${workspace}' names '${name}', which version ${declared.version} does not have; declare it in ${remedy}.`;
    }),
  );
  if (isUnversioned) return unversionedPlan(stored, declared, faults);
  const uses = await usesOf(options, { fields: retired, ids: new Set() });
  const facts = [stored.module, stored.version, declared, kinds.map(({ kind, records }) => [kind.id, records])];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
  return { module: module.name, from: stored.version, to: declared.version, hash, kinds, uses, faults, declared };
}

/**
 * Other fields in the same version. What a module of the program lacks is of a later release, which may be replaced by this one again; one of a
 * package is being developed. The fields that it lacks stay part of what is stored.
 */
function unversionedPlan(stored: ModuleData, declared: ModuleData, faults: readonly string[]): ModulePlan {
  const kinds = Object.fromEntries(
    Object.entries({ ...stored.kinds, ...declared.kinds }).map(([id, fields]) => {
      return [id, { ...fields, properties: { ...stored.kinds[id]?.properties, ...fields.properties } }];
    }),
  );
  const names = [...new Set([...stored.names, ...declared.names])].sort();
  const { module, version } = declared;
  const both = { ...declared, kinds, names };
  const remedy = `Module '${module}' ${version} has other fields, actions or events than the ${version} that wrote its data; make it a later version for what follows.`;
  const told = faults.length > 0 ? [remedy, ...faults] : [];
  return { module, from: version, to: version, hash: '', kinds: [], uses: [], faults: told, declared: both };
}

/** The rest of a plan that was accepted. Some of the records are changed already, and are not surveyed again. */
function resumedPlan({ kinds, name }: RegisteredModule, { stored, declared, hash }: Resumed): ModulePlan {
  const planned = kinds.flatMap((kind): PlannedKind[] => {
    const transform = fieldTransform(kind.definition, stored.version, declared.version);
    const isPlanned = transform.isDeclared && Object.hasOwn(stored.kinds, kind.id);
    return isPlanned ? [{ kind, from: stored.version, transform, records: null }] : [];
  });
  const plan = { module: name, from: stored.version, to: declared.version, hash, kinds: planned, declared };
  return { ...plan, uses: [], faults: [] };
}
interface Resumed {
  readonly stored: ModuleData;
  readonly declared: ModuleData;
  readonly hash: string;
}

interface Versions {
  readonly from: string;
  readonly to: string;
}

function compareKind(kind: RegisteredKind, before: StoredFields, { from, to }: Versions): KindDifference {
  const transform = fieldTransform(kind.definition, from, to);
  const declared = (kind.definition.fields as unknown as StoredFields).properties;
  const required = new Set((kind.definition.fields as unknown as StoredFields).required ?? []);
  const wasRequired = new Set(before.required ?? []);
  const origins = new Map<string, string>();
  const gone = new Set<string>();
  const removed = new Set<string>();
  for (const name of Object.keys(before.properties)) {
    const now = transform.newNameOf(name);
    if (now === undefined) removed.add(name);
    else if (Object.hasOwn(declared, now)) origins.set(now, name);
    else gone.add(name);
  }
  const names = Object.keys(declared);
  const checked = new Set<string>();
  const incompatible = new Set<string>();
  for (const name of names) {
    const origin = origins.get(name);
    const old = origin === undefined ? undefined : before.properties[origin];
    const now = rulesOf(declared[name] ?? {});
    const isNew = old === undefined || (required.has(name) && !wasRequired.has(origin ?? ''));
    if (isNew || transform.written.has(name) || !isDeepStrictEqual(rulesOf(old), now)) checked.add(name);
    if (old && !transform.written.has(name) && referenceOf(old) !== referenceOf(declared[name] ?? {}))
      incompatible.add(name);
  }
  return {
    transform,
    checked,
    incompatible,
    added: names.filter((name) => !origins.has(name) || origins.get(name) !== name),
    gone,
    removed,
    isRelevant: transform.isDeclared || checked.size > 0 || gone.size > 0,
    version: to,
  };
}

/** Members of a schema that do not decide which values fit. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'examples', 'readOnly', 'x-ui', 'x-fixed', 'x-rollup']);

function rulesOf(schema: Readonly<Record<string, unknown>>): unknown {
  const rules = Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(rules)));
}

function referenceOf(schema: Readonly<Record<string, unknown>>): string {
  const type = fieldTypeOf(schema);
  return type !== undefined && typeHolds(type, 'record') ? `${type} ${String(schema['x-kind'])}` : '';
}

async function customFieldFaults(db: Db, kind: RegisteredKind, added: readonly string[]): Promise<string[]> {
  if (added.length === 0) return [];
  const { rows } = await sql<{ name: string; slug: string }>`select f.name, w.slug from field_definition f
    join workspace w on w.id = f.workspace_id where f.kind = ${kind.id} and f.name = any(${added}::text[]) order by w.slug`.execute(
    db,
  );
  return rows.map(
    ({ name, slug }) =>
      `Kind '${kind.id}' has the new field '${name}', which is a custom field of workspace '${slug}'; rename the custom field first.`,
  );
}

/** Kinds that the module no longer declares, but that have records. */
async function goneKindFaults({ db, module, stored }: PlanOptions): Promise<string[]> {
  const declared = new Set(module.kinds.map(({ id }) => id));
  const retires = new Set(module.definition.retires);
  const gone = Object.keys(stored.kinds).filter((id) => !declared.has(id) && !retires.has(id));
  if (gone.length === 0) return [];
  const { rows } = await sql<{ kind: string; count: number }>`select kind, count(*) as count from record
    where kind = any(${gone}::text[]) group by kind order by kind`.execute(db);
  return rows.map(
    ({ kind, count }) =>
      `Module '${module.name}' no longer has kind '${kind}', of which there are ${count} records; declare it, or name it in \`retires\`.`,
  );
}

function goneIds({ module, stored }: PlanOptions): ReadonlySet<string> {
  const declared = new Set(declaredData(module).names);
  const retires = new Set(module.definition.retires);
  return new Set(stored.names.filter((id) => !declared.has(id) && !retires.has(id)));
}

async function usesOf({ db, names }: PlanOptions, gone: GoneNames): Promise<readonly NameUse[]> {
  const isEmpty = gone.ids.size === 0 && [...gone.fields.values()].every((fields) => fields.size === 0);
  if (isEmpty) return [];
  return (await Promise.all(names.map((part) => part.uses(db, gone)))).flat();
}
