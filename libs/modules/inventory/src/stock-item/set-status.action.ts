import { heldOf } from './exact-fields.js';
import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import {
  partStocked,
  stockChanged,
  stockDepleted,
  stockItemCreated,
  stockItemSplit,
  stockItemStatusChanged,
  stockLow,
  stockRecovered,
} from '../events.js';
import { insufficientStock } from '../stock/insufficient-stock.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { splitOff } from '../stock/split-off.js';
import { input, qtyOfPart, unit, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { stockTarget } from '../stock/stock-target.js';
import { stockItemFields } from './stock-item.fields.js';
import { stockItem } from './stock-item.kind.js';
import { STOCK_STATUSES } from './stock-status.js';
import { isPosted } from '../movement/is-posted.js';
import { undoPosting } from '../movement/undo-posting.js';
import { optionalInPlainUnit } from '../part/unit.js';

export const setStatus = defineAction({
  id: 'inventory:set_status',
  title: 'Set status',
  description:
    'Sets the status of a stock item. With `qty`, only that quantity, which is split off into a stock item of its own.',
  appliesTo: [stockItem],
  input: input({
    status: Field.described(stockItemFields.properties.status, Field.enum(STOCK_STATUSES)),
    qty: Type.Optional({ ...qtyOfPart, description: 'Quantity that gets the status. Default: all of it.' }),
    unit,
    ...postingInput,
  }),
  output: postingResult,
  emits: [
    stockItemStatusChanged,
    stockItemSplit,
    stockItemCreated,
    stockChanged,
    stockLow,
    stockDepleted,
    stockRecovered,
    partStocked,
  ],
  agent: { words: ['damaged', 'broken', 'expired', 'quarantine', 'lost', 'block'] },
  // With `qty`, each run splits off another stock item.
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse',
  ui: {
    done: 'Set the status of {title} to {input.status}',
    icon: 'flag',
    order: 80,
    hidden: ['cause_key'],
    bulk: true,
    prefill: { status: { field: 'status' } },
  },
  undo: () => undoPosting,
  example: { title: 'Two were dropped', input: { status: 'damaged', qty: 2, reason: 'Dropped' } },
  // Rejected and destroyed stock changes only by reversing the movement that set the status.
  available: ({ fields: { status } }, { input: given }) =>
    (status !== 'rejected' && status !== 'destroyed') || given?.status === status || notWhile(status),
  repeated: isPosted,
  async run(context, item, { status, qty, unit: named, reason, cause_key: causeKey }) {
    const { part } = await stockTarget(context, item);
    const present = heldOf(item.fields);
    const wanted = optionalInPlainUnit(part, { qty, unit: named }, { there: present }) ?? present;
    if (wanted > present) throw insufficientStock({ part, found: present, requested: wanted, path: '/input/qty' });
    return postStock(context, { part, details: { type: 'status', reason, causeKey } }, async (posting) => {
      if (status === item.fields.status) return;
      const path = (field: string) => `/input/${field}`;
      const [concerned = item] =
        wanted < present ? await splitOff(context, { takes: [{ item, qty: wanted }], posting, path }) : [];
      await context.records.update(stockItem, concerned.id, { status }, { note: posting.note(), path });
    });
  },
});
