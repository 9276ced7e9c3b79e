import {
  compact,
  subtractDecimals,
  validationFailed,
  type KindHookContext,
  type ModuleContext,
  type RecordChange,
  type RecordDraft,
} from '@cubit/core';
import { part, type Part } from '../part/part.kind.js';
import { freeOfItem } from '../reservation/pinned.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { Posting } from '../stock/posting.js';
import { settle } from '../stock/settle.js';
import { splitOff } from '../stock/split-off.js';
import { assertThere } from '../stock/stock-target.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { isUsable } from '../stock-item/stock-status.js';
import { loanOverdue, loanStarted } from './loan-events.js';
import type { Loan, LoanKind } from './loan.fields.js';

type Draft = RecordDraft<LoanKind>;

/** A loan is of stock that is there and that nobody has reserved. */
export async function applyLoanRules(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    if (draft.operation === 'create') await lend(context, draft);
    settleDue(draft);
  }
}

async function lend(context: KindHookContext, draft: Draft): Promise<void> {
  const { stock_item: id, holder, holder_user: user } = draft.fields;
  const path = (field: string) => draft.path(field);
  if (holder === undefined && user === undefined)
    throw validationFailed([{ path: path('holder'), code: 'required', message: 'Say who has it.' }]);
  const item = (await context.records.lock(stockItem, [id])).get(id);
  if (!item)
    throw validationFailed([
      { path: path('stock_item'), code: 'unknown_reference', message: `There is no stock item with the id ${id}.` },
    ]);
  assertThere(item);
  const owner = await context.records.get(part, item.fields.part);
  const qty = draft.fields.qty ?? item.fields.qty;
  await assertFree(context, { owner, item, qty, path: path('qty') });
  const piece = qty < item.fields.qty ? await splitPiece(context, item, qty) : item;
  const { part: partId, location: home } = piece.fields;
  draft.fields = { ...draft.fields, ...compact({ stock_item: piece.id, part: partId, qty, home }) };
}

interface Wanted {
  readonly owner: Part;
  readonly item: StockItem;
  readonly qty: number;
  readonly path: string;
}

/** The part is held, so nobody else takes the same stock meanwhile. Damaged stock is in nobody's reckoning. */
async function assertFree(context: ModuleContext, { owner, item, qty, path }: Wanted): Promise<void> {
  const isReckoned = isUsable(item.fields.status);
  const found = isReckoned ? Math.min(await freeOfItem(context, item), owner.fields.available) : item.fields.qty;
  if (qty <= 0 || qty > found) throw insufficientStock({ part: owner, found: Math.max(0, found), asked: qty, path });
}

async function splitPiece(context: ModuleContext, item: StockItem, qty: number): Promise<StockItem> {
  const posting = new Posting({ type: 'loan_out' });
  const [piece = item] = await splitOff(context, {
    takes: [{ item, qty }],
    posting,
    path: (field) => `/input/${field}`,
  });
  await settle(context, posting);
  return piece;
}

/** A due time is told of once it is past, by a sweep; another one is told of again. */
function settleDue(draft: Draft): void {
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

/** The item that was lent is out: it is no longer on hand, and lies nowhere. */
export async function settleLoans(context: KindHookContext, changes: readonly RecordChange<LoanKind>[]): Promise<void> {
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
  await settle(context, posting);
  for (const { operation, before, after } of changes) {
    if (operation === 'create') context.emit(loanStarted, await saidOf(context, after));
    const { due, overdue } = after.fields;
    if (operation === 'update' && overdue && before?.fields.overdue === false && due !== undefined)
      context.emit(loanOverdue, { ...(await saidOf(context, after)), due });
  }
}

/** What events of loans say of the loan. */
export async function saidOf({ records }: ModuleContext, { id, fields }: Loan) {
  const { part: partId = '', stock_item, qty = 0, returned_qty, holder, holder_user, due } = fields;
  const owner = (await records.getMany(part, [partId])).get(partId);
  return compact({
    loanId: id,
    partId,
    partName: owner?.title ?? '',
    stockItemId: stock_item,
    qty: subtractDecimals(qty, returned_qty),
    holder,
    holderId: holder_user,
    due,
  });
}
