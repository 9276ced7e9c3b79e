import { isDeepStrictEqual } from 'node:util';
import { validate } from '@cubit/core';
import { checkLinks } from './check-links.js';
import { normaliseFields } from './normalise.js';
import { offSchema } from './off-schema.js';
import { titleOf, type WriteDraft } from './record-draft.js';
import type { Fields, Write } from './write.js';

/** Brings drafts into their final form: runs the kind's `beforeWrite`, derives titles, and checks fields and references. */
export async function completeDrafts(write: Write, drafts: readonly WriteDraft[]): Promise<void> {
  const { kind, shape, action } = write;
  const { definition } = kind;
  for (const draft of drafts) draft.title = titleOf(definition, draft.fields);
  if (definition.beforeWrite) {
    await runBeforeWrite(write, drafts);
    for (const draft of drafts) {
      draft.fields = normaliseFields(shape, draft.fields as Fields);
      if (definition.titleField) draft.title = titleOf(definition, draft.fields);
    }
  }
  for (const draft of drafts) {
    const fault = validate(shape.storedSchema, draft.fields).find(({ path }) => isWritten(draft, path));
    if (fault) throw offSchema(fault, { draft, kind, action });
  }
  await checkLinks(write, drafts);
}

export async function runBeforeWrite({ kind, action, hookContext }: Write, drafts: readonly WriteDraft[]) {
  await kind.definition.beforeWrite?.(hookContext(kind, action), drafts);
}

/** Whether this write sets the faulty value. A value that an earlier version of the kind allowed must not block other changes of its record. */
function isWritten({ before, fields }: WriteDraft, path: string): boolean {
  const [, name = ''] = path.split('/');
  return before === null || !isDeepStrictEqual((before.fields as Fields)[name], (fields as Fields)[name]);
}
