import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { defineAction, notWhile } from '@cubit/core';
import {
  reservationConsumed,
  stockChanged,
  stockDepleted,
  stockExceeded,
  stockItemStatusChanged,
  stockLow,
} from '../events.js';
import { postStock } from '../stock/post-stock.js';
import { input, builtQty, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assemblyOf, assertRemaining, buildResult, usedAlready, resultOf } from './build-input.js';
import { isActive } from './build-status.js';
import { build } from './build.kind.js';
import { makeUnits } from './make-units.js';
import { isPosted } from '../movement/is-posted.js';

export const scrapOutput = defineAction({
  id: 'inventory:scrap_output',
  title: 'Scrap output',
  description:
    'Records scrapped assemblies. Their components are used, nothing is added to stock, and the quantity still to build does not change.',
  appliesTo: [build],
  input: input({
    qty: { ...builtQty, description: 'Number of assemblies that were scrapped.' },
    used: usedAlready,
    ...postingInput,
  }),
  output: buildResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted, stockExceeded, stockItemStatusChanged],
  agent: { words: ['reject', 'broken', 'throw away', 'waste'] },
  effects: { ...STOCK_EFFECTS, destructive: true },
  ui: {
    done: 'Scrapped {input.qty} of {title}',
    icon: 'trash-2',
    tone: 'danger',
    order: 60,
    hidden: ['cause_key'],
    prefill: { qty: 1 },
  },
  example: { title: 'Scrap one', input: { qty: 1, reason: 'Polarity' } },
  available: ({ fields: { status } }) => isActive(status) || notWhile(status),
  repeated: isPosted,
  async run(context, record, { qty: scrapped, used, reason, cause_key: causeKey }) {
    const { qty: total, qty_done, qty_scrapped } = record.fields;
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'build_consume', reason, causeKey, cause } as const;
    let after = record;
    const { duplicate } = await postStock(context, { part: owner, details }, async (posting) => {
      assertRemaining(scrapped, Math.max(0, subtractQuantities(total, qty_done)));
      const taken = await makeUnits(context, { build: record, units: scrapped, posting, isPast: used === true });
      after = await context.records.update(build, record.id, {
        ...taken,
        status: 'in_progress',
        qty_scrapped: addQuantities(qty_scrapped, scrapped),
      });
    });
    return { ...resultOf(after), ...(duplicate === true ? { duplicate } : {}) };
  },
});
