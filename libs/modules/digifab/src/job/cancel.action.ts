import { defineAction } from '@cubit/core';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineEvents } from '../events/machine-events.js';
import { printCancelled } from '../events/print-events.js';
import { machineRecord } from '../machine/machine.fields.js';
import { byHand, steered } from '../steer/by-hand.js';
import { tellMachine } from '../steer/tell-machine.js';
import { endPrint } from '../report/end-print.js';
import { jobRecord } from './job.fields.js';
import { isOver, isRunning } from './job-status.js';
import { leaveMachine } from './leave-machine.js';

export const cancel = defineAction({
  id: 'digifab:cancel',
  title: 'Cancel',
  description:
    'Ends the job; what is printing through the device of its machine, where it has one. Of a print that had begun, what it used is booked, and the bed is to be cleared.',
  appliesTo: [jobRecord],
  input: input({ reason, ...byHand }),
  output: output(steered),
  emits: [printCancelled, ...machineEvents, ...jobEvents],
  effects: { ...MOVES, destructive: true },
  example: { title: 'Wrong file', input: { reason: 'Wrong file' } },
  available: ({ fields: { status } }) => !isOver(status) || `it is ${status}`,
  async run(context, job, { reason: why, by_hand: isByHand }) {
    const held = await context.records.lock(
      machineRecord,
      job.fields.machine === undefined ? [] : [job.fields.machine],
    );
    const machine = held.get(job.fields.machine ?? '') ?? null;
    const note = { reason: why, byMachine: false };
    if (isRunning(job.fields.status)) {
      const told = await tellMachine(context, { job, machine, name: 'cancel', reason: why, isByHand });
      if (told !== null) return { status: job.fields.status, command: told };
      const report = { state: 'cancelled' as const, ...(why === undefined ? {} : { reason: why }) };
      await endPrint(context, { job, machine, report, status: 'cancelled', byMachine: false });
    } else await leaveMachine(context, { job, machine, status: 'cancelled', note, isByHand });
    return { status: 'cancelled' };
  },
});
