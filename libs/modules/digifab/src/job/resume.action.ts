import { defineAction } from '@cubit/core';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { printResumed } from '../events/print-events.js';
import { byHand, steered } from '../steer/by-hand.js';
import { jobRecord } from './job.fields.js';
import { turnPrint } from './turn-print.js';

export const resume = defineAction({
  id: 'digifab:resume',
  title: 'Resume',
  description:
    'Goes on with a paused print: through the device of its machine, where it has one, else as somebody has done.',
  appliesTo: [jobRecord],
  input: input({ reason, ...byHand }),
  output: output(steered),
  emits: [printResumed, machineStatusChanged, jobUpdated],
  effects: MOVES,
  undoneBy: 'digifab:pause',
  example: { title: 'Go on', input: {} },
  available: ({ fields: { status } }) => status === 'paused' || `it is ${status}`,
  async run(context, job, { reason: why, by_hand: isByHand }) {
    const told = await turnPrint(context, job, { status: 'printing', reason: why, isByHand });
    return told === null ? { status: 'printing' } : { status: job.fields.status, command: told };
  },
});
