import { availableOfPart } from '../stock/stock-totals.js';
import { shownOfPart, inPlainUnit, unitOf } from '../part/unit.js';
import { heldOf } from '../stock-item/exact-fields.js';
import {
  compact,
  type KindHookContext,
  type ModuleContext,
  type RecordChange,
  type RecordDraft,
  validationFailed,
} from '@cubit/core';
import { subtractQuantities, exactToText, type ExactQuantity, readExact, leastOf } from '@cubit/decimal';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { unreservedOfItem } from '../reservation/pinned.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { Posting } from '../stock/posting.js';
import { writePosting } from '../stock/write-posting.js';
import { splitOff } from '../stock/split-off.js';
import { assertOnHand } from '../stock/stock-target.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { isUsable } from '../stock-item/stock-status.js';
import { loanOverdue, loanStarted } from './loan-events.js';
import { type Loan, type LoanKind, loanTitle } from './loan.fields.js';

type Draft = RecordDraft<LoanKind>;

/** Only stock that is on hand and not reserved can be lent. */
export async function applyLoanRules(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    if (draft.operation === 'create') await prepareLoan(context, draft);
    // Neither its quantity nor its borrower changes.
    else draft.title = draft.before?.title ?? draft.title;
    setOverdue(draft);
  }
}

async function prepareLoan(context: KindHookContext, draft: Draft): Promise<void> {
  const { stock_item: id, holder, holder_user: user } = draft.fields;
  const path = (field: string) => draft.path(field);
  if (holder === undefined && user === undefined)
    throw validationFailed([
      { path: path('holder'), code: 'required', message: 'Name the borrower: `holder` or `holder_user`.' },
    ]);
  const item = (await context.records.lock(stockItem, [id])).get(id);
  if (!item)
    throw validationFailed([
      { path: path('stock_item'), code: 'unknown_reference', message: 'The stock item does not exist.' },
    ]);
  assertOnHand(item);
  const owner = await context.records.get(part, item.fields.part);
  const held = heldOf(item.fields);
  const lent = lentQty(draft.fields, { owner, held });
  await assertFree(context, { owner, item, qty: lent, path: path('qty') });
  const piece = lent < held ? await splitPiece(context, item, lent) : item;
  const { part: partId, location: home } = piece.fields;
  const quantities = { qty: shownOfPart(owner, lent), exact_qty: exactToText(lent) };
  draft.fields = { ...draft.fields, ...compact({ stock_item: piece.id, part: partId, ...quantities, home }) };
  draft.title = loanTitle(draft.fields, unitOf(owner));
}

/** An action gives the exact quantity, a client what is shown of it. */
function lentQty(
  { qty, exact_qty }: Draft['fields'],
  { owner, held }: { readonly owner: Part; readonly held: ExactQuantity },
): ExactQuantity {
  if (exact_qty !== undefined) return readExact(exact_qty);
  return qty === undefined ? held : inPlainUnit(owner, { qty }, { there: held });
}

interface LoanRequest {
  readonly owner: Part;
  readonly item: StockItem;
  readonly qty: ExactQuantity;
  readonly path: string;
}

/** The part is locked, so no concurrent request uses the same stock. Unusable stock, such as damaged, is not counted as available. */
async function assertFree(context: ModuleContext, { owner, item, qty, path }: LoanRequest): Promise<void> {
  const isCounted = isUsable(item.fields.status);
  const held = heldOf(item.fields);
  const found = isCounted ? leastOf(await unreservedOfItem(context, item), availableOfPart(owner)) : held;
  if (qty <= 0n || qty > found) throw insufficientStock({ part: owner, found, requested: qty, path });
}

async function splitPiece(context: ModuleContext, item: StockItem, qty: ExactQuantity): Promise<StockItem> {
  const posting = new Posting({ type: 'loan_out' });
  const [piece = item] = await splitOff(context, {
    takes: [{ item, qty }],
    posting,
    path: (field) => `/input/${field}`,
  });
  await writePosting(context, posting);
  return piece;
}

/** Sets `overdue_from`, at which a sweep marks the loan as overdue: once per due time. */
function setOverdue(draft: Draft): void {
  const { due, status } = draft.fields;
  const { overdue_from: waiting, ...rest } = draft.fields;
  const isOpen = (status === 'out' || status === 'partly_returned') && due !== undefined;
  const isNew = draft.before?.fields.due !== due;
  const from = isNew ? due : waiting;
  draft.fields = {
    ...rest,
    overdue: isOpen && !isNew && draft.fields.overdue,
    ...(isOpen && from !== undefined ? { overdue_from: from } : {}),
  };
}

/** Takes lent stock items off hand and clears their location, and emits the events of loans. */
export async function applyLoanEffects(
  context: KindHookContext,
  changes: readonly RecordChange<LoanKind>[],
): Promise<void> {
  const made = changes.filter(({ operation }) => operation === 'create');
  const posting = new Posting({ type: 'loan_out' });
  await context.records.updateMany(
    stockItem,
    made.map(({ after: { id, fields } }) => ({
      id: fields.stock_item,
      fields: { loan: id, location: null },
      note: posting.note(),
    })),
  );
  await writePosting(context, posting);
  for (const { operation, before, after } of changes) {
    if (operation === 'create') context.emit(loanStarted, await loanPayload(context, after));
    const { due, overdue } = after.fields;
    if (operation === 'update' && overdue && before?.fields.overdue === false && due !== undefined)
      context.emit(loanOverdue, { ...(await loanPayload(context, after)), due });
  }
}

/** Payload that all loan events share. */
export async function loanPayload({ records }: ModuleContext, { id, fields }: Loan) {
  const { part: partId = '', stock_item, qty = 0, returned_qty, holder, holder_user, due } = fields;
  const owner = (await records.getMany(part, [partId])).get(partId);
  return compact({
    loanId: id,
    partId,
    partName: owner?.title ?? '',
    stockItemId: stock_item,
    qty: subtractQuantities(qty, returned_qty),
    holder,
    holderId: holder_user,
    due,
  });
}
