import { compact } from '@cubit/core';
import type { AnyRecord } from '@cubit/core/host';
import { completeDrafts } from './complete-drafts.js';
import { normaliseFields } from './normalise.js';
import { type CreateRequest, defaultsOf, draftOf } from './record-draft.js';
import { insertRows } from './record-statements.js';
import { resolveTags } from './resolve-tags.js';
import { stampOf, type KindWrite } from './kind-write.js';
import { applyEffects, type RowChange, writeRows } from './write-effects.js';

export async function createRecords(
  write: KindWrite,
  requests: readonly CreateRequest[],
): Promise<readonly AnyRecord[]> {
  const { kind, shape, newId, tx, actor } = write;
  const tagsOf = await resolveTags(
    write,
    requests.flatMap(({ tags = [] }) => tags),
  );
  const drafts = requests.map((request) => {
    const { id = newId(), tags = [] } = request;
    const fields = normaliseFields(shape, { ...defaultsOf(shape), ...compact(request.fields) });
    return draftOf('create', { id, before: null, fields, tags: tagsOf(tags) }, request);
  });
  await completeDrafts(write, drafts);
  const at = tx.now.toISOString();
  const changes = drafts.map((draft): RowChange => {
    const { id, title, fields, tags } = draft;
    const times = { created_at: at, updated_at: at, deleted_at: null };
    return { draft, row: { id, kind: kind.id, title, fields, tags, version: 1, ...times, created_by: actor.id } };
  });
  const rows = changes.map(({ row }) => row);
  await applyEffects(write, changes, writeRows(write, changes, insertRows(kind, rows, stampOf(write))));
  return rows;
}
