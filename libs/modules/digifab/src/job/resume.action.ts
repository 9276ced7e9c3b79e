import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { printResumed } from '../events/print-events.js';
import { jobRecord } from './job.fields.js';
import { turnPrint } from './turn-print.js';

export const resume = defineAction({
  id: 'digifab:resume',
  title: 'Resume',
  description: 'Goes on with a paused print.',
  appliesTo: [jobRecord],
  input: input({ reason }),
  output: output({ status: Type.Literal('printing') }),
  emits: [printResumed, machineStatusChanged, jobUpdated],
  effects: MOVES,
  undoneBy: 'digifab:pause',
  example: { title: 'Go on', input: {} },
  available: ({ fields: { status } }) => status === 'paused' || `it is ${status}`,
  async run(context, job, { reason: why }) {
    await turnPrint(context, job, { status: 'printing', reason: why });
    return { status: 'printing' as const };
  },
});
