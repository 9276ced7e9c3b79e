import { defineAction, fail, Field, roundDecimal, validationFailed, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockDepleted, stockItemCreated, stockLow, stockRecovered } from '../events.js';
import { deposit } from '../stock/deposit.js';
import { quantityOfWeight } from '../stock/net-weight.js';
import { postingResult, postStock } from '../stock/post-stock.js';
import { input, said, STOCK_EFFECTS, unit } from '../stock/stock-input.js';
import { assertThere, stockTarget, whyNotThere, type StockTarget } from '../stock/stock-target.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import { part } from './part.kind.js';
import { assertUnit } from './unit.js';

export const setStock = defineAction({
  id: 'inventory:set',
  title: 'Set',
  description:
    'Says how much there is: somebody counted, or a scale weighed (`gross_weight_g`, less the weight of the container). Of a part only where it lies in one stock item.',
  appliesTo: [part, stockItem],
  input: input({
    qty: Type.Optional(Field.decimal({ minimum: 0 })),
    gross_weight_g: Type.Optional(Field.decimal({ minimum: 0 })),
    unit,
    ...said,
  }),
  output: postingResult,
  emits: [stockItemCreated, stockChanged, stockLow, stockDepleted, stockRecovered],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:reverse',
  example: { title: 'The scale shows 742.5 g', input: { gross_weight_g: 742.5 } },
  async run(context, record, { qty, gross_weight_g: grossG, unit: named, reason, cause_key: causeKey }) {
    const target = await theOneItem(context, await stockTarget(context, record));
    assertUnit(target.part, named);
    const counted = quantityOf(target, { qty, grossG });
    const path = () => (qty === undefined ? '/input/gross_weight_g' : '/input/qty');
    return postStock(context, { part: target.part, details: { type: 'set', reason, causeKey } }, async (posting) => {
      posting.counted.add(target.part.id);
      if (target.item) {
        const fields = { qty: counted, last_counted_at: context.now.toISOString() };
        await context.records.update(stockItem, target.item.id, fields, { note: posting.note(), path });
      } else if (counted > 0) await deposit(context, { target, deposit: { qty: counted }, posting, path });
    });
  },
});

async function theOneItem(context: ModuleContext, target: StockTarget): Promise<StockTarget> {
  if (target.item) {
    assertThere(target.item);
    return target;
  }
  const items = await context.records.find(stockItem, {
    where: { part: target.part.id, installed_in: null },
    lock: true,
  });
  const [item = null, another] = items.filter((candidate) => whyNotThere(candidate) === null);
  if (!another) return { ...target, item };
  const message = `'${target.part.title}' lies in several stock items; say which one.`;
  throw fail('conflict', message, { details: [{ path: '/record', code: 'several_items', message }] });
}

interface Reading {
  readonly qty: number | undefined;
  readonly grossG: number | undefined;
}

function quantityOf(target: StockTarget, { qty, grossG }: Reading): number {
  if (qty !== undefined && grossG === undefined) return qty;
  if (grossG !== undefined && qty === undefined) return roundDecimal(quantityOfWeight(target, grossG));
  const message = 'Give one of `qty` and `gross_weight_g`.';
  throw validationFailed([{ path: '/input/qty', code: qty === undefined ? 'required' : 'not_applicable', message }]);
}
