import { DECIMAL_LIMIT, exactToText } from '@cubit/decimal';
import { type ErrorDetail, fail, type KindHookContext, type RecordDraft, validationFailed } from '@cubit/core';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { inPlainUnit } from '../part/unit.js';
import type { Settings } from '../settings.js';
import { setExactFields, heldOf } from './exact-fields.js';
import { expiryFrom, expiryOf } from './expiry.js';
import type { StockItemKind } from './stock-item.fields.js';

type Draft = RecordDraft<StockItemKind>;

/** Rules for every write of stock items. Locks the parts first, because the ledger changes them afterwards. */
export async function applyStockRules(context: KindHookContext<Settings>, drafts: readonly Draft[]): Promise<void> {
  const parts = await context.records.lock(
    part,
    drafts.map(({ fields }) => fields.part),
  );
  const written = drafts.filter(({ operation }) => operation === 'create' || operation === 'update');
  for (const draft of written) convertUnit(draft, parts.get(draft.fields.part));
  for (const draft of drafts) {
    const owner = parts.get(draft.fields.part);
    if (owner && draft.operation !== 'delete') setExactFields(draft, owner);
  }
  refuseLoanedItems(context, drafts);
  const faults = written.flatMap((draft) => faultsOf(draft, context));
  if (faults.length > 0) throw validationFailed(faults);
  for (const draft of written) setDerivedFields(draft, { context, part: parts.get(draft.fields.part) });
}

/** The quantity without its unit. */
function convertUnit(draft: Draft, owner: Part | undefined): void {
  const { unit, ...fields } = draft.fields;
  if (unit === undefined) return;
  const paths = { qty: draft.path('qty'), unit: draft.path('unit') };
  if (!owner) draft.fields = fields;
  else draft.fields = { ...fields, exact_qty: exactToText(inPlainUnit(owner, { qty: fields.qty, unit }, { paths })) };
}

/** Refuses to delete a stock item on loan, or to change its quantity directly. */
function refuseLoanedItems({ action }: KindHookContext, drafts: readonly Draft[]): void {
  const lent = drafts.find(
    ({ operation, before, fields }) =>
      before?.fields.loan !== undefined &&
      (operation === 'delete' || (action === null && before.fields.qty !== fields.qty)),
  );
  if (!lent) return;
  const message = 'The stock item is on loan. Return it first.';
  throw fail('conflict', message, { details: [{ path: lent.path('loan'), code: 'not_on_hand', message }] });
}

function faultsOf(draft: Draft, context: KindHookContext<Settings>): readonly ErrorDetail[] {
  const { qty, serial } = draft.fields;
  const path = draft.path('qty');
  const was = draft.before?.fields;
  const isSame = was !== undefined && heldOf(was) === heldOf(draft.fields) && was.serial === serial;
  if (isSame) return [];
  if (Math.abs(qty) > DECIMAL_LIMIT) return [{ path, code: 'maximum', message: `Must be at most ${DECIMAL_LIMIT}.` }];
  if (serial !== undefined && !isQuantityOfOne(draft))
    return [{ path, code: 'serial_quantity', message: 'The quantity of a stock item with a serial number must be 1.' }];
  if (heldOf(draft.fields) >= 0n) return [];
  if (context.action === null) return [{ path, code: 'minimum', message: 'Must be at least 0.' }];
  if (context.settings.allow_negative) return [];
  throw fail('insufficient_stock', 'Stock cannot go below zero.', {
    details: [{ path, code: 'insufficient_stock', message: `The quantity would be ${qty}.` }],
  });
}

/** 1, or 0 once the unit was used. */
function isQuantityOfOne({ operation, fields: { qty } }: Draft): boolean {
  return qty === 1 || (qty === 0 && operation === 'update');
}

function setDerivedFields(
  draft: Draft,
  { context, part: owner }: { readonly context: KindHookContext; readonly part: Part | undefined },
): void {
  const { qty, expires_on } = draft.fields;
  if (draft.operation === 'create') {
    const expiry = expires_on ?? (owner && expiryOf(owner, context.now));
    if (expiry !== undefined) draft.fields = { ...draft.fields, expires_on: expiry };
  } else if (context.action === null && draft.before?.fields.qty !== qty) {
    // A direct write of the quantity is a count.
    draft.fields = { ...draft.fields, last_counted_at: context.now.toISOString() };
  }
  const { expiry_from: _, ...rest } = draft.fields;
  const from = expiryFrom(rest);
  draft.fields = from === undefined ? rest : { ...rest, expiry_from: from };
}
