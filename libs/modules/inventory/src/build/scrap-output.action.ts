import { addDecimals, defineAction, subtractDecimals } from '@cubit/core';
import { reservationConsumed, stockChanged, stockDepleted, stockLow } from '../events.js';
import { postStock } from '../stock/post-stock.js';
import { input, qty, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assemblyOf, assertAtMost, buildResult, resultOf } from './build-input.js';
import { isUnderWay } from './build-status.js';
import { build } from './build.kind.js';
import { makeUnits } from './make-units.js';

export const scrapOutput = defineAction({
  id: 'inventory:scrap_output',
  title: 'Scrap output',
  description:
    '`qty` were made and are no good: their components are used, nothing comes into stock, and as many are still to be made as before.',
  appliesTo: [build],
  input: input({ qty, ...said }),
  output: buildResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted],
  effects: { ...STOCK_EFFECTS, destructive: true },
  example: { title: 'One was soldered the wrong way round', input: { qty: 1, reason: 'Polarity' } },
  available: ({ fields: { status } }) => isUnderWay(status) || `it is ${status.replace('_', ' ')}`,
  async run(context, record, { qty: scrapped, reason, cause_key: causeKey }) {
    const { qty: total, qty_done, qty_scrapped } = record.fields;
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'build_consume', reason, causeKey, cause } as const;
    let after = record;
    const { duplicate } = await postStock(context, { part: owner, details }, async (posting) => {
      assertAtMost(scrapped, Math.max(0, subtractDecimals(total, qty_done)));
      const taken = await makeUnits(context, { build: record, units: scrapped, posting });
      after = await context.records.update(build, record.id, {
        ...taken,
        status: 'in_progress',
        qty_scrapped: addDecimals(qty_scrapped, scrapped),
      });
    });
    return { ...resultOf(after), ...(duplicate === true ? { duplicate } : {}) };
  },
});
