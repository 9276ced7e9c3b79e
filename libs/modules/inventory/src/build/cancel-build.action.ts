import { compact, defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { reservationReleased, partStocked, stockChanged, stockRecovered } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { buildCancelled } from './build-events.js';
import { assemblyOf, buildResult, resultOf, buildPayload } from './build-input.js';
import { build } from './build.kind.js';
import { releaseComponents } from './release-components.js';

export const cancelBuild = defineAction({
  id: 'inventory:cancel_build',
  title: 'Cancel build',
  description:
    'Ends a build that is not completed and releases its reservations. Used components and completed outputs are not reversed.',
  appliesTo: [build],
  input: input({
    reason: Type.Optional(Field.text({ title: 'Reason', description: 'Why, in a few words. The event contains it.' })),
  }),
  output: buildResult,
  emits: [buildCancelled, reservationReleased, stockChanged, stockRecovered, partStocked],
  agent: { words: ['stop building', 'abort'] },
  effects: { ...STOCK_EFFECTS, destructive: true },
  ui: {
    done: 'Cancelled {title}',
    icon: 'x',
    tone: 'danger',
    order: 90,
    confirm: 'Components that were used are not put back.',
  },
  example: { title: 'Cancel a withdrawn order', input: { reason: 'Order withdrawn' } },
  available: ({ fields: { status } }) => (status !== 'completed' && status !== 'cancelled') || notWhile(status),
  async run(context, record, { reason }) {
    await releaseComponents(context, record);
    const owner = await assemblyOf(context, record);
    const after = await context.records.update(build, record.id, { status: 'cancelled', held_from: null });
    context.emit(buildCancelled, { ...buildPayload(record, owner), qty: record.fields.qty, ...compact({ reason }) });
    return resultOf(after);
  },
});
