import { defineAction, type ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { output, REPEATABLE } from '../action-input.js';
import { machineEvents } from '../events/machine-events.js';
import { jobEvents } from '../events/job-events.js';
import { printEvents } from '../events/print-events.js';
import { fileRecord } from '../file/file.fields.js';
import { jobRecord, type Job } from '../job/job.fields.js';
import { isGiven, isOver, isRunning } from '../job/job-status.js';
import { leaveMachine } from '../job/leave-machine.js';
import { machineRecord, type Machine } from '../machine/machine.fields.js';
import { endPrint } from './end-print.js';
import { noteContact } from './note-contact.js';
import { noteProgress } from './note-progress.js';
import { reportInput, type Report } from './report-input.js';
import { startPrint } from './start-print.js';

/** Reports are sent again, or come late, within so long. */
const LATE_MS = 60_000;
const IGNORED = ['over', 'no_job', 'not_started', 'other_print', 'running'] as const;
type IgnoredWhy = (typeof IGNORED)[number];

interface Subject {
  readonly job: Job | null;
  readonly machine: Machine | null;
  /** The report is on the job, not on its machine. */
  readonly isNamed: boolean;
}

export const report = defineAction({
  id: 'digifab:report',
  title: 'Report',
  description:
    'What a machine says of itself and of its print: the one way in which connectors, bridges, wires and people move a job along. Repeating a report changes nothing.',
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
          'Why nothing was changed: the print is over, there is none, it has not started, another is under way, or it is running as far as is known.',
      }),
    ),
  }),
  emits: [...machineEvents, ...printEvents, ...jobEvents],
  effects: REPEATABLE,
  example: { title: 'Done', input: { state: 'completed', filament_used_mm: 12_470 } },
  async run(context, target, said) {
    const subject = await subjectOf(context, target);
    const machine = await noteContact(context, subject.machine, said);
    const ignored = await take(context, { ...subject, machine }, said);
    return {
      ...(subject.job ? { job: subject.job.id } : {}),
      ...(machine ? { machine: machine.id } : {}),
      ...(ignored === null ? {} : { ignored }),
    };
  },
});

/** The job and the machine that a report is about, both held. */
async function subjectOf({ records }: ModuleContext, target: Machine | Job): Promise<Subject> {
  if (target.kind === 'digifab:machine') {
    const id = target.fields.current_job;
    const job = id === undefined ? undefined : (await records.lock(jobRecord, [id])).get(id);
    return { job: job ?? null, machine: target, isNamed: false };
  }
  // A job that waits for one machine alone may be started there by hand.
  const id = target.fields.machine ?? (isOver(target.fields.status) ? undefined : target.fields.target?.machine);
  const machine = id === undefined ? undefined : (await records.lock(machineRecord, [id])).get(id);
  return { job: target, machine: machine ?? null, isNamed: true };
}

async function take(context: ModuleContext, subject: Subject, said: Report): Promise<IgnoredWhy | null> {
  switch (said.state) {
    case 'idle':
      return rest(context, subject);
    case 'offline':
      await lose(context, subject);
      return null;
    case 'error':
      return fail(context, subject, said);
    case 'sending':
      return prepare(context, subject);
    case 'printing':
    case 'paused':
      return run(context, subject, said);
    default:
      return end(context, subject, said, said.state);
  }
}

/**
 * A print cannot be running on an idle machine. Where it was out of reach, or the machine goes on saying so, it has ended unseen, as when it was
 * stopped at the machine's own screen: somebody has to look, and to report how. Once said, it may have come late.
 */
async function rest(context: ModuleContext, { job, machine }: Subject): Promise<IgnoredWhy | null> {
  if (job && isRunning(job.fields.status)) {
    if (!machine || !(await isOverUnseen(context, job, machine))) return 'running';
    await context.records.update(jobRecord, job.id, { status: 'unreachable' });
    await context.records.update(machineRecord, machine.id, { needs_clear: true, bed_job: job.id });
  }
  await setMachine(context, machine, 'idle');
  return null;
}

async function isOverUnseen({ records, now }: ModuleContext, job: Job, machine: Machine): Promise<boolean> {
  if (job.fields.status === 'unreachable') return true;
  const { idle_since: since } = machine.fields;
  if (since !== undefined) return now.getTime() - Date.parse(since) >= LATE_MS;
  await records.update(machineRecord, machine.id, { idle_since: now.toISOString() });
  return false;
}

async function lose(context: ModuleContext, { job, machine }: Subject): Promise<void> {
  await setMachine(context, machine, 'offline');
  if (!job) return;
  if (isGiven(job.fields.status)) await leaveMachine(context, { job, machine, status: 'queued' });
  else if (isRunning(job.fields.status)) await context.records.update(jobRecord, job.id, { status: 'unreachable' });
}

