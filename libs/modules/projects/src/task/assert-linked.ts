import { type KindHookContext, validationFailed } from '@cubit/core';
import { keyOf, recordsOf } from '../records-of.js';
import type { TaskDraft } from './task.fields.js';

/** Answers `422` for each newly linked record that does not exist. Earlier links may point to deleted records. */
export async function assertLinked(context: KindHookContext, drafts: readonly TaskDraft[]): Promise<void> {
  const added = drafts.flatMap(({ before, fields, path }) => {
    const known = new Set(before?.fields.linked?.map(keyOf));
    return (fields.linked ?? []).flatMap((ref, index) =>
      known.has(keyOf(ref)) ? [] : [{ ref, path: `${path('linked')}/${index}` }],
    );
  });
  if (added.length === 0) return;
  const found = await recordsOf(
    context,
    added.map(({ ref }) => ref),
  );
  const missing = added.filter(({ ref }) => !found.has(keyOf(ref)));
  if (missing.length === 0) return;
  throw validationFailed(
    missing.map(({ ref: { kind, id }, path }) => ({
      path,
      code: 'unknown_reference',
      message: `${kind} ${id} does not exist.`,
    })),
  );
}
