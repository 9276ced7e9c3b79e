import { defineAction, errorOf, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { reservationReleased, partStocked, stockChanged, stockRecovered } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { buildCompleted } from './build-events.js';
import { assemblyOf, buildResult, resultOf, buildPayload } from './build-input.js';
import { build } from './build.kind.js';
import { releaseComponents } from './release-components.js';

export const completeBuild = defineAction({
  id: 'inventory:complete_build',
  title: 'Complete build',
  description:
    'Completes a build whose outputs are all in stock. With `accept_incomplete`, also a build with fewer outputs. Releases its remaining reservations.',
  appliesTo: [build],
  input: input({
    accept_incomplete: Type.Optional(
      Field.boolean({
        title: 'Accept incomplete',
        default: false,
        description: 'Complete the build with fewer outputs than planned.',
      }),
    ),
  }),
  output: buildResult,
  emits: [buildCompleted, reservationReleased, stockChanged, stockRecovered, partStocked],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:reverse_build_output',
  ui: { done: 'Completed {title}', icon: 'check', order: 40 },
  example: { title: 'Complete the build', input: {} },
  available: ({ fields: { status } }) => status === 'in_progress' || notWhile(status),
  async run(context, record, { accept_incomplete: isShortOk }) {
    const { qty, qty_done: done, qty_scrapped: scrapped } = record.fields;
    if (done < qty && isShortOk !== true) throw incompleteError(done, qty);
    await releaseComponents(context, record);
    const owner = await assemblyOf(context, record);
    const completedAt = context.now.toISOString();
    const after = await context.records.update(build, record.id, { status: 'completed', completed_at: completedAt });
    context.emit(buildCompleted, { ...buildPayload(record, owner), qty, qtyDone: done, qtyScrapped: scrapped });
    return resultOf(after);
  },
});

function incompleteError(done: number, qty: number): Error {
  const message = `${done} of ${qty} are done. Complete the outputs first, or set \`accept_incomplete\`.`;
  return errorOf('conflict', message, { details: [{ path: '/input/accept_incomplete', code: 'incomplete', message }] });
}
