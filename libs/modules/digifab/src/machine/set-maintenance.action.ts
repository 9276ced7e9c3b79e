import { defineAction, errorOf, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, output, REPEATABLE } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineStatusChanged } from '../events/machine-events.js';
import { jobRecord } from '../job/job.fields.js';
import { isRunning } from '../job/job-status.js';
import { removeFromMachine } from '../job/remove-from-machine.js';
import { MACHINE_STATUSES } from './machine-status.js';
import { machineRecord, type Machine } from './machine.fields.js';

export const setMaintenance = defineAction({
  id: 'digifab:set_maintenance',
  title: 'Set maintenance',
  description:
    'Puts the machine into maintenance or back into service. With `after_current_job`, maintenance starts when the running print ends.',
  appliesTo: [machineRecord],
  input: input({
    on: Field.boolean({ title: 'In maintenance', description: '`false` puts the machine back into service.' }),
    after_current_job: Type.Optional(
      Field.boolean({
        title: 'After the running print',
        default: false,
        description: 'Wait until the running print ends.',
      }),
    ),
  }),
  output: output({
    status: Type.Unsafe<string>({ type: 'string', enum: MACHINE_STATUSES }),
    pending: Type.Boolean({ description: 'Maintenance starts when the running print ends.' }),
  }),
  emits: [machineStatusChanged, ...jobEvents],
  agent: { words: ['out of order', 'broken', 'defective', 'service', 'down'] },
  effects: REPEATABLE,
  ui: { done: '{title} is {record.status} now', icon: 'wrench', order: 30, prefill: { on: true } },
  undoneBy: 'digifab:set_maintenance',
  undo:
    (_context, { fields: { status } }, { on }) =>
    ({ pending }) => {
      const isChanged = on ? status === 'idle' && !pending : status === 'maintenance';
      return isChanged ? { input: { on: !on } } : null;
    },
  example: { title: 'After this print', input: { on: true, after_current_job: true } },
  async run(context, machine, { on, after_current_job: isLater }) {
    const { records } = context;
    const id = machine.fields.current_job;
    const job = id === undefined ? undefined : (await records.lock(jobRecord, [id])).get(id);
    const isBusy = job ? isRunning(job.fields.status) : isAtWork(machine);
    if (on && isBusy) {
      if (isLater !== true) throw busy();
      await records.update(machineRecord, machine.id, { maintenance_next: true });
      return { status: machine.fields.status, pending: true };
    }
    const { status } = machine.fields;
    const next = on ? 'maintenance' : status === 'maintenance' ? 'idle' : status;
    await records.update(machineRecord, machine.id, { status: next, maintenance_next: false });
    // After the status change: the scheduler runs at once and would assign the job to a machine that is still idle.
    if (on && job) await removeFromMachine(context, { job, machine, status: 'queued' });
    return { status: next, pending: false };
  },
});

function isAtWork({ fields: { status } }: Machine): boolean {
  return status === 'printing' || status === 'paused';
}

function busy(): Error {
  const message = 'A print is running. Set after_current_job to wait until it ends, or cancel it.';
  return errorOf('conflict', message, { details: [{ path: '/input/after_current_job', code: 'busy', message }] });
}
