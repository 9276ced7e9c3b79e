import { heldOf } from '../stock-item/exact-fields.js';
import { subtractQuantities, type ExactQuantity } from '@cubit/decimal';
import {
  type CubitError,
  defineAction,
  errorOf,
  Field,
  type ModuleContext,
  notWhile,
  validationFailed,
} from '@cubit/core';
import { Type } from 'typebox';
import {
  partStocked,
  stockChanged,
  stockItemCreated,
  stockItemMerged,
  stockItemSplit,
  stockItemStatusChanged,
  stockRecovered,
} from '../events.js';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { optionalInPlainUnit, shownOfPart } from '../part/unit.js';
import { postStock } from '../stock/post-stock.js';
import type { Posting } from '../stock/posting.js';
import { splitOff } from '../stock/split-off.js';
import { input, partQty, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { discardLoan } from './discard-loan.js';
import { DISPOSITIONS, type Disposition, dispositionText } from './disposition.js';
import { loanReturned } from './loan-events.js';
import { loanPayload } from './loan-rules.js';
import { isOut, type Loan } from './loan.fields.js';
import { loan } from './loan.kind.js';
import { isPosted } from '../movement/is-posted.js';

/** Loans that an error names. */
const MAX_NAMED_LOANS = 50;

export const returnLoan = defineAction({
  id: 'inventory:return',
  title: 'Return loan',
  description:
    'Records what happened to stock on loan. All of it or `qty`: returned, damaged, consumed or lost. Returned stock goes to its location before the loan, or to `location`.',
  appliesTo: [loan, stockItem, part],
  input: input({
    qty: Type.Optional({ ...partQty, description: 'Quantity that is no longer on loan. Default: all that still is.' }),
    unit,
    disposition: Type.Optional(Field.enum(DISPOSITIONS, { ...dispositionText, default: 'returned' })),
    location: Type.Optional(
      Field.ref('spaces:location', {
        title: 'Location',
        description: 'Where returned or damaged stock is put. Default: its location before the loan.',
      }),
    ),
    discard: Type.Optional(
      Field.boolean({
        title: 'Discard',
        ui: { hidden: true },
        description:
          'Delete the loan, as if it had never been. The stock is merged into the item that it was split off.',
      }),
    ),
    ...postingInput,
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
  emits: [
    loanReturned,
    stockItemCreated,
    stockItemSplit,
    stockItemMerged,
    stockItemStatusChanged,
    stockChanged,
    stockRecovered,
    partStocked,
  ],
  agent: { words: ['bring back', 'came back', 'check in', 'borrowed', 'loan'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:lend',
  ui: {
    done: 'Returned {title}, {result.remaining} still out',
    icon: 'undo-2',
    tone: 'primary',
    key: 'b',
    order: 75,
    hidden: ['cause_key', 'discard'],
  },
  example: { title: 'One came back damaged', input: { qty: 1, disposition: 'damaged' } },
  lookup: openLoans,
  available(record, { found }) {
    if (record.kind === loan.id) return isOut(record as Loan) || notWhile((record as Loan).fields.status);
    return found.length === 1 || notOneLoanError(found);
  },
  repeated: isPosted,
  async run(context, record, { qty, unit: named, disposition = 'returned', location, discard, ...details }) {
    const { records } = context;
    const open = await findLoan(context, record);
    const { reason, cause_key: causeKey } = details;
    if (discard === true) {
      await discardLoan(context, open, reason);
      return { loan: open.id, status: 'returned', remaining: 0 };
    }
    const { part: partId = '', qty: lent = 0, returned_qty: returned, stock_item: itemId } = open.fields;
    const owner = await records.get(part, partId);
    const cause = { kind: open.kind, id: open.id };
    const entry = { type: 'loan_in', reason, causeKey, cause } as const;
    const item = (await records.lock(stockItem, [itemId])).get(itemId);
    // What is still on loan stays in the stock item.
    const remaining = isOut(open) && item ? heldOf(item.fields) : 0n;
    const back = optionalInPlainUnit(owner, { qty, unit: named }, { there: remaining }) ?? remaining;
    const shown = (quantity: ExactQuantity) => shownOfPart(owner, quantity);
    const posted = await postStock(context, { part: owner, details: entry }, async (posting) => {
      if (!isOut(open)) throw loanEndedError(open);
      if (!item) throw loanEndedError(open);
      if (back > remaining) throw quantityFault(shown(remaining));
      await applyReturn(context, { item, qty: back, disposition, posting, place: location ?? open.fields.home });
    });
    if (posted.duplicate === true)
      return { loan: open.id, status: open.fields.status, remaining: shown(remaining), duplicate: true };
    const left = remaining - back;
    const isLost = disposition === 'lost' && returned === 0;
    const status = left > 0n ? 'partly_returned' : isLost ? 'lost' : 'returned';
    await records.update(loan, open.id, { returned_qty: subtractQuantities(lent, shown(left)), status });
    context.emit(loanReturned, {
      ...(await loanPayload(context, open)),
      qty: shown(back),
      disposition,
      remaining: shown(left),
    });
    return { loan: open.id, status, remaining: shown(left) };
  },
});

/** The given loan, the loan of the stock item, or the only open loan of the part. */
async function findLoan(context: ModuleContext, record: Loan | StockItem | Part): Promise<Loan> {
  if (record.kind === loan.id) return record as Loan;
  const found = await openLoans(context, record, { lock: true });
  if (found[0] && found.length === 1) return found[0];
  throw notOneLoanError(found);
}

/** Open loans of a stock item or a part, the oldest first. */
async function openLoans(
  { records }: ModuleContext,
  { kind, id }: Loan | StockItem | Part,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<readonly Loan[]> {
  if (kind === loan.id) return [];
  const about = kind === stockItem.id ? { stock_item: id } : { part: id };
  return records.find(loan, {
    where: { ...about, status: { in: ['out', 'partly_returned'] } },
    sort: 'id',
    limit: MAX_NAMED_LOANS,
    lock,
  });
}

/** With several open loans, a detail for each: its id is the record to name instead. */
function notOneLoanError(found: readonly Loan[]): CubitError {
  if (found.length === 0) {
    const message = 'There is no open loan.';
    return errorOf('conflict', message, { details: [{ path: '/record', code: 'not_out', message }] });
  }
  return errorOf('conflict', 'There are several open loans. Name one of them.', {
    details: found.map(({ id, fields: { qty = 0, returned_qty, holder, holder_user: user } }) => ({
      path: '/record',
      code: 'several_loans',
      message: `${loan.id} ${id}: ${subtractQuantities(qty, returned_qty)} lent to ${holder ?? user ?? 'nobody'}.`,
    })),
  });
}

interface ReturnedStock {
  readonly item: StockItem;
  readonly qty: ExactQuantity;
  readonly disposition: Disposition;
  readonly posting: Posting;
  readonly place: string | undefined;
}

async function applyReturn(
  context: ModuleContext,
  { item, qty: back, disposition, posting, place }: ReturnedStock,
): Promise<void> {
  const path = (field: string) => `/input/${field}`;
  const isPart = back < heldOf(item.fields);
  const [piece = item] = isPart ? await splitOff(context, { takes: [{ item, qty: back }], posting, path }) : [];
  const options = { note: posting.note(disposition === 'consumed' ? 'use' : 'loan_in'), path };
  await context.records.update(stockItem, piece.id, { loan: null, ...fieldsAfterReturn(disposition, place) }, options);
}

function fieldsAfterReturn(disposition: Disposition, place: string | undefined): Partial<StockItem['fields']> {
  const at = place === undefined ? {} : { location: place };
  switch (disposition) {
    case 'returned':
      return at;
    case 'damaged':
      return { ...at, status: 'damaged' };
    case 'lost':
      return { status: 'lost' };
    case 'consumed':
      return { exact_qty: '0' };
  }
}

function loanEndedError({ fields: { status } }: Loan): Error {
  const message = `The loan has ended: its status is '${status}'.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'not_out', message }] });
}

function quantityFault(remaining: number): Error {
  const message = `Only ${remaining} are still on loan.`;
  return validationFailed([{ path: '/input/qty', code: 'maximum', message }]);
}
