import { isDeepStrictEqual } from 'node:util';
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { RegisteredModule } from '@cubit/core/host';

type Db = Kysely<DatabaseSchema>;

/** Fields of a kind as JSON Schema. */
export interface StoredFields {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
}

/** A change that is under way: which kinds are done, and how far the next one is. */
export interface RunningPlan {
  readonly version: string;
  readonly hash: string;
  readonly done: readonly string[];
  readonly last: { readonly workspace: string; readonly id: string } | null;
}

/** What wrote the records of a module. */
export interface ModuleData {
  readonly module: string;
  readonly version: string;
  readonly kinds: Readonly<Record<string, StoredFields>>;
  /** Its actions and events. */
  readonly names: readonly string[];
  readonly plan: RunningPlan | null;
}

export async function readModuleData(db: Db): Promise<ReadonlyMap<string, ModuleData>> {
  const { rows } = await sql<ModuleData>`select module, version, kinds, names, plan from module_data`.execute(db);
  return new Map(rows.map((row) => [row.module, row]));
}

/** What a module declares, in the form that is stored. */
export function declaredData({ name, definition, kinds, actions, events }: RegisteredModule): ModuleData {
  return {
    module: name,
    version: definition.version,
    kinds: asStored(Object.fromEntries(kinds.map((kind) => [kind.id, fieldsOf(kind.definition.fields)]))),
    names: [...actions.map(({ id }) => id), ...events.map((event) => event.name)].sort(),
    plan: null,
  };
}

function fieldsOf(fields: object): StoredFields {
  const { properties, required = [] } = fields as StoredFields;
  return { properties, required };
}

/** JSON has neither `undefined` nor the marks of TypeBox. */
function asStored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

export function isSameData(one: ModuleData, other: ModuleData): boolean {
  return (
    one.version === other.version &&
    isDeepStrictEqual(one.kinds, other.kinds) &&
    isDeepStrictEqual([...one.names].sort(), other.names)
  );
}

/** Stores what modules declare as what wrote their records. Ends their plans. */
export async function storeModuleData(db: Db, modules: readonly ModuleData[], now: Date): Promise<void> {
  if (modules.length === 0) return;
  const at = now.toISOString();
  await sql`insert into module_data (module, version, kinds, names, plan, applied_at)
    select module, version, kinds, names, null, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(modules)}::json) as x(module text, version text, kinds jsonb, names jsonb)
    on conflict (module) do update set version = excluded.version, kinds = excluded.kinds, names = excluded.names, plan = null,
      applied_at = excluded.applied_at`.execute(db);
  const kinds = modules.flatMap(({ version, kinds: all }) =>
    Object.entries(all).map(([kind, schema]) => ({ kind, version, schema })),
  );
  await sql`insert into kind_schema (kind, module_version, schema, applied_at)
    select kind, version, schema, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(kinds)}::json) as x(kind text, version text, schema jsonb)
    on conflict (kind, module_version) do update set schema = excluded.schema, applied_at = excluded.applied_at`.execute(
    db,
  );
}
