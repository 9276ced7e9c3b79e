import { compact, fail, Field, foreignKind, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { connectionRecord } from '../connection/connection.fields.js';
import { fileRecord } from '../file/file.fields.js';
import type { CommandName } from '../job/job-command.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';

const RUN_COMMAND = 'devices:run_command';
const device = foreignKind(
  'devices:device',
  Type.Object({ bridge: Type.Optional(Field.ref('devices:bridge')), address: Type.Optional(Field.text()) }),
);

export interface CommandRequest {
  readonly job: Job;
  readonly machine: Machine | null | undefined;
  readonly name: CommandName;
  readonly reason?: string | undefined;
  /** No command is to be sent: somebody operates the machine by hand. */
  readonly isByHand?: boolean | undefined;
}

/**
 * Sends a command to the device of the machine and returns its id. The job keeps its status until the machine reports.
 * Returns null if the machine has no device or the workspace has no devices.
 */
export async function sendCommand(
  context: ModuleContext,
  { job, machine, name, reason, isByHand = false }: CommandRequest,
): Promise<string | null> {
  const target = isByHand || !machine ? undefined : await deviceOf(context, machine);
  if (target === undefined) return null;
  const { command: before } = (await context.records.get(jobRecord, job.id)).fields;
  // A repeated request does not send a second command.
  if (before?.name === name && before.status === 'queued') return before.id;
  const params = compact({ job: job.id, ...(name === 'print' ? await printParams(context, job) : {}), reason });
  const about = { kind: job.kind, id: job.id };
  const result = (await context.invoke(RUN_COMMAND, about, { command: name, device: target, params })) as {
    command: string;
  };
  const command = compact({ id: result.command, name, status: 'queued' as const, reason });
  await context.records.update(jobRecord, job.id, { command });
  return result.command;
}

async function deviceOf({ records, offers }: ModuleContext, { fields }: Machine): Promise<string | undefined> {
  const { device: own, connection, remote_id: address, name } = fields;
  if (!offers(RUN_COMMAND)) return undefined;
  if (own !== undefined) return own;
  if (connection === undefined || address === undefined) return undefined;
  const bridge = (await records.getMany(connectionRecord, [connection])).get(connection)?.fields.via_bridge;
  if (bridge === undefined) return undefined;
  const [found] = await records.find(device, { where: { bridge, address }, limit: 1 });
  if (found) return found.id;
  throw fail(
    'conflict',
    `The bridge of ${name} has no device with the address '${address}'. Operate the machine yourself and set by_hand.`,
  );
}

/** Parameters of a print command. The file must be on the machine or its host under this name. */
async function printParams({ records }: ModuleContext, { title, fields: { file: id } }: Job) {
  const file = id === undefined ? undefined : (await records.getMany(fileRecord, [id])).get(id);
  return compact({ title, file: file?.fields.name, sha256: file?.fields.sha256 });
}
