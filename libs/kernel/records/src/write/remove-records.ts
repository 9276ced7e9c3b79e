import type { AnyRecord } from '@cubit/core/host';
import { defer } from '@cubit/database';
import { runBeforeWrite } from './complete-drafts.js';
import { trashDrafts, type TrashRequest } from './record-draft.js';
import { markDeleted } from './record-statements.js';
import { releaseReferences } from './release-references.js';
import type { KindWrite } from './kind-write.js';
import { applyEffects, type RowChange } from './write-effects.js';

/** Moves records to the trash. A restricting reference gives `409 in_use`; references that allow it are cleared. */
export async function removeRecords(write: KindWrite, requests: readonly TrashRequest[]): Promise<void> {
  const { kind, tx, workspaceId, locked } = write;
  const ids = requests.map(({ id }) => id);
  const stored = await locked.lock(kind, ids, 'delete');
  const drafts = trashDrafts(write, requests, { operation: 'delete', stored });
  await runBeforeWrite(write, drafts);
  await releaseReferences(write, drafts);
  defer(tx, markDeleted(kind, ids, { workspaceId, at: tx.now, deletedAt: tx.now }));
  const at = tx.now.toISOString();
  const changes = drafts.map((draft): RowChange => {
    const before = draft.before as AnyRecord;
    return { draft, row: { ...before, version: before.version + 1, updated_at: at, deleted_at: at } };
  });
  await applyEffects(write, changes);
}
