import type { FieldValues } from '@cubit/core/host';
import { isDeepStrictEqual } from 'node:util';
import { validate } from '@cubit/core';
import { checkLinks } from './check-links.js';
import { normaliseFields } from './normalise.js';
import { offSchema } from './off-schema.js';
import { titleOf, type AnyDraft } from './record-draft.js';
import type { KindWrite } from './kind-write.js';

/** Brings drafts into their final form: runs the kind's `beforeWrite`, derives titles, and checks fields and references. */
export async function completeDrafts(write: KindWrite, drafts: readonly AnyDraft[]): Promise<void> {
  const { kind, shape, action } = write;
  const { definition } = kind;
  for (const draft of drafts) draft.title = titleOf(definition, draft.fields);
  if (definition.beforeWrite) {
    await runBeforeWrite(write, drafts);
    for (const draft of drafts) {
      draft.fields = normaliseFields(shape, draft.fields as FieldValues);
      if (definition.titleField) draft.title = titleOf(definition, draft.fields);
    }
  }
  for (const draft of drafts) {
    const fault = validate(shape.storedSchema, draft.fields).find(({ path }) => isWritten(draft, path));
    if (fault) throw offSchema(fault, { draft, kind, action });
  }
  await checkLinks(write, drafts);
}

export async function runBeforeWrite({ kind, action, hookContext }: KindWrite, drafts: readonly AnyDraft[]) {
  await kind.definition.beforeWrite?.(hookContext(kind, action), drafts);
}

/** Whether this write sets the faulty value. A value that an earlier version of the kind allowed must not block other changes of its record. */
function isWritten({ before, fields }: AnyDraft, path: string): boolean {
  const [, name = ''] = path.split('/');
  return before === null || !isDeepStrictEqual((before.fields as FieldValues)[name], (fields as FieldValues)[name]);
}
