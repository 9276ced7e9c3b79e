import { type ModuleContext, validationFailed } from '@cubit/core';
import { movement } from '../movement/movement.kind.js';
import { Posting } from '../stock/posting.js';
import { writePosting } from '../stock/write-posting.js';
import { notMergeableReason } from '../stock-item/merge.action.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { notOnHandReason } from '../stock/stock-target.js';
import { loan } from './loan.kind.js';
import type { Loan } from './loan.fields.js';

/** Takes a loan back as if it had never been: the stock is where it was, in the stock item that it was split off, and the loan is deleted. */
export async function discardLoan(context: ModuleContext, open: Loan, reason: string | undefined): Promise<void> {
  const { records } = context;
  const { status, stock_item: id, home } = open.fields;
  if (status !== 'out') {
    const message = 'Some of it was returned, so the loan cannot be discarded.';
    throw validationFailed([{ path: '/input/discard', code: 'returned', message }]);
  }
  const posting = new Posting({ type: 'loan_in', reason });
  const piece = await records.update(
    stockItem,
    id,
    { loan: null, ...(home === undefined ? {} : { location: home }) },
    { note: posting.note() },
  );
  await writePosting(context, posting);
  const origin = await originOf(context, piece, open);
  if (origin) await context.invoke('inventory:merge', { kind: stockItem.id, id: origin.id }, { items: [piece.id] });
  await records.remove(loan, [open.id]);
}

/** The stock item that the lent one was split off for the loan, if they still go together. */
async function originOf({ records }: ModuleContext, piece: StockItem, open: Loan): Promise<StockItem | undefined> {
  const splits = await records.find(movement, { where: { stock_item: piece.id, type: 'split' } });
  const made = splits.find(({ fields }) => fields.occurred_at === open.created_at && fields.qty_delta > 0);
  if (!made) return undefined;
  const lines = await records.find(movement, { where: { posting: made.fields.posting } });
  const from = lines.find(({ fields }) => fields.qty_delta < 0)?.fields.stock_item ?? '';
  const origin = (await records.getMany(stockItem, [from])).get(from);
  if (!origin || notOnHandReason(origin) !== null) return undefined;
  const isSamePlace = origin.fields.location === piece.fields.location;
  return isSamePlace && notMergeableReason(origin, piece) === null ? origin : undefined;
}