async function fail(context: ModuleContext, { job, machine }: Subject, said: Report): Promise<IgnoredWhy | null> {
  if (job && isRunning(job.fields.status)) {
    await endPrint(context, { job, machine, report: said, status: 'failed', byMachine: true, isMachineError: true });
    return null;
  }
  await setMachine(context, machine, 'error');
  if (job && isGiven(job.fields.status)) await leaveMachine(context, { job, machine, status: 'queued' });
  return null;
}

/** What was given to the machine is on its way there, by whatever way. */
async function prepare({ records }: ModuleContext, { job }: Subject): Promise<IgnoredWhy | null> {
  if (!job) return 'no_job';
  const { status } = job.fields;
  if (status === 'assigned') await records.update(jobRecord, job.id, { status: 'sending' });
  if (isOver(status)) return 'over';
  return isGiven(status) ? null : isRunning(status) ? 'running' : 'not_started';
}

async function run(context: ModuleContext, subject: Subject, said: Report): Promise<IgnoredWhy | null> {
  const { job, machine } = subject;
  const status = said.state === 'paused' ? 'paused' : 'printing';
  if (await isLate(context, subject, said)) return 'over';
  if (!job) {
    // Started at the machine itself: nothing of ours, but it is busy.
    await setMachine(context, machine, status);
    return 'no_job';
  }
  if (isOver(job.fields.status) || job.fields.status === 'draft')
    return isOver(job.fields.status) ? 'over' : 'not_started';
  if (machine?.fields.current_job !== undefined && machine.fields.current_job !== job.id) return 'other_print';
  if (isOther(job, said)) return 'other_print';
  const started = isRunning(job.fields.status)
    ? { job, machine }
    : await startPrint(context, { job, machine, report: said });
  await setMachine(context, started.machine, status);
  await noteProgress(context, started.job, { report: said, status });
  return null;
}

async function end(
  context: ModuleContext,
  subject: Subject,
  said: Report,
  status: 'completed' | 'failed' | 'cancelled',
): Promise<IgnoredWhy | null> {
  const { job, machine } = subject;
  if (!job) {
    const isForeign = machine?.fields.status === 'printing' || machine?.fields.status === 'paused';
    if (isForeign) await context.records.update(machineRecord, machine.id, { status: 'idle', needs_clear: true });
    return 'no_job';
  }
  if (isOver(job.fields.status)) return 'over';
  if (isOther(job, said)) return 'other_print';
  const running = isRunning(job.fields.status) ? { job, machine } : await startUnseen(context, subject, said);
  if (running === null) return 'not_started';
  await endPrint(context, { job: running.job, machine: running.machine, report: said, status, byMachine: true });
  return null;
}

/** What is still under way of a print that has ended: neither the start of the next nor that of a foreign one. */
async function isLate(
  context: ModuleContext,
  { job, machine, isNamed }: Subject,
  { print_id: named }: Report,
): Promise<boolean> {
  const last = machine?.fields.last_print;
  if (isNamed || named === undefined || named !== last?.print_id) return false;
  if (context.now.getTime() - Date.parse(last.ended_at) > LATE_MS) return false;
  if (!job || isOver(job.fields.status)) return true;
  return isGiven(job.fields.status) && !(await isOfFile(context, job, named));
}

/**
 * The end of a print whose start nobody has told. It is believed of the job that it names, and of a file that is the job's: what names neither
 * may be the end of the print before, told again.
 */
async function startUnseen(context: ModuleContext, { job, machine, isNamed }: Subject, said: Report) {
  if (!job || !isGiven(job.fields.status)) return null;
  if (!isNamed && !(await isOfFile(context, job, said.print_id))) return null;
  const started = await startPrint(context, { job, machine, report: said });
  await setMachine(context, started.machine, 'printing');
  return {
    job: started.job,
    machine: started.machine && (await context.records.get(machineRecord, started.machine.id)),
  };
}

/** Whether the machine calls the print as the job's file is called. */
async function isOfFile({ records }: ModuleContext, { fields }: Job, printId: string | undefined): Promise<boolean> {
  const { file: id } = fields;
  const name = id === undefined ? undefined : (await records.getMany(fileRecord, [id])).get(id)?.fields.name;
  return name !== undefined && (printId === name || printId === `file:${name}`);
}

/** What is said of a print that the machine calls by another name is late, or about another. */
function isOther({ fields: { print_id: known, status } }: Job, { print_id: named }: Report): boolean {
  return (
    isRunning(status) &&
    known !== undefined &&
    named !== undefined &&
    namingOf(known) === namingOf(named) &&
    known !== named
  );
}

/** `file` of `file:benchy.gcode`: a number and a name do not contradict each other. */
function namingOf(printId: string): string {
  return /^[a-z]+(?=:)/.exec(printId)?.[0] ?? '';
}

async function setMachine(
  { records }: ModuleContext,
  machine: Machine | null,
  status: Machine['fields']['status'],
): Promise<void> {
  // What is being repaired is not ready because its firmware says so.
  if (!machine || (machine.fields.status === 'maintenance' && (status === 'idle' || status === 'offline'))) return;
  await records.update(machineRecord, machine.id, { status, idle_since: null });
}
