import type { KindHookContext, RecordDraft } from '@cubit/core';
import { becomesLow, isLow } from '../stock/low-stock.js';
import type { PartKind } from './part.fields.js';

/** Sets `low_since` when the stock becomes low, and removes it when the stock recovers. */
export function setLowSince({ now }: KindHookContext, drafts: readonly RecordDraft<PartKind>[]): void {
  for (const draft of drafts) {
    if (draft.operation !== 'update' || draft.before === null) continue;
    const { low_since: since, ...fields } = draft.fields;
    if (since !== undefined && !isLow(fields)) draft.fields = fields;
    if (since === undefined && becomesLow(draft.before.fields, fields))
      draft.fields = { ...fields, low_since: now.toISOString() };
  }
}
