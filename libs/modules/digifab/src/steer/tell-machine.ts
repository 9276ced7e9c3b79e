import { compact, fail, Field, foreignKind, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { connectionRecord } from '../connection/connection.fields.js';
import { fileRecord } from '../file/file.fields.js';
import { jobRecord, type Job, type Order } from '../job/job.fields.js';
import type { Machine } from '../machine/machine.fields.js';

const RUN_COMMAND = 'devices:run_command';
const device = foreignKind(
  'devices:device',
  Type.Object({ bridge: Type.Optional(Field.ref('devices:bridge')), address: Type.Optional(Field.text()) }),
);

export interface Telling {
  readonly job: Job;
  readonly machine: Machine | null | undefined;
  readonly name: Order;
  readonly reason?: string | undefined;
  /** The machine is not to be told: somebody has done so, or cannot. */
  readonly isByHand?: boolean | undefined;
}

/**
 * Tells the machine of a job through its device; the id of the command. What comes of it is for the machine to say: until then the job is as it is.
 * Null where the machine has no device, or the workspace no devices: then what people say is so.
 */
export async function tellMachine(
  context: ModuleContext,
  { job, machine, name, reason, isByHand = false }: Telling,
): Promise<string | null> {
  const to = isByHand || !machine ? undefined : await deviceOf(context, machine);
  if (to === undefined) return null;
  const { command: before } = (await context.records.get(jobRecord, job.id)).fields;
  // Said twice, it is told once.
  if (before?.name === name && before.status === 'queued') return before.id;
  const params = compact({ job: job.id, ...(name === 'print' ? await printOf(context, job) : {}), reason });
  const about = { kind: job.kind, id: job.id };
  const told = (await context.invoke(RUN_COMMAND, about, { command: name, device: to, params })) as { command: string };
  const command = compact({ id: told.command, name, status: 'queued' as const, reason });
  await context.records.update(jobRecord, job.id, { command });
  return told.command;
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
    `The bridge of ${name} knows no device '${address}'; tell the machine yourself, and say so with by_hand.`,
  );
}

/** What is to be printed. The file itself is on the machine, or its host, by that name. */
async function printOf({ records }: ModuleContext, { title, fields: { file: id } }: Job) {
  const file = id === undefined ? undefined : (await records.getMany(fileRecord, [id])).get(id);
  return compact({ title, file: file?.fields.name, sha256: file?.fields.sha256 });
}
