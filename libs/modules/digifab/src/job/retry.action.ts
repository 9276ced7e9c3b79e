import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { queueAgain } from '../report/end-print.js';
import { jobRecord } from './job.fields.js';

export const retry = defineAction({
  id: 'digifab:retry',
  title: 'Try job again',
  description: 'Queues a failed or cancelled job for another attempt.',
  appliesTo: [jobRecord],
  input: input({ reason }),
  output: output({ status: Type.Literal('queued') }),
  emits: jobEvents,
  agent: { words: ['again', 'repeat', 'reprint', 'once again'] },
  effects: MOVES,
  undoneBy: 'digifab:cancel',
  ui: {
    done: 'Trying {title} again',
    icon: 'refresh-cw',
    order: 25,
    bulk: true,
    visible: { field: 'status', in: ['failed', 'cancelled'] },
  },
  undo:
    (_context, { fields: { status } }) =>
    () =>
      status === 'cancelled' ? {} : null,
  example: { title: 'With a clean bed', input: {} },
  available({ fields: { status, approval } }) {
    if (approval === 'rejected') return notWhile('rejected');
    return status === 'failed' || status === 'cancelled' || notWhile(status);
  },
  async run(context, { id }, { reason: why }) {
    await queueAgain(context, id, { reason: why });
    return { status: 'queued' as const };
  },
});
