import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { printPaused } from '../events/print-events.js';
import { jobRecord } from './job.fields.js';
import { turnPrint } from './turn-print.js';

export const pause = defineAction({
  id: 'digifab:pause',
  title: 'Pause',
  description: 'Pauses the print.',
  appliesTo: [jobRecord],
  input: input({ reason }),
  output: output({ status: Type.Literal('paused') }),
  emits: [printPaused, machineStatusChanged, jobUpdated],
  effects: MOVES,
  undoneBy: 'digifab:resume',
  example: { title: 'Wait', input: { reason: 'Insert the nuts' } },
  available: ({ fields: { status } }) => status === 'printing' || `it is ${status}`,
  async run(context, job, { reason: why }) {
    await turnPrint(context, job, { status: 'paused', reason: why });
    return { status: 'paused' as const };
  },
});
