import { defineAction } from '@cubit/core';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { printPaused } from '../events/print-events.js';
import { byHand, steered } from '../steer/by-hand.js';
import { jobRecord } from './job.fields.js';
import { turnPrint } from './turn-print.js';

export const pause = defineAction({
  id: 'digifab:pause',
  title: 'Pause',
  description: 'Pauses the print: through the device of its machine, where it has one, else as somebody has done.',
  appliesTo: [jobRecord],
  input: input({ reason, ...byHand }),
  output: output(steered),
  emits: [printPaused, machineStatusChanged, jobUpdated],
  effects: MOVES,
  undoneBy: 'digifab:resume',
  example: { title: 'Wait', input: { reason: 'Insert the nuts' } },
  available: ({ fields: { status } }) => status === 'printing' || `it is ${status}`,
  async run(context, job, { reason: why, by_hand: isByHand }) {
    const told = await turnPrint(context, job, { status: 'paused', reason: why, isByHand });
    return told === null ? { status: 'paused' } : { status: job.fields.status, command: told };
  },
});
