import type { KindHookContext, RecordDraft } from '@cubit/core';
import { crossing } from '../stock/low-stock.js';
import type { PartKind } from './part.fields.js';

/** Sets `low_since` when the stock becomes low, and removes it when the stock recovers. */
export function setLowSince({ now }: KindHookContext, drafts: readonly RecordDraft<PartKind>[]): void {
  for (const draft of drafts) {
    if (draft.operation !== 'update' || draft.before === null) continue;
    const crossed = crossing(draft.before.fields, draft.fields);
    if (crossed === null) continue;
    const { low_since: _, ...fields } = draft.fields;
    draft.fields = crossed === 'low' ? { ...fields, low_since: now.toISOString() } : fields;
  }
}
