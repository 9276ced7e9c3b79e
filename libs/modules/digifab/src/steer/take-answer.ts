import { compact, type DeliveredEvent, type ModuleContext, type SubscriptionDefinition } from '@cubit/core';
import { connectionRecord } from '../connection/connection.fields.js';
import { jobUpdated } from '../events/job-events.js';
import { aboutJob } from '../job/about-job.js';
import { jobRecord, type Job, type Order, type ToldCommand } from '../job/job.fields.js';
import { machineRecord } from '../machine/machine.fields.js';

/** What a device's command tells of itself, as far as it matters here. */
interface Answer {
  readonly commandId: string;
  readonly about: { readonly kind: string; readonly id: string } | null;
  readonly error?: string;
}
type Outcome = Exclude<ToldCommand['status'], 'queued'>;

/** What a machine has done is what it reports. */
const REPORTED = { pause: 'paused', resume: 'printing', cancel: 'cancelled' } as const;
const UNHEARD = 'Its bridge did not fetch it in time.';

/** What became of what machines were told. A command that is not a job's, or not the last one of it, means nothing. */
export const steering: readonly SubscriptionDefinition[] = (
  ['succeeded', 'failed', 'expired', 'cancelled'] as const
).map((outcome) => ({
  id: `command_${outcome}`,
  event: `devices.command.${outcome}`,
  run: (context, event) => takeAnswer(context, event, outcome),
}));

async function takeAnswer(context: ModuleContext, { payload }: DeliveredEvent, outcome: Outcome): Promise<void> {
  const { commandId, about, error } = payload as unknown as Answer;
  if (about?.kind !== jobRecord.id) return;
  const job = (await context.records.lock(jobRecord, [about.id])).get(about.id);
  const before = job?.fields.command;
  if (!job || before?.id !== commandId || before.status !== 'queued') return;
  const command: ToldCommand = compact({ ...before, status: outcome, error: outcome === 'expired' ? UNHEARD : error });
  const isMoot = outcome !== 'succeeded' && before.name === 'pause' && job.fields.auto_paused;
  await context.records.update(jobRecord, job.id, { command, ...(isMoot ? { auto_paused: false } : {}) });
  context.emit(jobUpdated, { ...aboutJob(job), changes: { command: { from: before, to: command } } });
  if (outcome === 'succeeded') await follow(context, job, command);
  else if (outcome !== 'cancelled') await miss(context, job, command);
}

async function follow({ invoke }: ModuleContext, { kind, id }: Job, { name, reason }: ToldCommand): Promise<void> {
  // That it prints is for the machine to say.
  if (name === 'print') return;
  await invoke('digifab:report', { kind, id }, compact({ state: stateAfter(name), reason }));
}

function stateAfter(name: Exclude<Order, 'print'>): (typeof REPORTED)[keyof typeof REPORTED] {
  return REPORTED[name];
}

/** A print that could not be begun is given to another machine; what runs, runs on. */
async function miss({ records, invoke }: ModuleContext, job: Job, { name, status, error }: ToldCommand): Promise<void> {
  const { machine: id, status: state } = job.fields;
  const machine = id === undefined ? undefined : (await records.lock(machineRecord, [id])).get(id);
  if (!machine) return;
  const { connection } = machine.fields;
  if (status === 'expired' && connection !== undefined)
    await records.update(connectionRecord, connection, { status: 'error', last_error: error ?? UNHEARD });
  if (name !== 'print' || state !== 'sending') return;
  const said = status === 'expired' ? { state: 'offline' } : compact({ state: 'error', error });
  await invoke('digifab:report', { kind: machine.kind, id: machine.id }, said);
}
