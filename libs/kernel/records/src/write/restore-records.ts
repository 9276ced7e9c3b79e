import type { AnyRecord } from '@cubit/core/host';
import { checkLinks } from './check-links.js';
import { runBeforeWrite } from './complete-drafts.js';
import { trashDrafts, type TrashRequest, type AnyDraft } from './record-draft.js';
import { markDeleted } from './record-statements.js';
import { childKinds, readTrashedChildren } from './children.js';
import { recordNotFound, type KindWrite, writeOf } from './kind-write.js';
import { applyEffects, type RowChange, writeRows } from './write-effects.js';

/**
 * Restores records from the trash, with the declared children that were moved there at the same moment. Their references must have live targets, and their unique values must be unused.
 */
export async function restoreRecords(
  write: KindWrite,
  requests: readonly TrashRequest[],
): Promise<readonly AnyRecord[]> {
  const { kind, tx, workspaceId, locked } = write;
  const ids = requests.map(({ id }) => id);
  const stored = await locked.lockTrashed(kind, ids);
  const drafts = trashDrafts(write, requests, { operation: 'restore', stored });
  await runBeforeWrite(write, drafts);
  await checkLinks(write, drafts);
  const at = tx.now.toISOString();
  const changes = drafts.map((draft): RowChange => {
    const before = draft.before as AnyRecord;
    return { draft, row: { ...before, version: before.version + 1, updated_at: at, deleted_at: null } };
  });
  await writeRows(write, changes, markDeleted(kind, ids, { workspaceId, at: tx.now, deletedAt: null }));
  await applyEffects(write, changes);
  await restoreChildren(write, drafts);
  return requests.map(({ id, prefix }) => {
    const record = locked.get(id);
    if (!record) throw recordNotFound(kind, prefix);
    return record;
  });
}

async function restoreChildren(write: KindWrite, drafts: readonly AnyDraft[]): Promise<void> {
  const parents = drafts.flatMap(({ id, before }) =>
    before?.deleted_at ? [{ id, deletedAt: before.deleted_at }] : [],
  );
  for (const child of childKinds(write.schema, write.kind)) {
    const ids = await readTrashedChildren(write.tx.db, child, { workspaceId: write.workspaceId, parents });
    if (ids.length > 0)
      await restoreRecords(
        writeOf(write, child.kind, write.action),
        ids.map((id) => ({ id })),
      );
  }
}
