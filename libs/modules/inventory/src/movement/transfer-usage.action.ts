import { totalsOfPart, quantityFields } from '../stock/stock-totals.js';
import { heldOf } from '../stock-item/exact-fields.js';
import { exactToText } from '@cubit/decimal';
import { defineAction, Field, validationFailed } from '@cubit/core';
import { partStocked, stockChanged, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { part } from '../part/part.kind.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, STOCK_EFFECTS, postingInput } from '../stock/stock-input.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { settings } from '../settings.js';
import { movement } from './movement.kind.js';
import { conflict, exactDeltaOf, irreversibleError } from './reversal.js';
import { findItem, itemGoneError, lockItem, markReversed } from './reverse.action.js';
import { isPosted } from './is-posted.js';

const path = '/input/to_stock_item';

export const transferUsage = defineAction({
  id: 'inventory:transfer_usage',
  title: 'Move usage to other stock',
  description: 'Moves a recorded use to another stock item of the part. For example if a print used another spool.',
  appliesTo: [movement],
  input: input({
    to_stock_item: Field.ref('inventory:stock_item', {
      title: 'To stock item',
      description: 'The stock item that was used in fact. It must be of the same part.',
    }),
    ...postingInput,
  }),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted, stockRecovered, partStocked],
  effects: STOCK_EFFECTS,
  settings,
  ui: { done: 'Moved the usage to other stock', icon: 'arrow-left-right', order: 20, hidden: ['cause_key'] },
  example: { title: 'The print used another spool', input: { to_stock_item: '0192f0c1-2d3e-7000-8000-000000000009' } },
  lookup: findItem,
  available(record, { found: item }) {
    const { type, qty_delta: delta } = record.fields;
    const refusal = irreversibleError(record) ?? (delta < 0 ? null : 'it removed no stock');
    if (refusal) return refusal;
    const isUse = type === 'use' || type === 'print_consume';
    if (!isUse) return conflict(`A movement of type '${type}' is not a use of stock.`, 'no_use');
    return item ? true : itemGoneError();
  },
  repeated: isPosted,
  async run(context, record, { to_stock_item: toId, reason, cause_key: causeKey }) {
    const { type, part: partId, cause } = record.fields;
    const owner = await context.records.get(part, partId);
    const from = await lockItem(context, record);
    const to = (await context.records.lock(stockItem, [toId])).get(toId);
    if (!to || to.fields.part !== partId || to.id === from.id)
      throw validationFailed([{ path, code: 'unknown_reference', message: 'Name another stock item of the part.' }]);
    const details = { type, reason, cause, causeKey, reverses: record.id };
    const result = await postStock(context, { part: owner, details }, async (posting) => {
      const taken = -exactDeltaOf(owner, record);
      const exact_qty = exactToText(heldOf(from.fields) + taken);
      const options = { note: posting.note('reverse'), path: () => '/record' };
      await context.records.update(stockItem, from.id, { exact_qty }, options);
      // The part with the returned stock added back: the return and the new use cancel out.
      const totals = totalsOfPart(owner);
      const credited = quantityFields(owner, { ...totals, usable: totals.usable + taken });
      const target = { part: { ...owner, fields: { ...owner.fields, ...credited } }, item: to };
      await withdraw(context, { target, qty: taken, posting, path });
    });
    if (result.duplicate !== true) await markReversed(context, record, result.movements[0]?.id);
    return result;
  },
});
