import { customFieldOf } from '@cubit/database';
import {
  createShape,
  type CustomFieldName,
  type FieldDefinition,
  type RecordShape,
  type RegisteredKind,
  type RegisteredModule,
  type Registry,
  typeOfName,
  type WorkspaceSchema,
} from '@cubit/core/host';
import { type ModuleSecrets, NOTHING_STORED, type StoredSettings } from './module-secrets.js';

/** A definition as its row has it. */
type StoredDefinition = Omit<FieldDefinition, 'type'> & { readonly type: CustomFieldName };

/** The stored state of a workspace from which its schema is built. */
export interface WorkspaceState {
  readonly version: number;
  readonly modules: readonly (StoredSettings & { readonly module: string; readonly enabled: boolean })[];
  /** Of every kind, including those of disabled modules, in the order of their positions. */
  readonly definitions: readonly StoredDefinition[];
}

/** What the schemas of all workspaces are built with. */
export interface SchemaTools {
  readonly registry: Registry;
  readonly secrets: ModuleSecrets;
}

export function buildWorkspaceSchema(
  { registry, secrets }: SchemaTools,
  workspaceId: string,
  { version, modules, definitions }: WorkspaceState,
): WorkspaceSchema {
  const enabledNames = new Set(modules.filter((row) => row.enabled).map((row) => row.module));
  const stored = new Map(modules.map((row) => [row.module, row]));
  const enabled = [...registry.modules.values()].filter(
    (module) => module.definition.always === true || enabledNames.has(module.name),
  );
  const settings = new Map(
    enabled.map((module) => {
      return [module.name, secrets.reveal(module, stored.get(module.name) ?? NOTHING_STORED, workspaceId)];
    }),
  );
  const byKey = <Item>(pick: (module: RegisteredModule) => readonly Item[], key: (item: Item) => string) =>
    new Map(enabled.flatMap(pick).map((item) => [key(item), item]));
  return {
    version,
    modules: new Map(enabled.map((module) => [module.name, module])),
    settingsOf: (module) => settings.get(module) ?? {},
    kinds: shapesOf(enabled, definitions),
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

function shapesOf(
  enabled: readonly RegisteredModule[],
  definitions: readonly StoredDefinition[],
): ReadonlyMap<string, RecordShape> {
  const kinds = enabled.flatMap((module) => module.kinds);
  const ids = new Set(kinds.map((kind) => kind.id));
  const byKind = Map.groupBy(definitions, ({ kind }) => kind);
  const shapeOf = (kind: RegisteredKind) => {
    const own = byKind.get(kind.id);
    return own
      ? createShape(kind.definition, {
          custom: own.map((row) => customFieldOf({ ...row, type: typeOfName(row.type) })),
          kinds: ids,
          trees: kind.shape.trees,
        })
      : shapeAmong(kind, ids);
  };
  return new Map(kinds.map((kind) => [kind.id, shapeOf(kind)]));
}

const narrowed = new WeakMap<RegisteredKind, Map<string, RecordShape>>();

/** The kind with references only to `ids`. Workspaces with the same modules share it, with its compiled validators. */
function shapeAmong(kind: RegisteredKind, ids: ReadonlySet<string>): RecordShape {
  const missing = kind.shape.references.flatMap((reference) =>
    reference.kind === null || ids.has(reference.kind) ? [] : [reference.kind],
  );
  if (missing.length === 0) return kind.shape;
  const known = narrowed.get(kind) ?? new Map<string, RecordShape>();
  narrowed.set(kind, known);
  const key = missing.join();
  const shape = known.get(key) ?? createShape(kind.definition, { kinds: ids, trees: kind.shape.trees });
  known.set(key, shape);
  return shape;
}
