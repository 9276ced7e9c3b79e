import { compact, type DeliveredEvent, type ModuleContext, type SubscriptionDefinition } from '@cubit/core';
import { connectionRecord } from '../connection/connection.fields.js';
import { jobUpdated } from '../events/job-events.js';
import { jobPayload } from '../job/job-payload.js';
import type { CommandName, JobCommand } from '../job/job-command.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import { machineRecord } from '../machine/machine.fields.js';

/** The properties of command events that are needed here. */
interface CommandEvent {
  readonly commandId: string;
  readonly about: { readonly kind: string; readonly id: string } | null;
  readonly error?: string;
}
type Outcome = Exclude<JobCommand['status'], 'queued'>;

/** The state that a successful command leads to. */
const REPORTED = { pause: 'paused', resume: 'printing', cancel: 'cancelled' } as const;
const NOT_FETCHED = 'The bridge did not fetch the command in time.';

/** Subscriptions that record the outcome of commands. Commands that are not the last command of a job are ignored. */
export const commandSubscriptions: readonly SubscriptionDefinition[] = (
  ['succeeded', 'failed', 'expired', 'cancelled'] as const
).map((outcome) => ({
  id: `command_${outcome}`,
  event: `devices.command.${outcome}`,
  run: (context, event) => recordOutcome(context, event, outcome),
}));

async function recordOutcome(context: ModuleContext, { payload }: DeliveredEvent, outcome: Outcome): Promise<void> {
  const { commandId, about, error } = payload as unknown as CommandEvent;
  if (about?.kind !== jobRecord.id) return;
  const job = (await context.records.lock(jobRecord, [about.id])).get(about.id);
  const before = job?.fields.command;
  if (!job || before?.id !== commandId || before.status !== 'queued') return;
  const command: JobCommand = compact({
    ...before,
    status: outcome,
    error: outcome === 'expired' ? NOT_FETCHED : error,
  });
  const isMoot = outcome !== 'succeeded' && before.name === 'pause' && job.fields.auto_paused;
  await context.records.update(jobRecord, job.id, { command, ...(isMoot ? { auto_paused: false } : {}) });
  context.emit(jobUpdated, { ...jobPayload(job), changes: { command: { from: before, to: command } } });
  if (outcome === 'succeeded') await reportNewState(context, job, command);
  else if (outcome !== 'cancelled') await handleFailure(context, job, command);
}

async function reportNewState(
  { invoke }: ModuleContext,
  { kind, id }: Job,
  { name, reason }: JobCommand,
): Promise<void> {
  // The machine itself reports that it prints.
  if (name === 'print') return;
  await invoke('digifab:report', { kind, id }, compact({ state: stateAfter(name), reason }));
}

function stateAfter(name: Exclude<CommandName, 'print'>): (typeof REPORTED)[keyof typeof REPORTED] {
  return REPORTED[name];
}

/** A job whose print command failed returns to the queue. A running print continues. */
async function handleFailure(
  { records, invoke }: ModuleContext,
  job: Job,
  { name, status, error }: JobCommand,
): Promise<void> {
  const { machine: id, status: state } = job.fields;
  const machine = id === undefined ? undefined : (await records.lock(machineRecord, [id])).get(id);
  if (!machine) return;
  const { connection } = machine.fields;
  if (status === 'expired' && connection !== undefined)
    await records.update(connectionRecord, connection, { status: 'error', last_error: error ?? NOT_FETCHED });
  if (name !== 'print' || state !== 'sending') return;
  const report = status === 'expired' ? { state: 'offline' } : compact({ state: 'error', error });
  await invoke('digifab:report', { kind: machine.kind, id: machine.id }, report);
}
