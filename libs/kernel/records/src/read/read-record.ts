import { sql, type Kysely, type RawBuilder } from 'kysely';
import { oneOf, type Database, type DatabaseSchema } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';
import { RECORD_COLUMNS_SQL, type RecordRow } from './record-row.js';

const readTexts = new Map<string, string>();

/** The text of the statement is built once per kind, because this path is executed often. */
function readText({ partition, id }: RegisteredKind): string {
  let text = readTexts.get(id);
  if (text === undefined) {
    text = `select ${RECORD_COLUMNS_SQL} from ${partition} where workspace_id = $1 and kind = '${id}' and id = $2`;
    readTexts.set(id, text);
  }
  return text;
}

/** One record, live or in the trash; undefined if it does not exist. */
export async function readRecord(
  database: Database,
  kind: RegisteredKind,
  key: { readonly workspaceId: string; readonly id: string },
): Promise<RecordRow | undefined> {
  const [row] = await database.read<RecordRow>(readText(kind), [key.workspaceId, key.id]);
  return row;
}

export interface ReadMany {
  readonly workspaceId: string;
  /** Ids, or a subquery that returns ids. */
  readonly ids: readonly string[] | RawBuilder<unknown>;
  /** `update` locks the rows against writers; `delete` also against new references to them. */
  readonly lock?: 'update' | 'delete';
}

const LOCKS = { update: sql`for no key update`, delete: sql`for update` };

/**
 * The existing records, live or in the trash, in the order of their ids, so that two transactions which lock the
 * same rows do not deadlock.
 */
export async function readRecords(
  db: Kysely<DatabaseSchema>,
  kind: RegisteredKind,
  { workspaceId, ids, lock }: ReadMany,
): Promise<readonly RecordRow[]> {
  if (Array.isArray(ids) && ids.length === 0) return [];
  const among = Array.isArray(ids) ? oneOf('id', ids, 'uuid') : sql`id in ${ids}`;
  const locking = lock ? LOCKS[lock] : sql``;
  const { rows } = await sql<RecordRow>`select ${sql.raw(RECORD_COLUMNS_SQL)} from ${sql.table(kind.partition)}
    where workspace_id = ${workspaceId} and kind = ${sql.lit(kind.id)} and ${among} order by id ${locking}`.execute(db);
  return rows;
}
