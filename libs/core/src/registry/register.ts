import type { EventDefinition } from '../contract/event.js';
import type { AnyAction, AnyKind, ModuleDefinition } from '../contract/module.js';
import { createShape, type RecordTree } from './record-shape.js';
import type {
  RegisteredAction,
  RegisteredEvent,
  RegisteredKind,
  RegisteredModule,
  RegisteredSweep,
  RegisteredUpgrade,
} from './registered.js';

const localName = (id: string) => id.slice(id.indexOf(':') + 1);

export function camelCase(local: string): string {
  return local.replace(/[_-]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

function partitionOf(module: string, kind: string): string {
  return `record_${module.replaceAll('-', '_')}_${localName(kind)}`;
}

/** The kinds whose records form trees. */
export function treesOf(modules: readonly ModuleDefinition[]): ReadonlyMap<string, RecordTree> {
  return new Map(
    modules.flatMap(({ name, kinds = [] }) =>
      kinds.flatMap(({ id, parent: declared, ui }) => {
        const parent = declared ?? ui?.parent;
        return parent === undefined ? [] : [[id, { partition: partitionOf(name, id), parent }] as const];
      }),
    ),
  );
}

export function registerKind(
  module: string,
  definition: AnyKind,
  trees: ReadonlyMap<string, RecordTree>,
): RegisteredKind {
  const local = localName(definition.id);
  return {
    definition,
    id: definition.id,
    module,
    local,
    idKey: `${camelCase(local)}Id`,
    partition: partitionOf(module, definition.id),
    shape: createShape(definition, { trees }),
  };
}

export function registerAction(module: string, definition: AnyAction): RegisteredAction {
  return { definition, id: definition.id, module, local: localName(definition.id) };
}

export function registerEvent(module: string, definition: EventDefinition): RegisteredEvent {
  const records = Object.entries(definition.payload.properties).flatMap(([key, schema]) => {
    const kind = (schema as { 'x-kind'?: string })['x-kind'];
    return kind === undefined ? [] : [{ key, kind }];
  });
  return { definition, name: definition.name, module, records };
}

export function registerSweeps({ definition, name, kinds }: RegisteredModule): RegisteredSweep[] {
  return (definition.sweeps ?? []).flatMap((sweep) => {
    const kind = kinds.find(({ id }) => id === sweep.kind.id);
    return kind ? [{ definition: sweep, key: `${name}.${sweep.id}`, owner: definition, kind }] : [];
  });
}

/** Sorts upgrades so that each runs after those that it names. Upgrades of kinds that are not installed are dropped. */
export function registerUpgrades(
  modules: readonly RegisteredModule[],
  kinds: ReadonlyMap<string, RegisteredKind>,
): readonly RegisteredUpgrade[] {
  let open = modules.flatMap(({ definition: { upgrades = [] }, name }) =>
    upgrades.flatMap((definition): RegisteredUpgrade[] => {
      const kind = kinds.get(definition.kind.id);
      return kind ? [{ definition, id: `${name}:${definition.id}`, module: name, kind }] : [];
    }),
  );
  const ordered: RegisteredUpgrade[] = [];
  while (open.length > 0) {
    const waiting = new Set(open.map(({ id }) => id));
    const next = open.filter(({ definition: { after = [] } }) => !after.some((id) => waiting.has(id)));
    if (next.length === 0)
      throw new Error(
        `The upgrades ${[...waiting].map((id) => `'${id}'`).join(', ')} depend on each other in a cycle.`,
      );
    ordered.push(...next);
    open = open.filter((upgrade) => !next.includes(upgrade));
  }
  return ordered;
}
