import { addDecimals, defineAction, Field, validationFailed } from '@cubit/core';
import { stockChanged, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { part } from '../part/part.kind.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { withdraw } from '../stock/withdraw.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { movement } from './movement.kind.js';
import { assertReversible, conflict } from './reversal.js';
import { itemOf, markReversed } from './reverse.action.js';

const path = '/input/to_stock_item';

export const transferUsage = defineAction({
  id: 'inventory:transfer_usage',
  title: 'Transfer usage',
  description: 'Books a use on another stock item of the part: the print took from the other spool.',
  appliesTo: [movement],
  input: input({ to_stock_item: Field.ref('inventory:stock_item'), ...said }),
  output: postingResult,
  emits: [stockChanged, stockLow, stockDepleted, stockRecovered],
  effects: STOCK_EFFECTS,
  example: { title: 'It was the other spool', input: { to_stock_item: '0192f0c1-2d3e-7000-8000-000000000009' } },
  available: ({ fields: { reversed_by, qty_delta } }) =>
    reversed_by !== undefined ? 'it is reversed already' : qty_delta < 0 || 'it took nothing',
  async run(context, record, { to_stock_item: toId, reason, cause_key: causeKey }) {
    assertReversible(record);
    const { type, qty_delta: delta, part: partId, cause } = record.fields;
    if (type !== 'use' && type !== 'print_consume')
      throw conflict(`A movement '${type}' is no use of stock.`, 'no_use');
    const owner = await context.records.get(part, partId);
    const from = await itemOf(context, record);
    const to = (await context.records.lock(stockItem, [toId])).get(toId);
    if (!to || to.fields.part !== partId || to.id === from.id)
      throw validationFailed([{ path, code: 'unknown_reference', message: 'Name another stock item of the part.' }]);
    const details = { type, reason, cause, causeKey, reverses: record.id };
    const result = await postStock(context, { part: owner, details }, async (posting) => {
      const qty = addDecimals(from.fields.qty, -delta);
      const options = { note: posting.note('reverse'), path: () => '/record' };
      await context.records.update(stockItem, from.id, { qty }, options);
      // The part as it is with the stock that came back: the two cancel out.
      const credited = {
        ...owner,
        fields: { ...owner.fields, available: addDecimals(owner.fields.available, -delta) },
      };
      await withdraw(context, { target: { part: credited, item: to }, qty: -delta, posting, path });
    });
    if (result.duplicate !== true) await markReversed(context, record, result.movements[0]?.id);
    return result;
  },
});
