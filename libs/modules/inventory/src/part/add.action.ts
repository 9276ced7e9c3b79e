import { type ExactQuantity, readExact } from '@cubit/decimal';
import type { Part } from './part.fields.js';
import { compact, defineAction, Field } from '@cubit/core';
import { costFrom, paidMoney } from '../stock/cost.js';
import { Type } from 'typebox';
import { partStocked, stockChanged, stockItemCreated, stockLow, stockRecovered } from '../events.js';
import { deposit, serialItemConflict } from '../stock/deposit.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, partQty, serials, STOCK_EFFECTS, unit, postingInput } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { STOCK_STATUSES } from '../stock-item/stock-status.js';
import { type StockItem, stockItemFields } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { project } from '../stock/project.js';
import { part } from './part.kind.js';
import { inPlainUnit } from './unit.js';
import { checkOnHand } from '../stock/stock-availability.js';
import { isPosted } from '../movement/is-posted.js';
import { undoPosting } from '../movement/undo-posting.js';

const EXACT = String.raw`^\d{1,30}(\.\d{1,30})?$`;
const RENAMED: Readonly<Record<string, string>> = { serial: '/input/serials', part: '/record' };
/** Path in the request of a field of the stock item. */
const pathOf = (field: string) => RENAMED[field] ?? `/input/${field}`;

export const addStock = defineAction({
  id: 'inventory:add',
  title: 'Add stock',
  description:
    'Adds stock. On a stock item, its quantity increases. On a part, the quantity is added to the stock item with the same location, lot, expiry and cost, or to a new one. With serial numbers, each unit becomes a stock item of its own.',
  appliesTo: [part, stockItem],
  input: input({
    qty: { ...partQty, description: 'Quantity to add. With serial numbers: their number.' },
    unit,
    exact: Type.Optional(
      Type.String({
        title: 'Exact quantity',
        pattern: EXACT,
        maxLength: 64,
        description:
          'The quantity without rounding, in the plain unit of the part: `g`, `m`, `l`, `pcs`. Used as long as `qty` is what is shown of it.',
      }),
    ),
    location: Type.Optional(
      Field.ref('spaces:location', {
        title: 'Location',
        description: 'Default: the default location of the part, else of its category.',
      }),
    ),
    lot: Type.Optional(Field.described(stockItemFields.properties.lot, Field.text({ minLength: 1 }))),
    serials: Type.Optional(serials),
    unit_cost: Type.Optional(paidMoney({ title: 'Cost each', description: 'Cost of one `unit`.' })),
    expires_on: Type.Optional(Field.described(stockItemFields.properties.expires_on, Field.date())),
    status: Type.Optional(
      Field.enum(STOCK_STATUSES, { title: 'Status', description: 'Status of the new stock. Default: `ok`.' }),
    ),
    source: Type.Optional(
      Field.anyRef({
        title: 'Source',
        description:
          'Record that the stock comes from, for example a receipt or a print. Stored on the stock item and on the movement.',
      }),
    ),
    supplier_part: Type.Optional(
      Field.described(stockItemFields.properties.supplier_part, Field.ref('purchases:supplier_part')),
    ),
    project: Type.Optional(
      Field.ref('projects:project', { title: 'Project', description: 'The project that the stock was bought for.' }),
    ),
    type: Type.Optional(
      Field.enum(['add', 'receive'], { title: 'Type', description: 'Type of the movement. Default: `add`.' }),
    ),
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockItemCreated, stockChanged, stockLow, stockRecovered, partStocked],
  agent: { words: ['put in stock', 'store', 'restock', 'refill', 'arrived', 'more'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse',
  ui: {
    done: 'Added {input.qty} of {title}, {record.available} available, {record.qty} there now',
    icon: 'plus',
    tone: 'primary',
    key: 'a',
    order: 30,
    hidden: ['cause_key', 'unit', 'exact', 'type', 'source'],
    prefill: { qty: 1 },
  },
  undo: () => undoPosting,
  example: {
    title: 'Add a box of 100',
    input: { qty: 100, lot: 'L-2026-03', unit_cost: { amount: '0.0450', currency: 'EUR' } },
  },
  available: (target) => {
    if (target.kind === stockItem.id && (target as StockItem).fields.serial !== undefined) return serialItemConflict();
    return checkOnHand(target);
  },
  repeated: isPosted,
  async run(
    context,
    record,
    { unit: named, type = 'add', unit_cost: each, exact, reason, cause_key: causeKey, ...given },
  ) {
    const target = await stockTarget(context, record);
    const size = inPlainUnit(target.part, { qty: 1, unit: named });
    const cost = each && costFrom(target.part, each, size);
    const unit_cost = named === undefined && each ? { amount: each.amount, currency: each.currency } : undefined;
    const qty = addedQty(target.part, { qty: given.qty, unit: named, exact });
    const added = { ...given, qty, ...compact({ cost, unit_cost }) };
    const bearer = context.records.knows(project) ? given.project : undefined;
    return postStock(
      context,
      { part: target.part, details: { type, reason, causeKey, cause: given.source } },
      (posting) => deposit(context, { target, deposit: compact({ ...added, project: bearer }), posting, path: pathOf }),
    );
  },
});

interface AddedQuantity {
  readonly qty: number;
  readonly unit: string | undefined;
  readonly exact: string | undefined;
}

function addedQty(owner: Part, { qty, unit, exact }: AddedQuantity): ExactQuantity {
  const there = unit === undefined && exact !== undefined ? readExact(exact) : undefined;
  return inPlainUnit(owner, { qty, unit }, { there });
}
