import { defineAction, fail, Field } from '@cubit/core';
import { Type } from 'typebox';
import { reservationReleased, stockChanged, stockRecovered } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { buildCompleted } from './build-events.js';
import { assemblyOf, buildResult, resultOf, saidOf } from './build-input.js';
import { build } from './build.kind.js';
import { releaseComponents } from './release-components.js';

export const completeBuild = defineAction({
  id: 'inventory:complete_build',
  title: 'Complete',
  description:
    'Ends a build all of whose outputs are in stock, or with `accept_incomplete` one of which fewer came. What it still has reserved is given back.',
  appliesTo: [build],
  input: input({ accept_incomplete: Type.Optional(Field.boolean({ default: false })) }),
  output: buildResult,
  emits: [buildCompleted, reservationReleased, stockChanged, stockRecovered],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse_build_output',
  example: { title: 'Done', input: {} },
  available: ({ fields: { status } }) => status === 'in_progress' || `it is ${status.replace('_', ' ')}`,
  async run(context, record, { accept_incomplete: isShortOk }) {
    const { qty, qty_done: done, qty_scrapped: scrapped } = record.fields;
    if (done < qty && isShortOk !== true) throw incomplete(done, qty);
    await releaseComponents(context, record);
    const owner = await assemblyOf(context, record);
    const completedAt = context.now.toISOString();
    const after = await context.records.update(build, record.id, { status: 'completed', completed_at: completedAt });
    context.emit(buildCompleted, { ...saidOf(record, owner), qty, qtyDone: done, qtyScrapped: scrapped });
    return resultOf(after);
  },
});

function incomplete(done: number, qty: number): Error {
  const message = `${done} of ${qty} are done. Complete the outputs first, or say \`accept_incomplete\`.`;
  return fail('conflict', message, { details: [{ path: '/input/accept_incomplete', code: 'incomplete', message }] });
}
