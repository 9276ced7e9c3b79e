import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import { accountsOf } from '../accounting/accounts.js';
import { jobAssigned, jobBlocked, jobQueued, jobSent } from '../events/job-events.js';
import {
  printCancelled,
  printCompleted,
  printFailed,
  printPaused,
  printProgressed,
  printResumed,
  printStarted,
} from '../events/print-events.js';
import { aboutJob, aboutPrint } from './about-job.js';
import type { JobNote } from './job-note.js';
import type { Job, JobKind } from './job.fields.js';
import { isRunning, type JobStatus } from './job-status.js';

const MILESTONES = [75, 50, 25] as const;

/** What is told of jobs, from every path that changes them. */
export function tellOfJobs(context: KindHookContext, changes: readonly RecordChange<JobKind>[]): void {
  for (const { operation, before, after, note } of changes) {
    if (operation === 'delete') continue;
    const from = operation === 'create' ? undefined : before?.fields.status;
    if (from !== after.fields.status) tellOfStatus(context, after, { from, note: (note ?? {}) as JobNote });
    if (before === null) continue;
    tellOfWaiting(context, before, after);
    tellOfProgress(context, before, after);
  }
}

interface Turn {
  readonly from: JobStatus | undefined;
  readonly note: JobNote;
}

function tellOfStatus({ emit }: KindHookContext, job: Job, { from, note }: Turn): void {
  const { reason, byMachine = false, used = [], retried = false } = note;
  const { status, attempts, progress, task, output, error, failure_reason, duration_s = 0 } = job.fields;
  const print = aboutPrint(job);
  const over = { durationS: duration_s, ...accountsOf(used), ...compact({ linkedTaskId: task }) };
  switch (status) {
    case 'queued':
      return emit(jobQueued, compact({ ...aboutJob(job), attempt: attempts, reason }));
    case 'assigned':
      return emit(jobAssigned, aboutJob(job));
    case 'sending':
      return emit(jobSent, aboutJob(job));
    case 'printing':
      if (from === 'paused') return emit(printResumed, compact({ ...print, reason, byMachine }));
      return from === 'unreachable' ? undefined : emit(printStarted, print);
    case 'paused':
      return emit(printPaused, compact({ ...print, reason, byMachine }));
    case 'completed':
      return emit(printCompleted, compact({ ...print, ...over, output }));
    case 'failed':
      return emit(
        printFailed,
        compact({ ...print, ...over, progress, failureReason: failure_reason ?? 'other', error, retried }),
      );
    case 'cancelled':
      return emit(printCancelled, compact({ ...print, ...over, progress, reason, byMachine }));
    case 'draft':
    case 'unreachable':
  }
}

function tellOfWaiting({ emit }: KindHookContext, before: Job, after: Job): void {
  const waitingFor = after.fields.waiting_for ?? [];
  if (waitingFor.length === 0 || after.fields.status !== 'queued') return;
  if (String(before.fields.waiting_for ?? []) !== String(waitingFor))
    emit(jobBlocked, { ...aboutJob(after), waitingFor: [...waitingFor] });
}

function tellOfProgress({ emit }: KindHookContext, { fields: before }: Job, job: Job): void {
  const { status, progress, eta } = job.fields;
  if (!isRunning(status) || !isRunning(before.status)) return;
  const percent = MILESTONES.find((one) => before.progress * 100 < one && progress * 100 >= one);
  if (percent !== undefined) emit(printProgressed, compact({ ...aboutPrint(job), percent, eta }));
}
