import type { AnyRecord } from '@cubit/core/host';
import { checkLinks } from './check-links.js';
import { runBeforeWrite } from './complete-drafts.js';
import { trashDrafts, type TrashRequest } from './record-draft.js';
import { markDeleted } from './record-statements.js';
import { recordNotFound, type Write } from './write.js';
import { applyEffects, type WriteChange, writeRows } from './write-effects.js';

/** Restores records from the trash. Their references must have live targets, and their unique values must be unused. */
export async function restoreRecords(write: Write, requests: readonly TrashRequest[]): Promise<readonly AnyRecord[]> {
  const { kind, tx, workspaceId, locked } = write;
  const ids = requests.map(({ id }) => id);
  const stored = await locked.lockTrashed(kind, ids);
  const drafts = trashDrafts(write, requests, { operation: 'restore', stored });
  await runBeforeWrite(write, drafts);
  await checkLinks(write, drafts);
  const at = tx.now.toISOString();
  const changes = drafts.map((draft): WriteChange => {
    const before = draft.before as AnyRecord;
    return { draft, row: { ...before, version: before.version + 1, updated_at: at, deleted_at: null } };
  });
  await writeRows(write, changes, markDeleted(kind, ids, { workspaceId, at: tx.now, deletedAt: null }));
  await applyEffects(write, changes);
  return requests.map(({ id, prefix }) => {
    const record = locked.get(id);
    if (!record) throw recordNotFound(kind, prefix);
    return record;
  });
}
