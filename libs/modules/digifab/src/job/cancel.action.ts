import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, reason } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineEvents } from '../events/machine-events.js';
import { printCancelled } from '../events/print-events.js';
import { machineRecord } from '../machine/machine.fields.js';
import { endPrint } from '../report/end-print.js';
import { jobRecord } from './job.fields.js';
import { isOver, isRunning } from './job-status.js';
import { leaveMachine } from './leave-machine.js';

export const cancel = defineAction({
  id: 'digifab:cancel',
  title: 'Cancel',
  description: 'Ends the job. Of a print that had begun, what it used is booked, and the bed is to be cleared.',
  appliesTo: [jobRecord],
  input: input({ reason }),
  output: output({ status: Type.Literal('cancelled') }),
  emits: [printCancelled, ...machineEvents, ...jobEvents],
  effects: { ...MOVES, destructive: true },
  example: { title: 'Wrong file', input: { reason: 'Wrong file' } },
  available: ({ fields: { status } }) => !isOver(status) || `it is ${status}`,
  async run(context, job, { reason: why }) {
    const held = await context.records.lock(
      machineRecord,
      job.fields.machine === undefined ? [] : [job.fields.machine],
    );
    const machine = held.get(job.fields.machine ?? '') ?? null;
    const note = { reason: why, byMachine: false };
    if (isRunning(job.fields.status)) {
      const report = { state: 'cancelled' as const, ...(why === undefined ? {} : { reason: why }) };
      await endPrint(context, { job, machine, report, status: 'cancelled', byMachine: false });
    } else await leaveMachine(context, { job, machine, status: 'cancelled', note });
    return { status: 'cancelled' as const };
  },
});
