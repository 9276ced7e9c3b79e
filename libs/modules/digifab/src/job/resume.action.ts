import { compact, defineAction, notWhile } from '@cubit/core';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobUpdated } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { printResumed } from '../events/print-events.js';
import { byHandInput, commandOutput } from '../steer/by-hand.js';
import { jobRecord } from './job.fields.js';
import { setPrintStatus } from './set-print-status.js';

export const resume = defineAction({
  id: 'digifab:resume',
  title: 'Resume job',
  description: 'Resumes a paused print through the device of its machine. Without a device, only the status is set.',
  appliesTo: [jobRecord],
  input: input({ reason, ...byHandInput }),
  output: output(commandOutput),
  emits: [printResumed, machineStatusChanged, jobUpdated],
  agent: { words: ['go on', 'continue', 'keep printing'] },
  effects: MOVES,
  undoneBy: 'digifab:pause',
  ui: {
    done: 'Resumed {title}',
    icon: 'play',
    tone: 'primary',
    key: 'r',
    order: 31,
    visible: { field: 'status', is: 'paused' },
  },
  undo:
    (_context, _job, { by_hand }) =>
    () => ({ input: compact({ by_hand }) }),
  example: { title: 'Resume', input: {} },
  available: ({ fields: { status } }) => status === 'paused' || notWhile(status),
  async run(context, job, { reason: why, by_hand: isByHand }) {
    const command = await setPrintStatus(context, job, { status: 'printing', reason: why, isByHand });
    return command === null ? { status: 'printing' } : { status: job.fields.status, command };
  },
});
