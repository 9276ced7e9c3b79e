import { availableOfPart } from '../stock/stock-totals.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { compact, type CubitError, defineAction, errorOf, Field, type ModuleContext } from '@cubit/core';
import { exactToText, sumOfExact, type ExactQuantity, leastOf } from '@cubit/decimal';
import { Type } from 'typebox';
import { stockChanged, stockDepleted, stockItemCreated, stockItemSplit, stockLow } from '../events.js';
import { part } from '../part/part.kind.js';
import { optionalInPlainUnit, shownOfPart, exactOfPart } from '../part/unit.js';
import { pinnedQuantities } from '../reservation/pinned.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { inOrderOfUse, pickStock, type Take } from '../stock/pick-stock.js';
import { input, partQty, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { wholeQuantities } from '../stock/whole-quantities.js';
import { stockTarget, usableItems, type StockTarget } from '../stock/stock-target.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import { loanStarted } from './loan-events.js';
import { loanFields } from './loan.fields.js';
import { loan } from './loan.kind.js';
import { checkAvailability, findAvailableStock } from '../stock/stock-availability.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAMES: Readonly<Record<string, string>> = { holder_user: 'holder' };
const path = (field: string) => `/input/${NAMES[field] ?? field}`;

export const lend = defineAction({
  id: 'inventory:lend',
  title: 'Lend stock',
  description:
    'Lends stock. Of a stock item: all of it, or `qty`. Of a part: `qty`, by default 1, with one loan per stock item used. Refused if less is available, and for damaged or quarantined stock unless `allow_damaged` is set.',
  appliesTo: [stockItem, part],
  input: input({
    holder: Field.text({
      title: 'Borrower',
      minLength: 1,
      description: 'Who borrows the stock: a name, or the id of a member.',
    }),
    qty: Type.Optional({ ...partQty, description: 'Quantity to lend. Default: all of a stock item, 1 of a part.' }),
    unit,
    due: Type.Optional(Field.described(loanFields.properties.due, Field.datetime())),
    note: Type.Optional(Field.described(loanFields.properties.note, Field.text())),
    allow_damaged: Type.Optional(
      Field.boolean({
        title: 'Damaged stock too',
        default: false,
        description: 'Lend a stock item that is damaged or quarantined.',
      }),
    ),
  }),
  output: Type.Object(
    { part: Field.ref('inventory:part'), loans: Type.Array(Type.String({ format: 'uuid' })), qty: Type.Number() },
    { additionalProperties: false },
  ),
  emits: [loanStarted, stockItemCreated, stockItemSplit, stockChanged, stockLow, stockDepleted],
  agent: { words: ['loan', 'borrow', 'check out', 'hand out'] },
  effects: STOCK_EFFECTS,
  settings,
  undoneBy: 'inventory:return',
  ui: { done: 'Lent {title}', icon: 'hand-helping', key: 'l', order: 70, prefill: { qty: 1 } },
  undo:
    () =>
    ({ loans: [id, ...others] }) =>
      id === undefined || others.length > 0 ? null : { record: { kind: loan.id, id }, input: { discard: true } },
  example: { title: 'Lend to a makerspace', input: { holder: 'Makerspace Aachen', due: '2026-06-30T16:00:00Z' } },
  lookup: findAvailableStock,
  available(target, context) {
    if (target.kind === stockItem.id && context.input?.allow_damaged !== true) {
      const refusal = damagedError(target as StockItem);
      if (refusal) return refusal;
    }
    return checkAvailability(target, context, { path: path('qty'), mayOverdraw: false });
  },
  async run(context, record, { holder, qty, unit: named, due, note }) {
    const target = await stockTarget(context, record);
    const there = await wholeQuantities(context, target);
    const wanted = optionalInPlainUnit(target.part, { qty, unit: named }, { there });
    const takes = await takesOf(context, target, wanted);
    const who = UUID.test(holder) ? { holder_user: holder } : { holder };
    const made = await context.records.createMany(
      loan,
      takes.map((take) => ({
        fields: compact({
          stock_item: take.item.id,
          qty: shownOfPart(target.part, take.qty),
          exact_qty: exactToText(take.qty),
          due,
          note,
          ...who,
        }),
        path,
      })),
    );
    return {
      part: target.part.id,
      loans: made.map(({ id }) => id),
      qty: shownOfPart(target.part, sumOfExact(takes.map((take) => take.qty))),
    };
  },
});

/** The list of a record's actions has no input, and says that the item is lent only with `allow_damaged`. */
function damagedError({ fields: { status } }: StockItem): CubitError | null {
  if (status !== 'damaged' && status !== 'quarantined') return null;
  const message = `The stock item is ${status}. Set \`allow_damaged\` to lend it.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'damaged', message }] });
}

async function takesOf(
  context: ModuleContext,
  { part: owner, item }: StockTarget,
  wanted: ExactQuantity | undefined,
): Promise<readonly Take[]> {
  if (item) return [{ item, qty: wanted ?? heldOf(item.fields) }];
  const requested = wanted ?? exactOfPart(owner, 1);
  const pinned =
    owner.fields.reserved > 0 ? await pinnedQuantities(context, [owner.id]) : new Map<string, ExactQuantity>();
  const candidates = inOrderOfUse(await usableItems(context, owner)).map((candidate) => ({
    item: candidate,
    free: heldOf(candidate.fields) - (pinned.get(candidate.id) ?? 0n),
  }));
  const { takes, short } = pickStock(candidates, requested);
  const found = leastOf(requested - short, availableOfPart(owner));
  if (found < requested) throw insufficientStock({ part: owner, found, requested, path: path('qty') });
  return takes;
}
