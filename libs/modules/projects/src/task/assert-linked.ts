import { validationFailed, type KindHookContext } from '@cubit/core';
import { keyOf, recordsOf } from '../records-of.js';
import type { TaskDraft } from './task.fields.js';

/** `422` at each record that a task comes to be linked with and that is not there. What was linked before may have gone since. */
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
      message: `There is no ${kind} with the id ${id}.`,
    })),
  );
}
