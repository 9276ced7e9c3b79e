import type { KindHookContext, RecordDraft } from '@cubit/core';
import { formatOf } from './file-format.js';
import type { PrintFileKind } from './file.fields.js';

/** What is not entered is told by the name, and by the file itself. */
export function describeFiles(_: KindHookContext, drafts: readonly RecordDraft<PrintFileKind>[]): void {
  for (const draft of drafts) {
    if (draft.operation === 'delete' || draft.fields.format !== undefined) continue;
    draft.fields = { ...draft.fields, format: formatOf(draft.fields.name) };
  }
}
