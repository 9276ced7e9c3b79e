import type { AnyRecord, FieldValues, RecordShape } from '@cubit/core/host';
import { changesBetween, type FieldChange } from './changes.js';
import { completeDrafts } from './complete-drafts.js';
import { checkTransition } from './lifecycle-check.js';
import { normaliseFields } from './normalise.js';
import { draftOf, type UpdateRequest, type AnyDraft } from './record-draft.js';
import { updateRows } from './record-statements.js';
import { resolveTags } from './resolve-tags.js';
import { recordNotFound, stampOf, type KindWrite } from './kind-write.js';
import { applyEffects, type RowChange, writeRows } from './write-effects.js';

/** Writes the records that differ, and returns all of them. */
export async function updateRecords(
  write: KindWrite,
  requests: readonly UpdateRequest[],
): Promise<readonly AnyRecord[]> {
  const { kind, locked } = write;
  const drafts = await draftsOf(write, requests);
  await completeDrafts(write, drafts);
  const changes = drafts.flatMap((draft) => changeOf(write, draft) ?? []);
  if (changes.length > 0) {
    const rows = changes.map(({ row }) => row);
    await applyEffects(write, changes, writeRows(write, changes, updateRows(kind, rows, stampOf(write))));
  }
  return requests.map(({ id, prefix }) => {
    const record = locked.get(id);
    if (!record) throw recordNotFound(kind, prefix);
    return record;
  });
}

async function draftsOf(write: KindWrite, requests: readonly UpdateRequest[]): Promise<readonly AnyDraft[]> {
  const { kind, shape, locked } = write;
  // Before the records: a renaming also locks the tag first and then its records.
  const tagsOf = await resolveTags(
    write,
    requests.flatMap(({ tags = [] }) => tags),
  );
  const stored = await locked.lock(
    kind,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => {
    const { id, change, tags, prefix } = request;
    const before = stored.get(id);
    if (!before) throw recordNotFound(kind, prefix);
    const fields = normaliseFields(shape, change(before));
    const draft = draftOf('update', { id, before, fields, tags: tags ? tagsOf(tags) : before.tags }, request);
    checkLifecycle(write, draft);
    return draft;
  });
}

function checkLifecycle({ kind, action }: KindWrite, { before, fields, path }: AnyDraft): void {
  const { lifecycle } = kind.definition;
  if (!lifecycle) return;
  const { field } = lifecycle;
  checkTransition({
    kind: kind.definition,
    from: ((before as AnyRecord).fields as FieldValues)[field],
    to: (fields as FieldValues)[field],
    action,
    path: path(field),
  });
}

/** Null if nothing differs. */
function changeOf({ shape, tx }: KindWrite, draft: AnyDraft): RowChange | null {
  const before = draft.before as AnyRecord;
  const { title, fields, tags } = draft;
  const row: AnyRecord = { ...before, title, fields, tags };
  const differences = changesBetween(before, row);
  if (differences.length === 0 && title === before.title) return null;
  if (isDerivedOnly(shape, differences)) return { draft, row, differences };
  return { draft, row: { ...row, version: row.version + 1, updated_at: tx.now.toISOString() }, differences };
}

/** Whether only rollups differ, or the title that other records give it, which creates no new version of the record. */
function isDerivedOnly({ fields }: RecordShape, differences: readonly FieldChange[]): boolean {
  return differences.every(({ path }) => fields.get(path.replace('/fields/', ''))?.rollup === true);
}
