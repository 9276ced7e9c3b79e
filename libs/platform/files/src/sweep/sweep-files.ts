import { sql } from 'kysely';
import { NIL } from 'uuid';
import { DAY_MS, isCubitError } from '@cubit/core';
import { FILE_TARGET } from '@cubit/records';
import type { Database } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import { deleteFile, removeContent } from '../file/delete-file.js';
import type { BlobKey, BlobStore } from '../store/blob-store.js';
import type { Spool } from '../upload/spool.js';

export interface SweepOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly spool: Spool;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** How long an unreferenced file is kept after it is first found: time to attach an uploaded file, or to undo. */
const UNUSED_RETENTION_MS = 7 * DAY_MS;
/** Longer than any upload or transaction. Younger bytes without a file may belong to an upload in progress. */
const YOUNG_MS = 2 * 3_600_000;
const ROWS_PER_STEP = 1_000;

/** Removes unreferenced files, unused contents, and uploads that killed processes left in the spool, in small steps. */
export async function sweepFiles(sweeping: SweepOptions): Promise<void> {
  await sweeping.spool.sweep(sweeping.now());
  await markUnused(sweeping);
  await deleteUnused(sweeping);
  await removeUnusedContents(sweeping);
}

/** Sets `unused_since` of files that nothing refers to, and clears it if something does again. Records in the trash count as references. */
async function markUnused({ database, now, signal }: SweepOptions): Promise<void> {
  let last = { workspace_id: NIL, id: NIL };
  while (!signal.aborted) {
    const { rows } = await sql<typeof last & { changed: number }>`
      with page as (
        select workspace_id, id, attached_kind, attached_id from file
        where (workspace_id, id) > (${last.workspace_id}::uuid, ${last.id}::uuid) order by workspace_id, id limit ${ROWS_PER_STEP}
      ), judged as (
        select p.workspace_id, p.id,
          exists (select 1 from record r where r.workspace_id = p.workspace_id and r.kind = p.attached_kind and r.id = p.attached_id)
          or exists (select 1 from record_reference r where r.workspace_id = p.workspace_id and r.target_id = p.id and r.target_kind = ${FILE_TARGET}) as held
        from page p
      ), marked as (
        update file f set unused_since = case when j.held then null else ${now()}::timestamptz end from judged j
        where f.workspace_id = j.workspace_id and f.id = j.id and j.held = (f.unused_since is not null)
      )
      select workspace_id, id from page order by workspace_id desc, id desc limit 1`.execute(database.db);
    if (!rows[0]) return;
    last = rows[0];
  }
}

async function deleteUnused({ database, store, log, now, signal }: SweepOptions): Promise<void> {
  const before = new Date(now().getTime() - UNUSED_RETENTION_MS);
  const { rows } = await sql<{ workspace_id: string; id: string }>`
    select workspace_id, id from file where unused_since < ${before} limit ${ROWS_PER_STEP}`.execute(database.db);
  for (const { workspace_id: workspaceId, id } of rows) {
    if (signal.aborted) return;
    await database
      .transaction(async (tx) => {
        // The file may have been attached since it was marked.
        const { rows: free } =
          await sql`select 1 from file f where workspace_id = ${workspaceId} and id = ${id} and unused_since < ${before}
          and not exists (select 1 from record r where r.workspace_id = f.workspace_id and r.kind = f.attached_kind and r.id = f.attached_id)
          for update of f`.execute(tx.db);
        if (free.length > 0) await deleteFile({ database, store, log }, tx, { workspaceId, id });
      })
      .catch((error: unknown) => {
        // A field refers to the file since the check.
        if (!isCubitError(error) || error.code !== 'in_use') throw error;
      });
  }
}

async function removeUnusedContents({ database, store, now, signal }: SweepOptions): Promise<void> {
  const before = now().getTime() - YOUNG_MS;
  let batch: BlobKey[] = [];
  const removeBatch = async () => {
    for (const key of await withoutRow(database, batch)) await removeContent({ database, store }, key);
    batch = [];
  };
  for await (const { workspaceId, sha256, modifiedAt } of store.list()) {
    if (signal.aborted) return;
    if (modifiedAt.getTime() < before) batch.push({ workspaceId, sha256 });
    if (batch.length === ROWS_PER_STEP) await removeBatch();
  }
  await removeBatch();
}

async function withoutRow({ db }: Database, keys: readonly BlobKey[]): Promise<readonly BlobKey[]> {
  if (keys.length === 0) return [];
  const wanted = JSON.stringify(keys);
  const { rows } =
    await sql<BlobKey>`select k."workspaceId", k.sha256 from json_to_recordset(${wanted}::json) as k("workspaceId" uuid, sha256 text)
    where not exists (select 1 from file_content c where c.workspace_id = k."workspaceId" and c.sha256 = decode(k.sha256, 'hex'))`.execute(
      db,
    );
  return rows;
}
