import { defineAction, type EventDefinition, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { output, REPEATABLE } from '../action-input.js';
import { machineEvents } from '../events/machine-events.js';
import { jobEvents } from '../events/job-events.js';
import { printEvents } from '../events/print-events.js';
import { fileRecord } from '../file/file.fields.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import { isDispatched, isOver, isRunning } from '../job/job-status.js';
import { removeFromMachine } from '../job/remove-from-machine.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { type Settings, settings } from '../settings.js';
import { endPrint } from './end-print.js';
import { recordContact } from './record-contact.js';
import { recordProgress } from './record-progress.js';
import { reportInput, type Report } from './report-input.js';
import { startPrint } from './start-print.js';

/** Repeated and late reports arrive within this time. */
const LATE_REPORT_MS = 60_000;
const IGNORED = ['over', 'no_job', 'not_started', 'other_print', 'running'] as const;
/** Why a report had no effect. */
export type IgnoredReport = (typeof IGNORED)[number];

interface ReportSubject {
  readonly job: Job | null;
  readonly machine: Machine | null;
  /** The report names the job, not its machine. */
  readonly isJobReport: boolean;
}

export const report = defineAction({
  id: 'digifab:report',
  title: 'Report',
  description:
    'Reports the state of a machine or of its print. Connectors, bridges, wires and people use this action to update jobs. Repeating a report changes nothing.',
  appliesTo: [machineRecord, jobRecord],
  input: reportInput,
  output: output({
    job: Type.Optional(Type.String({ format: 'uuid' })),
    machine: Type.Optional(Type.String({ format: 'uuid' })),
    ignored: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        enum: IGNORED,
        description:
          'Why the report was ignored: the print is over (`over`), the machine has no job (`no_job`), the print has not started (`not_started`), another print is running (`other_print`), or the print is still considered running (`running`).',
      }),
    ),
  }),
  emits: [...machineEvents, ...printEvents, ...jobEvents],
  effects: REPEATABLE,
  settings,
  ui: { offered: false, icon: 'activity', order: 99 },
  example: { title: 'Done', input: { state: 'completed', filament_used_mm: 12_470 } },
  async run(context, target, input) {
    const subject = await subjectOf(context, target);
    const machine = await recordContact(context, subject.machine, input);
    const ignored = await applyReport(context, { ...subject, machine }, input);
    return {
      ...(subject.job ? { job: subject.job.id } : {}),
      ...(machine ? { machine: machine.id } : {}),
      ...(ignored === null ? {} : { ignored }),
    };
  },
});

/** The job and the machine that a report is about, both locked. */
async function subjectOf({ records }: ModuleContext, target: Machine | Job): Promise<ReportSubject> {
  if (target.kind === 'digifab:machine') {
    const id = target.fields.current_job;
    const job = id === undefined ? undefined : (await records.lock(jobRecord, [id])).get(id);
    return { job: job ?? null, machine: target, isJobReport: false };
  }
  // A job that targets a single machine may be started there by hand.
  const id = target.fields.machine ?? (isOver(target.fields.status) ? undefined : target.fields.target?.machine);
  const machine = id === undefined ? undefined : (await records.lock(machineRecord, [id])).get(id);
  return { job: target, machine: machine ?? null, isJobReport: true };
}

async function applyReport(
  context: ModuleContext<EventDefinition, Settings>,
  subject: ReportSubject,
  input: Report,
): Promise<IgnoredReport | null> {
  switch (input.state) {
    case 'idle':
      return applyIdle(context, subject);
    case 'offline':
      await applyOffline(context, subject);
      return null;
    case 'error':
      return applyError(context, subject, input);
    case 'sending':
      return applySending(context, subject);
    case 'printing':
    case 'paused':
      return applyRunning(context, subject, input);
    default:
      return applyEnd(context, subject, { report: input, status: input.state });
  }
}

/**
 * A print cannot run on an idle machine. If the print was unreachable, or the machine keeps reporting `idle`, the print ended without a report, for
 * example because somebody stopped it at the machine: a person has to check and report the result. A single `idle` report may be late.
 */
async function applyIdle(context: ModuleContext, { job, machine }: ReportSubject): Promise<IgnoredReport | null> {
  if (job && isRunning(job.fields.status)) {
    if (!machine || !(await hasEndedUnreported(context, job, machine))) return 'running';
    await context.records.update(jobRecord, job.id, { status: 'unreachable' });
    await context.records.update(machineRecord, machine.id, { needs_clear: true, bed_job: job.id });
  }
  await setMachine(context, machine, 'idle');
  return null;
}

async function hasEndedUnreported({ records, now }: ModuleContext, job: Job, machine: Machine): Promise<boolean> {
  if (job.fields.status === 'unreachable') return true;
  const { idle_since: since } = machine.fields;
  if (since !== undefined) return now.getTime() - Date.parse(since) >= LATE_REPORT_MS;
  await records.update(machineRecord, machine.id, { idle_since: now.toISOString() });
  return false;
}

async function applyOffline(context: ModuleContext, { job, machine }: ReportSubject): Promise<void> {
  await setMachine(context, machine, 'offline');
  if (!job) return;
  if (isDispatched(job.fields.status)) await removeFromMachine(context, { job, machine, status: 'queued' });
  else if (isRunning(job.fields.status)) await context.records.update(jobRecord, job.id, { status: 'unreachable' });
}

