import {
  DECIMAL_LIMIT,
  fail,
  validationFailed,
  type ErrorDetail,
  type KindHookContext,
  type RecordDraft,
} from '@cubit/core';
import { part, type Part } from '../part/part.kind.js';
import { allowsNegative } from '../settings.js';
import { expiryFrom, expiryOf } from './expiry.js';
import type { StockItemKind } from './stock-item.kind.js';

type Draft = RecordDraft<StockItemKind>;

/** What holds for every stock item, whoever writes it. The parts are locked first: the ledger is about to change them. */
export async function applyStockRules(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  const parts = await context.records.lock(
    part,
    drafts.map(({ fields }) => fields.part),
  );
  const written = drafts.filter(({ operation }) => operation === 'create' || operation === 'update');
  refuseLent(context, drafts);
  const faults = written.flatMap((draft) => faultsOf(draft, context));
  if (faults.length > 0) throw validationFailed(faults);
  for (const draft of written) settleDerived(draft, { context, part: parts.get(draft.fields.part) });
}

/** What is out on loan is not there to be deleted or corrected by hand. */
function refuseLent({ action }: KindHookContext, drafts: readonly Draft[]): void {
  const lent = drafts.find(
    ({ operation, before, fields }) =>
      before?.fields.loan !== undefined &&
      (operation === 'delete' || (action === null && before.fields.qty !== fields.qty)),
  );
  if (!lent) return;
  const message = 'The stock item is out on loan; return it first.';
  throw fail('conflict', message, { details: [{ path: lent.path('loan'), code: 'not_on_hand', message }] });
}

function faultsOf(draft: Draft, context: KindHookContext): readonly ErrorDetail[] {
  const { qty, serial } = draft.fields;
  const path = draft.path('qty');
  const isSame = draft.before?.fields.qty === qty && draft.before.fields.serial === serial;
  if (isSame) return [];
  if (Math.abs(qty) > DECIMAL_LIMIT) return [{ path, code: 'maximum', message: `At most ${DECIMAL_LIMIT}.` }];
  if (serial !== undefined && !isQuantityOfOne(draft))
    return [{ path, code: 'serial_quantity', message: 'With a serial number the quantity is exactly 1.' }];
  if (qty >= 0) return [];
  if (context.action === null) return [{ path, code: 'minimum', message: 'At least 0.' }];
  if (allowsNegative(context.settings)) return [];
  throw fail('insufficient_stock', 'Stock cannot go below zero.', {
    details: [{ path, code: 'insufficient_stock', message: `It would be ${qty}.` }],
  });
}

/** One piece; none once it was used up. */
function isQuantityOfOne({ operation, fields: { qty } }: Draft): boolean {
  return qty === 1 || (qty === 0 && operation === 'update');
}

function settleDerived(
  draft: Draft,
  { context, part: owner }: { readonly context: KindHookContext; readonly part: Part | undefined },
): void {
  const { qty, expires_on } = draft.fields;
  if (draft.operation === 'create') {
    const expiry = expires_on ?? (owner && expiryOf(owner, context.now));
    if (expiry !== undefined) draft.fields = { ...draft.fields, expires_on: expiry };
  } else if (context.action === null && draft.before?.fields.qty !== qty) {
    // Somebody who writes the quantity itself says what is there: that is a count.
    draft.fields = { ...draft.fields, last_counted_at: context.now.toISOString() };
  }
  const { expiry_from: _, ...rest } = draft.fields;
  const from = expiryFrom(rest);
  draft.fields = from === undefined ? rest : { ...rest, expiry_from: from };
}
