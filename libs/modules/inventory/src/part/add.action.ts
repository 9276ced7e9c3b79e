import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockItemCreated, stockRecovered } from '../events.js';
import { deposit } from '../stock/deposit.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, qty, said, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { STOCK_STATUSES } from '../stock-item/stock-status.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { project } from '../stock/project.js';
import { part } from './part.kind.js';
import { assertUnit } from './unit.js';

const RENAMED: Readonly<Record<string, string>> = { serial: '/input/serials', part: '/record' };
/** Where the caller said a field of a stock item. */
const pathOf = (field: string) => RENAMED[field] ?? `/input/${field}`;

export const addStock = defineAction({
  id: 'inventory:add',
  title: 'Add',
  description:
    'Puts stock in. Onto the item that is named; of a part onto the item of the same place, lot, expiry and cost, else as a new one. With serial numbers every piece is an item of its own.',
  appliesTo: [part, stockItem],
  input: input({
    qty,
    unit,
    location: Type.Optional(
      Field.ref('spaces:location', { description: 'Default: that of the part, else of its category.' }),
    ),
    lot: Type.Optional(Field.text({ minLength: 1 })),
    serials: Type.Optional(
      Type.Array(Field.text({ minLength: 1 }), { minItems: 1, maxItems: 1_000, uniqueItems: true }),
    ),
    unit_cost: Type.Optional(Field.money()),
    expires_on: Type.Optional(Field.date()),
    status: Type.Optional(Field.enum(STOCK_STATUSES, { description: 'Condition that it comes in. Default: `ok`.' })),
    source: Type.Optional(
      Field.anyRef({ description: 'What it comes from, a receipt or a print: kept with the item and its movement.' }),
    ),
    supplier_part: Type.Optional(Field.ref('purchases:supplier_part')),
    project: Type.Optional(Field.ref('projects:project', { description: 'The project that it was bought for.' })),
    type: Type.Optional(
      Field.enum(['add', 'receive'], { description: 'What the movement is called. Default: `add`.' }),
    ),
    ...said,
  }),
  output: postingResult,
  emits: [stockItemCreated, stockChanged, stockRecovered],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse',
  example: {
    title: 'A box came in',
    input: { qty: 100, lot: 'L-2026-03', unit_cost: { amount: '0.0450', currency: 'EUR' } },
  },
  async run(context, record, { unit: named, type = 'add', reason, cause_key: causeKey, ...given }) {
    const target = await stockTarget(context, record);
    assertUnit(target.part, named);
    const bearer = context.records.knows(project) ? given.project : undefined;
    return postStock(
      context,
      { part: target.part, details: { type, reason, causeKey, cause: given.source } },
      (posting) => deposit(context, { target, deposit: compact({ ...given, project: bearer }), posting, path: pathOf }),
    );
  },
});
