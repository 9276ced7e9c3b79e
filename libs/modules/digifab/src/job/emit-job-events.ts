import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import { usagePayload } from '../accounting/used-material.js';
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
import { jobPayload, printPayload } from './job-payload.js';
import type { JobNote } from './job-note.js';
import type { Job, JobKind } from './job.fields.js';
import { isRunning, type JobStatus } from './job-status.js';

const MILESTONES = [75, 50, 25] as const;

/** Emits the events of job changes, whichever action or request made them. */
export function emitJobEvents(context: KindHookContext, changes: readonly RecordChange<JobKind>[]): void {
  for (const { operation, before, after, note } of changes) {
    if (operation === 'delete') continue;
    const from = operation === 'create' ? undefined : before?.fields.status;
    if (from !== after.fields.status) emitStatusEvent(context, after, { from, note: (note ?? {}) as JobNote });
    if (before === null) continue;
    emitBlocked(context, before, after);
    emitProgress(context, before, after);
  }
}

interface StatusChange {
  readonly from: JobStatus | undefined;
  readonly note: JobNote;
}

function emitStatusEvent({ emit }: KindHookContext, job: Job, { from, note }: StatusChange): void {
  const { reason, byMachine = false, used = [], retried = false } = note;
  const { status, attempts, progress, task, output, error, failure_reason, duration_s = 0 } = job.fields;
  const print = printPayload(job);
  const over = { durationS: duration_s, ...usagePayload(used), ...compact({ linkedTaskId: task }) };
  switch (status) {
    case 'queued':
      return emit(jobQueued, compact({ ...jobPayload(job), attempt: attempts, reason }));
    case 'assigned':
      return emit(jobAssigned, jobPayload(job));
    case 'sending':
      return emit(jobSent, jobPayload(job));
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

function emitBlocked({ emit }: KindHookContext, before: Job, after: Job): void {
  const waitingFor = after.fields.waiting_for ?? [];
  if (waitingFor.length === 0 || after.fields.status !== 'queued') return;
  if (String(before.fields.waiting_for ?? []) !== String(waitingFor))
    emit(jobBlocked, { ...jobPayload(after), waitingFor: [...waitingFor] });
}

function emitProgress({ emit }: KindHookContext, { fields: before }: Job, job: Job): void {
  const { status, progress, eta } = job.fields;
  if (!isRunning(status) || !isRunning(before.status)) return;
  const percent = MILESTONES.find((one) => before.progress * 100 < one && progress * 100 >= one);
  if (percent !== undefined) emit(printProgressed, compact({ ...printPayload(job), percent, eta }));
}
