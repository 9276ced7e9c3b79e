import { compact, defineAction, fail } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, recordId } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { readStock } from '../queue/read-queue.js';
import { reserveFor } from '../queue/reserve-for.js';
import { StockBudget } from '../queue/stock-budget.js';
import { byHand, steered } from '../steer/by-hand.js';
import { recall } from '../steer/recall.js';
import { tellMachine } from '../steer/tell-machine.js';
import { releaseMaterial } from '../report/release-material.js';
import { jobRecord, type Job } from './job.fields.js';
import { isGiven } from './job-status.js';

const path = '/input/machine';

export const send = defineAction({
  id: 'digifab:send',
  title: 'Send to a machine',
  description:
    'Past the queue, to a machine that is ready, which is told to print it where it has a device. What it takes of material is not checked, but reserved where it is there.',
  appliesTo: [jobRecord],
  input: input({ machine: recordId('digifab:machine', 'Where it is to be made.'), ...byHand }),
  output: output({ ...steered, machine: Type.String({ format: 'uuid' }) }),
  emits: jobEvents,
  effects: MOVES,
  undoneBy: 'digifab:cancel',
  example: { title: 'On the left one', input: { machine: '0192f0c1-2d3e-7000-8000-000000000002' } },
  available({ fields: { status, approval } }) {
    if (approval === 'waiting') return 'it waits for approval';
    return status === 'queued' || isGiven(status) || `it is ${status}`;
  },
  async run(context, job, { machine: wanted, by_hand: isByHand }) {
    const { records } = context;
    const before = job.fields.machine;
    const held = await records.lock(machineRecord, [wanted, ...(before === undefined ? [] : [before])]);
    const machine = held.get(wanted);
    if (!machine)
      throw fail('validation_failed', 'There is no such machine.', {
        details: [{ path, code: 'unknown_reference', message: 'There is no such machine.' }],
      });
    assertReady(machine, job);
    if (before !== undefined && before !== wanted) await recall(context, { job, machine: held.get(before), isByHand });
    const materials = await releaseMaterial(context, job);
    const open: Job = { ...job, fields: { ...job.fields, ...(materials === undefined ? {} : { materials }) } };
    const binding = new StockBudget(await readStock(records, [open], [machine])).bind(materials ?? [], machine);
    const bound = 'bound' in binding ? binding.bound : [];
    const reserved = await reserveFor(context, [{ job: open, machine, bound }]);
    await records.update(
      jobRecord,
      job.id,
      compact({ status: 'sending', machine: wanted, waiting_for: null, materials: reserved.get(job.id) ?? materials }),
    );
    await records.update(machineRecord, wanted, { current_job: job.id });
    const left = before === undefined || before === wanted ? undefined : held.get(before);
    if (left?.fields.current_job === job.id) await records.update(machineRecord, left.id, { current_job: null });
    const told = await tellMachine(context, { job, machine, name: 'print', isByHand });
    return { machine: wanted, status: 'sending', ...(told === null ? {} : { command: told }) };
  },
});

function assertReady({ fields: { status, needs_clear, current_job, name } }: Machine, job: Job): void {
  const isBusy = current_job !== undefined && current_job !== job.id;
  const why = isBusy ? 'has a job' : needs_clear ? 'needs its bed cleared' : status === 'idle' ? null : `is ${status}`;
  if (why === null) return;
  const message = `${name} ${why}.`;
  throw fail('conflict', message, { details: [{ path, code: 'not_ready', message }] });
}
