import { compact, defineAction, fail, notWhile, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input, MOVES, output, recordId } from '../action-input.js';
import { jobEvents } from '../events/job-events.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { readStock } from '../queue/read-queue.js';
import { reserveFor } from '../queue/reserve-for.js';
import { StockBudget } from '../queue/stock-budget.js';
import { byHandInput, commandOutput } from '../steer/by-hand.js';
import { recallPrint } from '../steer/recall-print.js';
import { sendCommand } from '../steer/send-command.js';
import { releaseMaterial } from '../report/release-material.js';
import { jobRecord, type Job } from './job.fields.js';
import { isDispatched } from './job-status.js';

const path = '/input/machine';

export const send = defineAction({
  id: 'digifab:send',
  title: 'Send to a machine',
  description:
    'Sends the job to a ready machine without waiting for the scheduler. The machine is commanded to print if it has a device. Material is reserved if available, but not required.',
  appliesTo: [jobRecord],
  input: input({
    machine: Field.titled('Machine', recordId('digifab:machine', 'The machine that runs the job.')),
    ...byHandInput,
  }),
  output: output({ ...commandOutput, machine: Type.String({ format: 'uuid' }) }),
  emits: jobEvents,
  agent: { words: ['start the print', 'printer', 'begin printing'] },
  effects: MOVES,
  undoneBy: 'digifab:cancel',
  ui: {
    done: 'Sent {title} to the machine',
    icon: 'send',
    key: 's',
    order: 20,
    visible: { field: 'status', in: ['draft', 'queued'] },
  },
  example: { title: 'On the left machine', input: { machine: '0192f0c1-2d3e-7000-8000-000000000002' } },
  available({ fields: { status, approval } }) {
    if (approval === 'waiting') return 'the job waits for approval';
    return status === 'queued' || isDispatched(status) || notWhile(status);
  },
  async run(context, job, { machine: wanted, by_hand: isByHand }) {
    const { records } = context;
    const before = job.fields.machine;
    const machines = await records.lock(machineRecord, [wanted, ...(before === undefined ? [] : [before])]);
    const machine = machines.get(wanted);
    if (!machine)
      throw fail('validation_failed', 'The machine does not exist.', {
        details: [{ path, code: 'unknown_reference', message: 'The machine does not exist.' }],
      });
    assertReady(machine, job);
    if (before !== undefined && before !== wanted)
      await recallPrint(context, { job, machine: machines.get(before), isByHand });
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
    const previous = before === undefined || before === wanted ? undefined : machines.get(before);
    if (previous?.fields.current_job === job.id)
      await records.update(machineRecord, previous.id, { current_job: null });
    const command = await sendCommand(context, { job, machine, name: 'print', isByHand });
    return { machine: wanted, status: 'sending', ...(command === null ? {} : { command }) };
  },
});

function assertReady({ fields: { status, needs_clear, current_job, name } }: Machine, job: Job): void {
  const isBusy = current_job !== undefined && current_job !== job.id;
  const why = isBusy ? 'has a job' : needs_clear ? 'needs its bed cleared' : status === 'idle' ? null : `is ${status}`;
  if (why === null) return;
  const message = `${name} ${why}.`;
  throw fail('conflict', message, { details: [{ path, code: 'not_ready', message }] });
}
