import { sql } from 'kysely';
import type { Condition, FindOptions, Records, WriteOptions } from '../contract/context.js';
import type { AnyRecord, KindDefinition, RecordOf } from '../contract/kind.js';
import type { Transaction } from '../database/transaction.js';
import { notFound } from '../errors/cubit-error.js';
import type { RegisteredKind } from '../registry/registered.js';
import type { Registry } from '../registry/registry.js';
import type { WorkspaceSchema } from '../workspace/workspace-schema.js';
import { compact } from './compact.js';
import { fieldExpression } from './field-columns.js';
import { compileFilter } from './filter.js';
import { orderBy } from './keyset.js';
import { readRecords } from './read-record.js';
import { RECORD_COLUMNS_SQL, recordOf, type RecordRow } from './record-row.js';
import type { RecordWriter } from './record-writer.js';
import { parseSort } from './sort.js';
import { whereClause } from './where.js';

const FIND_LIMIT = 1_000;

interface ModuleRecordsOptions {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly workspaceId: string;
  readonly schema: WorkspaceSchema;
  readonly writer: RecordWriter;
  /** The action whose run writes; null for a hook of a plain request. */
  readonly action: string | null;
}

/** The records that module code is handed: `Records` on one transaction of one workspace. */
export function moduleRecords({ tx, registry, workspaceId, schema, writer, action }: ModuleRecordsOptions): Records {
  const registered = (kind: KindDefinition): RegisteredKind => {
    const found = registry.kinds.get(kind.id);
    if (!found || !schema.kinds.has(kind.id)) throw notFound(`Kind '${kind.id}'`);
    return found;
  };
  const shapeOf = (kind: RegisteredKind) => schema.kinds.get(kind.id) ?? kind.shape;
  const scope = (kind: RegisteredKind, where: object = {}) =>
    sql`workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and deleted_at is null and ${whereClause(shapeOf(kind), where as Record<string, Condition | undefined>, workspaceId)}`;

  // What this transaction has locked or written is handed back as it is now; the rest is read.
  const readMany = async (kind: RegisteredKind, ids: readonly string[]) => {
    const found = new Map<string, AnyRecord>();
    const open = ids.filter((id) => {
      const held = writer.held.get(id);
      if (held && held.kind === kind.id && held.deleted_at === null) found.set(id, held);
      return held === undefined;
    });
    const rows = await readRecords(tx.db, kind, { workspaceId, ids: open });
    for (const row of rows) if (row.deleted_at === null) found.set(row.id, recordOf(kind.id, row));
    return found;
  };

  const find = async (
    definition: KindDefinition,
    { where, filter, sort, limit = FIND_LIMIT, lock = false }: FindOptions<KindDefinition> = {},
  ) => {
    const kind = registered(definition);
    const filtered = filter === undefined ? sql`true` : compileFilter(shapeOf(kind), filter, tx.now);
    const { rows } = await sql<RecordRow>`select ${sql.raw(RECORD_COLUMNS_SQL)} from ${sql.table(kind.partition)}
      where ${scope(kind, where)} and (${filtered}) order by ${orderBy(parseSort(shapeOf(kind), sort))} limit ${limit} ${lock ? sql`for no key update` : sql``}`.execute(
      tx.db,
    );
    const records = rows.map((row) => recordOf(kind.id, row));
    if (!lock) return records;
    for (const record of records) writer.held.put(kind, record);
    return records;
  };

  const records = {
    knows: ({ id }: KindDefinition) => schema.kinds.has(id),
    async get(definition: KindDefinition, id: string) {
      const record = (await readMany(registered(definition), [id])).get(id);
      if (!record) throw notFound(definition.title[0]);
      return record;
    },
    getMany: (definition: KindDefinition, ids: readonly string[]) => readMany(registered(definition), ids),
    lock: (definition: KindDefinition, ids: readonly string[]) => writer.held.lock(registered(definition), ids),
    find,
    async count(definition: KindDefinition, where?: object) {
      const kind = registered(definition);
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(kind.partition)} where ${scope(kind, where)}`.execute(tx.db);
      return rows[0]?.count ?? 0;
    },
    async sum(
      definition: KindDefinition,
      field: string,
      { where, by }: { readonly where?: object; readonly by: string },
    ) {
      const kind = registered(definition);
      const expressionOf = (name: string) => {
        const known = shapeOf(kind).fields.get(name);
        if (!known) throw new Error(`Kind '${kind.id}' has no field '${name}'.`);
        return fieldExpression(known);
      };
      const { rows } = await sql<{
        key: string | null;
        total: string;
      }>`select ${expressionOf(by)} as key, sum(${expressionOf(field)})::text as total
        from ${sql.table(kind.partition)} where ${scope(kind, where)} group by 1`.execute(tx.db);
      return new Map(
        rows.flatMap(({ key, total }): [string, number][] =>
          key === null || total === null ? [] : [[String(key), Number(total)]],
        ),
      );
    },
    async create(definition: KindDefinition, fields: object, options: WriteOptions = {}) {
      const [record] = await writer.create(
        registered(definition),
        [{ ...options, fields: fields as Record<string, unknown> }],
        action,
      );
      return record as AnyRecord;
    },
    createMany: (
      definition: KindDefinition,
      items: readonly (WriteOptions & { readonly fields: object; readonly tags?: readonly string[] })[],
    ) =>
      items.length === 0
        ? Promise.resolve([])
        : writer.create(
            registered(definition),
            items.map((item) => ({ ...item, fields: item.fields as Record<string, unknown> })),
            action,
          ),
    async update(definition: KindDefinition, id: string, fields: object, options: WriteOptions = {}) {
      const [record] = await writer.update(
        registered(definition),
        [{ ...options, id, change: (before) => patched(before, fields) }],
        action,
      );
      return record as AnyRecord;
    },
    updateMany: (
      definition: KindDefinition,
      patches: readonly (WriteOptions & { readonly id: string; readonly fields: object })[],
    ) =>
      patches.length === 0
        ? Promise.resolve([])
        : writer.update(
            registered(definition),
            patches.map(({ fields, ...patch }) => ({
              ...patch,
              change: (before: AnyRecord) => patched(before, fields),
            })),
            action,
          ),
    async updateEach(definition: KindDefinition, ids: readonly string[], change: (record: AnyRecord) => object) {
      if (ids.length === 0) return [];
      const kind = registered(definition);
      const held = await writer.held.lock(kind, ids);
      const items = [...held.keys()].map((id) => ({
        id,
        change: (before: AnyRecord) => patched(before, change(before)),
      }));
      return items.length === 0 ? [] : writer.update(kind, items, action);
    },
    async heldByOthers(definition: KindDefinition, ids: readonly string[]) {
      if (ids.length === 0) return new Set();
      const { rows } = await sql<{ target_id: string }>`select distinct target_id from record_reference
        where workspace_id = ${workspaceId} and target_kind = ${sql.lit(registered(definition).id)} and target_id = any(${ids}::uuid[])
          and on_delete = 'restrict' and not source_id = any(${ids}::uuid[])`.execute(tx.db);
      return new Set(rows.map((row) => row.target_id));
    },
    remove: (definition: KindDefinition, ids: readonly string[], options: WriteOptions = {}) =>
      ids.length === 0
        ? Promise.resolve()
        : writer.remove(
            registered(definition),
            ids.map((id) => ({ ...options, id })),
            action,
          ),
  };
  // Every method is generic over the kind in the contract; here kinds are looked up by id, so the records are of the type asked for.
  return records as unknown as Records;
}

/** `undefined` leaves, `null` removes, anything else replaces. */
function patched(before: RecordOf<KindDefinition>, fields: object): Readonly<Record<string, unknown>> {
  return { ...(before.fields as Record<string, unknown>), ...compact(fields) };
}
