import { Field, foreignKind, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { jobRecord } from '../job/job.fields.js';
import { sendCommand, type CommandRequest } from './send-command.js';

const command = foreignKind('devices:command', Type.Object({ status: Field.text() }));

/** Recalls a print command: cancels it while it is queued, otherwise sends a cancel command. */
export async function recallPrint(
  context: ModuleContext,
  { job, machine, isByHand = false }: Omit<CommandRequest, 'name'>,
): Promise<void> {
  const last = job.fields.command;
  if (isByHand || job.fields.status !== 'sending' || !context.offers('devices:cancel_command')) return;
  // A failed command stays visible on the job.
  if (last?.name !== 'print' || (last.status !== 'queued' && last.status !== 'succeeded')) return;
  await context.records.update(jobRecord, job.id, { command: null });
  const sent = (await context.records.lock(command, [last.id])).get(last.id);
  if (sent?.fields.status === 'queued')
    await context.invoke('devices:cancel_command', { kind: command.id, id: last.id }, {});
  else if (sent?.fields.status === 'delivered' || sent?.fields.status === 'succeeded')
    await sendCommand(context, { job, machine, name: 'cancel' });
}
