import { sql, type Kysely } from 'kysely';
import { type DatabaseSchema, dropFieldIndexes } from '@cubit/database';

/** Longer than any request or transaction, so that writes in progress at the deletion are complete and can be purged. */
const GRACE_PERIOD_MS = 10 * 60_000;
const ROWS_PER_STEP = 1_000;

export interface UpkeepContext {
  readonly now: Date;
  /** Stops after the current step. */
  readonly signal?: AbortSignal;
}

/**
 * Deletes the rows of deleted workspaces from every table with a `workspace_id`, in short steps. May be interrupted and resumed,
 * also by several processes at once. Returns the number of purged workspaces.
 */
export async function purgeDeletedWorkspaces(
  db: Kysely<DatabaseSchema>,
  { now, signal }: UpkeepContext,
): Promise<number> {
  const deleted = await db
    .selectFrom('workspace')
    .select('id')
    .where('deleted_at', '<=', new Date(now.getTime() - GRACE_PERIOD_MS))
    .execute();
  if (deleted.length === 0) return 0;
  const tables = await workspaceTables(db);
  let purged = 0;
  for (const { id } of deleted) {
    await dropFieldIndexes(db, id);
    for (const table of tables) await purgeTable(db, { table, workspaceId: id, signal });
    if (signal?.aborted) return purged;
    await db.deleteFrom('workspace').where('id', '=', id).where('deleted_at', 'is not', null).execute();
    purged += 1;
  }
  return purged;
}

/** Reads the system catalogue, so that tables of modules are included. Lists partitions instead of partitioned tables. */
async function workspaceTables(db: Kysely<DatabaseSchema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    order by c.relname`.execute(db);
  return rows.map((row) => row.name);
}

interface TablePurge {
  readonly table: string;
  readonly workspaceId: string;
  readonly signal: AbortSignal | undefined;
}

async function purgeTable(db: Kysely<DatabaseSchema>, { table, workspaceId, signal }: TablePurge): Promise<void> {
  for (let removed = ROWS_PER_STEP; removed === ROWS_PER_STEP && !signal?.aborted;) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where workspace_id = ${workspaceId} and ctid in (
        select ctid from ${sql.table(table)} where workspace_id = ${workspaceId} limit ${sql.lit(ROWS_PER_STEP)}
      )`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
