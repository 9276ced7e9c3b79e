import { addDecimals, defineAction, subtractDecimals } from '@cubit/core';
import { Type } from 'typebox';
import { reservationConsumed, stockChanged, stockDepleted, stockLow } from '../events.js';
import { postStock } from '../stock/post-stock.js';
import { input, qty, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assemblyOf, assertAtMost, buildResult, resultOf } from './build-input.js';
import { isUnderWay } from './build-status.js';
import { build } from './build.kind.js';
import { takeComponents } from './take-components.js';

const path = '/input/qty';

export const consumeBuild = defineAction({
  id: 'inventory:consume_build',
  title: 'Use components',
  description:
    'Takes the components out of stock ahead of the outputs: for `qty` assemblies, or for all that are still to be made. Outputs take what was not taken so.',
  appliesTo: [build],
  input: input({ qty: Type.Optional(qty), ...said }),
  output: buildResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted],
  effects: STOCK_EFFECTS,
  example: { title: 'For the first five', input: { qty: 5 } },
  available: ({ fields: { status } }) => isUnderWay(status) || `it is ${status.replace('_', ' ')}`,
  async run(context, record, { qty: wanted, reason, cause_key: causeKey }) {
    const { qty: total, qty_consumed, qty_scrapped } = record.fields;
    const left = Math.max(0, subtractDecimals(addDecimals(total, qty_scrapped), qty_consumed));
    const units = wanted ?? left;
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'build_consume', reason, causeKey, cause } as const;
    let after = record;
    const { duplicate } = await postStock(context, { part: owner, details }, async (posting) => {
      assertAtMost(units, left);
      const taken = await takeComponents(context, { build: record, units, posting, path });
      after = await context.records.update(build, record.id, { ...taken, status: 'in_progress' });
    });
    return { ...resultOf(after), ...(duplicate === true ? { duplicate } : {}) };
  },
});