async function applyError(
  context: ModuleContext<EventDefinition, Settings>,
  { job, machine }: ReportSubject,
  input: Report,
): Promise<IgnoredReport | null> {
  if (job && isRunning(job.fields.status)) {
    await endPrint(context, { job, machine, report: input, status: 'failed', byMachine: true, isMachineError: true });
    return null;
  }
  await setMachine(context, machine, 'error');
  if (job && isDispatched(job.fields.status)) await removeFromMachine(context, { job, machine, status: 'queued' });
  return null;
}

/** The assigned job is being sent to the machine. */
async function applySending({ records }: ModuleContext, { job }: ReportSubject): Promise<IgnoredReport | null> {
  if (!job) return 'no_job';
  const { status } = job.fields;
  if (status === 'assigned') await records.update(jobRecord, job.id, { status: 'sending' });
  if (isOver(status)) return 'over';
  return isDispatched(status) ? null : isRunning(status) ? 'running' : 'not_started';
}

async function applyRunning(
  context: ModuleContext,
  subject: ReportSubject,
  input: Report,
): Promise<IgnoredReport | null> {
  const { job, machine } = subject;
  const status = input.state === 'paused' ? 'paused' : 'printing';
  if (await isLateReport(context, subject, input)) return 'over';
  if (!job) {
    // A print without a job, started at the machine itself: the machine is busy.
    await setMachine(context, machine, status);
    return 'no_job';
  }
  if (isOver(job.fields.status) || job.fields.status === 'draft')
    return isOver(job.fields.status) ? 'over' : 'not_started';
  if (machine?.fields.current_job !== undefined && machine.fields.current_job !== job.id) return 'other_print';
  if (isOtherPrint(job, input)) return 'other_print';
  const started = isRunning(job.fields.status)
    ? { job, machine }
    : await startPrint(context, { job, machine, report: input });
  await setMachine(context, started.machine, status);
  await recordProgress(context, started.job, { report: input, status });
  return null;
}

async function applyEnd(
  context: ModuleContext<EventDefinition, Settings>,
  subject: ReportSubject,
  { report: input, status }: { readonly report: Report; readonly status: 'completed' | 'failed' | 'cancelled' },
): Promise<IgnoredReport | null> {
  const { job, machine } = subject;
  if (!job) {
    const hasOtherPrint = machine?.fields.status === 'printing' || machine?.fields.status === 'paused';
    if (hasOtherPrint) await context.records.update(machineRecord, machine.id, { status: 'idle', needs_clear: true });
    return 'no_job';
  }
  if (isOver(job.fields.status)) return 'over';
  if (isOtherPrint(job, input)) return 'other_print';
  const running = isRunning(job.fields.status) ? { job, machine } : await startUnreported(context, subject, input);
  if (running === null) return 'not_started';
  await endPrint(context, { job: running.job, machine: running.machine, report: input, status, byMachine: true });
  return null;
}

/** Whether a report belongs to the print that ended last, and not to the next print or to one without a job. */
async function isLateReport(
  context: ModuleContext,
  { job, machine, isJobReport }: ReportSubject,
  { print_id: named }: Report,
): Promise<boolean> {
  const last = machine?.fields.last_print;
  if (isJobReport || named === undefined || named !== last?.print_id) return false;
  if (context.now.getTime() - Date.parse(last.ended_at) > LATE_REPORT_MS) return false;
  if (!job || isOver(job.fields.status)) return true;
  return isDispatched(job.fields.status) && !(await isPrintOfFile(context, job, named));
}

/**
 * Starts a job whose end was reported without a start. The report must name the job or the file of the job; otherwise it may be a repeated report
 * about the previous print.
 */
async function startUnreported(context: ModuleContext, { job, machine, isJobReport }: ReportSubject, input: Report) {
  if (!job || !isDispatched(job.fields.status)) return null;
  if (!isJobReport && !(await isPrintOfFile(context, job, input.print_id))) return null;
  const started = await startPrint(context, { job, machine, report: input });
  await setMachine(context, started.machine, 'printing');
  return {
    job: started.job,
    machine: started.machine && (await context.records.get(machineRecord, started.machine.id)),
  };
}

/** Whether the print identifier of the machine is the file name of the job. */
async function isPrintOfFile(
  { records }: ModuleContext,
  { fields }: Job,
  printId: string | undefined,
): Promise<boolean> {
  const { file: id } = fields;
  const name = id === undefined ? undefined : (await records.getMany(fileRecord, [id])).get(id)?.fields.name;
  return name !== undefined && (printId === name || printId === `file:${name}`);
}

/** Whether a report has another print identifier than the running print. Identifiers of different schemes cannot be compared. */
function isOtherPrint({ fields: { print_id: known, status } }: Job, { print_id: named }: Report): boolean {
  return (
    isRunning(status) &&
    known !== undefined &&
    named !== undefined &&
    idScheme(known) === idScheme(named) &&
    known !== named
  );
}

/** The scheme of a print identifier: `file` of `file:benchy.gcode`. */
function idScheme(printId: string): string {
  return /^[a-z]+(?=:)/.exec(printId)?.[0] ?? '';
}

async function setMachine(
  { records }: ModuleContext,
  machine: Machine | null,
  status: Machine['fields']['status'],
): Promise<void> {
  // A machine in maintenance stays there although its firmware reports `idle`.
  if (!machine || (machine.fields.status === 'maintenance' && (status === 'idle' || status === 'offline'))) return;
  await records.update(machineRecord, machine.id, { status, idle_since: null });
}
