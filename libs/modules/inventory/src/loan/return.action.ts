import {
  addDecimals,
  defineAction,
  fail,
  Field,
  subtractDecimals,
  validationFailed,
  type ModuleContext,
} from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockItemCreated, stockItemSplit, stockItemStatusChanged, stockRecovered } from '../events.js';
import { part, type Part } from '../part/part.kind.js';
import { postStock } from '../stock/post-stock.js';
import type { Posting } from '../stock/posting.js';
import { splitOff } from '../stock/split-off.js';
import { input, qty, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockItem, type StockItem } from '../stock-item/stock-item.kind.js';
import { DISPOSITIONS, type Disposition } from './disposition.js';
import { loanReturned } from './loan-events.js';
import { saidOf } from './loan-rules.js';
import { isOut, type Loan } from './loan.fields.js';
import { loan } from './loan.kind.js';

export const returnLoan = defineAction({
  id: 'inventory:return',
  title: 'Return',
  description:
    'Says what became of what is out, all of it or `qty`: it came back, it came back damaged, it was used up, or it is lost. What comes back goes where it lay, or to `location`.',
  appliesTo: [loan, stockItem, part],
  input: input({
    qty: Type.Optional(qty),
    disposition: Type.Optional(Field.enum(DISPOSITIONS, { default: 'returned' })),
    location: Type.Optional(Field.ref('spaces:location')),
    ...said,
  }),
  output: Type.Object(
    {
      loan: Field.ref('inventory:loan'),
      status: Type.String(),
      remaining: Type.Number(),
      duplicate: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  emits: [loanReturned, stockItemCreated, stockItemSplit, stockItemStatusChanged, stockChanged, stockRecovered],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:lend',
  example: { title: 'One came back broken', input: { qty: 1, disposition: 'damaged' } },
  async run(context, record, { qty: wanted, disposition = 'returned', location, reason, cause_key: causeKey }) {
    const { records } = context;
    const open = await loanOf(context, record);
    const { part: partId = '', qty: lent = 0, returned_qty: returned, stock_item: itemId } = open.fields;
    const owner = await records.get(part, partId);
    const cause = { kind: open.kind, id: open.id };
    const details = { type: 'loan_in', reason, causeKey, cause } as const;
    const remaining = subtractDecimals(lent, returned);
    const back = wanted ?? remaining;
    const posted = await postStock(context, { part: owner, details }, async (posting) => {
      if (!isOut(open)) throw over(open);
      if (back > remaining) throw tooMuch(remaining);
      const item = (await records.lock(stockItem, [itemId])).get(itemId);
      if (!item) throw over(open);
      await bringBack(context, { item, qty: back, disposition, posting, place: location ?? open.fields.home });
    });
    if (posted.duplicate === true) return { loan: open.id, status: open.fields.status, remaining, duplicate: true };
    const left = subtractDecimals(remaining, back);
    const isLost = disposition === 'lost' && returned === 0;
    const status = left > 0 ? 'partly_returned' : isLost ? 'lost' : 'returned';
    await records.update(loan, open.id, { returned_qty: addDecimals(returned, back), status });
    context.emit(loanReturned, { ...(await saidOf(context, open)), qty: back, disposition, remaining: left });
    return { loan: open.id, status, remaining: left };
  },
});

/** The loan itself, that of the stock item, or the only one of the part. */
async function loanOf(context: ModuleContext, record: Loan | StockItem | Part): Promise<Loan> {
  const { records } = context;
  if (record.kind === loan.id) return record as Loan;
  const where =
    record.kind === stockItem.id
      ? { stock_item: record.id, status: { in: ['out', 'partly_returned'] } }
      : { part: record.id, status: { in: ['out', 'partly_returned'] } };
  const [one, another] = await records.find(loan, { where, limit: 2, lock: true });
  if (one && !another) return one;
  const message = one ? 'Several loans of it are out; name one of them.' : 'It is not out on loan.';
  throw fail('conflict', message, {
    details: [{ path: '/record', code: one ? 'several_loans' : 'not_out', message }],
  });
}

interface Return {
  readonly item: StockItem;
  readonly qty: number;
  readonly disposition: Disposition;
  readonly posting: Posting;
  readonly place: string | undefined;
}

async function bringBack(
  context: ModuleContext,
  { item, qty: back, disposition, posting, place }: Return,
): Promise<void> {
  const path = (field: string) => `/input/${field}`;
  const isPart = back < item.fields.qty;
  const [piece = item] = isPart ? await splitOff(context, { takes: [{ item, qty: back }], posting, path }) : [];
  const options = { note: posting.note(disposition === 'consumed' ? 'use' : 'loan_in'), path };
  await context.records.update(stockItem, piece.id, { loan: null, ...fate(disposition, place) }, options);
}

function fate(disposition: Disposition, place: string | undefined): Partial<StockItem['fields']> {
  const at = place === undefined ? {} : { location: place };
  switch (disposition) {
    case 'returned':
      return at;
    case 'damaged':
      return { ...at, status: 'damaged' };
    case 'lost':
      return { status: 'lost' };
    case 'consumed':
      return { qty: 0 };
  }
}

function over({ fields: { status } }: Loan): Error {
  const message = `The loan is over: it is ${status}.`;
  return fail('conflict', message, { details: [{ path: '/record', code: 'not_out', message }] });
}

function tooMuch(remaining: number): Error {
  const message = `${remaining} are still out.`;
  return validationFailed([{ path: '/input/qty', code: 'maximum', message }]);
}
