import { Field, foreignKind, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { jobRecord } from '../job/job.fields.js';
import { tellMachine, type Telling } from './tell-machine.js';

const command = foreignKind('devices:command', Type.Object({ status: Field.text() }));

/** A print that a machine was told to begin is not to begin: the command is taken back, or followed by another that ends it. */
export async function recall(
  context: ModuleContext,
  { job, machine, isByHand = false }: Omit<Telling, 'name'>,
): Promise<void> {
  const told = job.fields.command;
  if (isByHand || job.fields.status !== 'sending' || !context.offers('devices:cancel_command')) return;
  // What came to nothing is still to be seen.
  if (told?.name !== 'print' || (told.status !== 'queued' && told.status !== 'succeeded')) return;
  await context.records.update(jobRecord, job.id, { command: null });
  const sent = (await context.records.lock(command, [told.id])).get(told.id);
  if (sent?.fields.status === 'queued')
    await context.invoke('devices:cancel_command', { kind: command.id, id: told.id }, {});
  else if (sent?.fields.status === 'delivered' || sent?.fields.status === 'succeeded')
    await tellMachine(context, { job, machine, name: 'cancel' });
}
