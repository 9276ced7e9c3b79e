import { sql, type RawBuilder } from 'kysely';
import type {
  AnyRecord,
  Condition,
  FindOptions,
  RecordShape,
  RegisteredKind,
  Registry,
  WorkspaceSchema,
} from '@cubit/core/host';
import { type KindDefinition, notFound } from '@cubit/core';
import { oneOf, fieldExpression, type Transaction } from '@cubit/database';
import { compileFilter } from '../read/filter.js';
import { orderBy } from '../read/keyset.js';
import { readRecords } from '../read/read-record.js';
import { RECORD_COLUMNS_SQL, recordOf, type RecordRow } from '../read/record-row.js';
import { parseSort } from '../read/sort.js';
import { readsReferences, whereClause } from '../read/where.js';
import type { LockedRecords } from './locked-records.js';

const FIND_LIMIT = 1_000;

/** The transaction that module code reads records in. */
export interface ReadScope {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly workspaceId: string;
  readonly schema: WorkspaceSchema;
  readonly locked: LockedRecords;
  /** Throws if the module may not use the kind in this way. */
  readonly allow: (kind: string, access: 'read' | 'write') => void;
  /** Writes references that are not in their table yet. Called before each read that goes by the table. */
  readonly beforeReferences: () => void;
}

/** The registered kind; `404 not_found` if the workspace does not have it. */
export function kindIn(
  { registry, schema, allow }: ReadScope,
  { id }: KindDefinition,
  access: 'read' | 'write' = 'read',
): RegisteredKind {
  allow(id, access);
  const kind = registry.kinds.get(id);
  if (!kind || !schema.kinds.has(id)) throw notFound(`Kind '${id}'`);
  return kind;
}

/** Live records by id. Those that this transaction has locked or written are not read again. */
export async function readMany(
  scope: ReadScope,
  definition: KindDefinition,
  ids: readonly string[],
): Promise<Map<string, AnyRecord>> {
  const { tx, workspaceId, locked } = scope;
  const kind = kindIn(scope, definition);
  const found = new Map<string, AnyRecord>();
  const unknown = ids.filter((id) => {
    const record = locked.get(id);
    if (record && record.kind === kind.id && record.deleted_at === null) found.set(id, record);
    return record === undefined;
  });
  const rows = await readRecords(tx.db, kind, { workspaceId, ids: unknown });
  for (const row of rows) if (row.deleted_at === null) found.set(row.id, recordOf(kind.id, row));
  return found;
}

export async function findRecordsWhere(
  scope: ReadScope,
  definition: KindDefinition,
  { where, filter, sort, limit = FIND_LIMIT, lock = false }: FindOptions<KindDefinition> = {},
): Promise<readonly AnyRecord[]> {
  const { tx, workspaceId, locked } = scope;
  const kind = kindIn(scope, definition);
  const shape = shapeOf(scope, kind);
  const condition = await conditionOf(scope, kind, where);
  const filtered = filter === undefined ? sql`true` : compileFilter(shape, filter, { now: tx.now, workspaceId });
  const { rows } = await sql<RecordRow>`select ${sql.raw(RECORD_COLUMNS_SQL)} from ${sql.table(kind.partition)}
    where ${condition} and (${filtered}) order by ${orderBy(parseSort(shape, sort))} limit ${limit} ${lock ? sql`for no key update` : sql``}`.execute(
    tx.db,
  );
  const records = rows.map((row) => recordOf(kind.id, row));
  if (lock) for (const record of records) locked.put(kind, record);
  return records;
}

export async function countRecords(scope: ReadScope, definition: KindDefinition, where?: object): Promise<number> {
  const kind = kindIn(scope, definition);
  const condition = await conditionOf(scope, kind, where);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(kind.partition)}
    where ${condition}`.execute(scope.tx.db);
  return rows[0]?.count ?? 0;
}

/** Sums of `field`, by the values of the field `by`. */
export async function sumRecords(
  scope: ReadScope,
  definition: KindDefinition,
  { field, where, by }: { readonly field: string; readonly where?: object | undefined; readonly by: string },
): Promise<ReadonlyMap<string, number>> {
  const kind = kindIn(scope, definition);
  const expressionOf = (name: string) => {
    const known = shapeOf(scope, kind).fields.get(name);
    if (!known) throw new TypeError(`Kind '${kind.id}' has no field '${name}'.`);
    return fieldExpression(known);
  };
  const condition = await conditionOf(scope, kind, where);
  const { rows } = await sql<{
    key: string | null;
    total: string;
  }>`select ${expressionOf(by)} as key, sum(${expressionOf(field)})::text as total
    from ${sql.table(kind.partition)} where ${condition} group by 1`.execute(scope.tx.db);
  return new Map(
    rows.flatMap(({ key, total }): [string, number][] =>
      key === null || total === null ? [] : [[String(key), Number(total)]],
    ),
  );
}

/** The ids to which other records have restricting references, as stored before this transaction. */
export async function idsInUse(
  scope: ReadScope,
  definition: KindDefinition,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  scope.beforeReferences();
  const { rows } = await sql<{ target_id: string }>`select distinct target_id from record_reference
    where workspace_id = ${scope.workspaceId} and target_kind = ${sql.lit(kindIn(scope, definition).id)} and ${oneOf('target_id', ids, 'uuid')}
      and on_delete = 'restrict' and not ${oneOf('source_id', ids, 'uuid')}`.execute(scope.tx.db);
  return new Set(rows.map((row) => row.target_id));
}

function shapeOf({ schema }: ReadScope, kind: RegisteredKind): RecordShape {
  return schema.kinds.get(kind.id) ?? kind.shape;
}

async function conditionOf(scope: ReadScope, kind: RegisteredKind, where: object = {}): Promise<RawBuilder<unknown>> {
  const { workspaceId } = scope;
  const shape = shapeOf(scope, kind);
  const conditions = where as Record<string, Condition | undefined>;
  if (readsReferences(shape, conditions)) scope.beforeReferences();
  // Every row of a partition is of its kind; only the primary key, by which ids are found, needs the kind.
  const own = 'id' in conditions ? sql`kind = ${sql.lit(kind.id)} and deleted_at is null` : sql`deleted_at is null`;
  return sql`workspace_id = ${workspaceId} and ${own} and ${whereClause(shape, conditions, workspaceId)}`;
}
