import { createShape, type RecordShape } from '../records/record-shape.js';
import { moduleSettings } from '../registry/module-settings.js';
import type { RegisteredKind, RegisteredModule } from '../registry/registered.js';
import type { Registry } from '../registry/registry.js';
import type { WorkspaceSchema } from './workspace-schema.js';

export interface ModuleRow {
  readonly module: string | null;
  readonly enabled: boolean | null;
  readonly settings: Record<string, unknown> | null;
}

export function buildWorkspaceSchema(registry: Registry, version: number, rows: readonly ModuleRow[]): WorkspaceSchema {
  const enabledNames = new Set(rows.filter((row) => row.enabled).map((row) => row.module));
  const stored = new Map(rows.map((row) => [row.module, row.settings]));
  const enabled = [...registry.modules.values()].filter(
    (module) => module.definition.always === true || enabledNames.has(module.name),
  );
  const settings = new Map(
    enabled.map((module) => [module.name, moduleSettings(module.definition, stored.get(module.name) ?? {})]),
  );
  const byKey = <Item>(pick: (module: RegisteredModule) => readonly Item[], key: (item: Item) => string) =>
    new Map(enabled.flatMap(pick).map((item) => [key(item), item]));
  return {
    version,
    modules: new Map(enabled.map((module) => [module.name, module])),
    settingsOf: (module) => settings.get(module) ?? {},
    kinds: shapesOf(enabled),
    actions: byKey(
      (module) => module.actions,
      (action) => action.id,
    ),
    events: byKey(
      (module) => module.events,
      (event) => event.name,
    ),
  };
}

function shapesOf(enabled: readonly RegisteredModule[]): ReadonlyMap<string, RecordShape> {
  const kinds = enabled.flatMap((module) => module.kinds);
  const ids = new Set(kinds.map((kind) => kind.id));
  return new Map(kinds.map((kind) => [kind.id, shapeAmong(kind, ids)]));
}

const narrowed = new WeakMap<RegisteredKind, Map<string, RecordShape>>();

/** The kind where only `ids` can be referred to. Workspaces with the same modules share it, and with it the compiled checks. */
function shapeAmong(kind: RegisteredKind, ids: ReadonlySet<string>): RecordShape {
  const missing = kind.shape.references.flatMap((reference) =>
    reference.kind === null || ids.has(reference.kind) ? [] : [reference.kind],
  );
  if (missing.length === 0) return kind.shape;
  const known = narrowed.get(kind) ?? new Map<string, RecordShape>();
  narrowed.set(kind, known);
  const key = missing.join();
  const shape = known.get(key) ?? createShape(kind.definition, { kinds: ids });
  known.set(key, shape);
  return shape;
}
