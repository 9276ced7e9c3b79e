import { compact, defineAction, notWhile } from '@cubit/core';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { printPaused } from '../events/print-events.js';
import { byHandInput, commandOutput } from '../steer/by-hand.js';
import { jobRecord } from './job.fields.js';
import { setPrintStatus } from './set-print-status.js';

export const pause = defineAction({
  id: 'digifab:pause',
  title: 'Pause job',
  description: 'Pauses the print through the device of its machine. Without a device, only the status is set.',
  appliesTo: [jobRecord],
  input: input({ reason, ...byHandInput }),
  output: output(commandOutput),
  emits: [printPaused, machineStatusChanged, jobUpdated],
  agent: { words: ['stop', 'interrupt', 'halt', 'hold the print'] },
  effects: MOVES,
  undoneBy: 'digifab:resume',
  ui: { done: 'Paused {title}', icon: 'pause', key: 'p', order: 30, visible: { field: 'status', is: 'printing' } },
  undo:
    (_context, _job, { by_hand }) =>
    () => ({ input: compact({ by_hand }) }),
  example: { title: 'Wait', input: { reason: 'Insert the nuts' } },
  available: ({ fields: { status } }) => status === 'printing' || notWhile(status),
  async run(context, job, { reason: why, by_hand: isByHand }) {
    const command = await setPrintStatus(context, job, { status: 'paused', reason: why, isByHand });
    return command === null ? { status: 'paused' } : { status: job.fields.status, command };
  },
});
