import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
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
import { takeComponents } from './take-components.js';
import { isPosted } from '../movement/is-posted.js';

const path = '/input/qty';

export const consumeBuild = defineAction({
  id: 'inventory:consume_build',
  title: 'Use components',
  description:
    'Uses components before the outputs are completed. For `qty` assemblies, or for all that remain. Completing an output then uses only the rest.',
  appliesTo: [build],
  input: input({
    qty: Type.Optional({
      ...builtQty,
      description: 'Number of assemblies to use components for. Default: all that remain.',
    }),
    used: usedAlready,
    ...postingInput,
  }),
  output: buildResult,
  emits: [reservationConsumed, stockChanged, stockLow, stockDepleted, stockExceeded, stockItemStatusChanged],
  effects: STOCK_EFFECTS,
  ui: { done: 'Used components for {title}', icon: 'minus', order: 30, hidden: ['cause_key'] },
  example: { title: 'Use components for five', input: { qty: 5 } },
  available: ({ fields: { status } }) => isActive(status) || notWhile(status),
  repeated: isPosted,
  async run(context, record, { qty: wanted, used, reason, cause_key: causeKey }) {
    const { qty: total, qty_consumed, qty_scrapped } = record.fields;
    const left = Math.max(0, subtractQuantities(addQuantities(total, qty_scrapped), qty_consumed));
    const units = wanted ?? left;
    const owner = await assemblyOf(context, record);
    const cause = { kind: record.kind, id: record.id };
    const details = { type: 'build_consume', reason, causeKey, cause } as const;
    let after = record;
    const { duplicate } = await postStock(context, { part: owner, details }, async (posting) => {
      assertRemaining(units, left);
      const taken = await takeComponents(context, { build: record, units, posting, path, isPast: used === true });
      after = await context.records.update(build, record.id, { ...taken, status: 'in_progress' });
    });
    return { ...resultOf(after), ...(duplicate === true ? { duplicate } : {}) };
  },
});
