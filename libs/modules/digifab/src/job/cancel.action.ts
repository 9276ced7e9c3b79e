import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineEvents } from '../events/machine-events.js';
import { printCancelled } from '../events/print-events.js';
import { machineRecord } from '../machine/machine.fields.js';
import { byHandInput, commandOutput } from '../steer/by-hand.js';
import { sendCommand } from '../steer/send-command.js';
import { endPrint } from '../report/end-print.js';
import { settings } from '../settings.js';
import { jobRecord } from './job.fields.js';
import { isOver, isRunning } from './job-status.js';
import { removeFromMachine } from './remove-from-machine.js';

export const cancel = defineAction({
  id: 'digifab:cancel',
  title: 'Cancel job',
  description:
    'Cancels the job. A running print is stopped through the device of its machine, if there is one. If the print had started, the material used is posted and the bed needs clearing.',
  appliesTo: [jobRecord],
  input: input({
    reason,
    discard: Type.Optional(
      Type.Boolean({
        title: 'Discard',
        description: 'Delete a job that is still queued, as if it had never been: no attempt of it was made.',
      }),
    ),
    ...byHandInput,
  }),
  output: output(commandOutput),
  emits: [printCancelled, ...machineEvents, ...jobEvents],
  agent: { words: ['stop', 'abort', 'kill the print'] },
  effects: { ...MOVES, destructive: true },
  settings,
  ui: {
    done: 'Cancelled {title}',
    icon: 'x',
    tone: 'danger',
    order: 90,
    bulk: true,
    hidden: ['discard'],
    confirm: 'A print that runs is stopped.',
  },
  example: { title: 'Wrong file', input: { reason: 'Wrong file' } },
  available: ({ fields: { status } }) => !isOver(status) || notWhile(status),
  async run(context, job, { reason: why, discard = false, by_hand: isByHand }) {
    if (discard && job.fields.status === 'queued' && job.fields.attempts === 0) {
      await context.records.remove(jobRecord, [job.id]);
      return { status: 'cancelled' };
    }
    const machines = await context.records.lock(
      machineRecord,
      job.fields.machine === undefined ? [] : [job.fields.machine],
    );
    const machine = machines.get(job.fields.machine ?? '') ?? null;
    const note = { reason: why, byMachine: false };
    if (isRunning(job.fields.status)) {
      const command = await sendCommand(context, { job, machine, name: 'cancel', reason: why, isByHand });
      if (command !== null) return { status: job.fields.status, command };
      const report = { state: 'cancelled' as const, ...(why === undefined ? {} : { reason: why }) };
      await endPrint(context, { job, machine, report, status: 'cancelled', byMachine: false });
    } else await removeFromMachine(context, { job, machine, status: 'cancelled', note, isByHand });
    return { status: 'cancelled' };
  },
});
