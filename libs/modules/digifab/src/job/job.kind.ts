import { defineKind, type RecordChange } from '@cubit/core';
import { jobAssigned, jobBlocked, jobCreated, jobQueued, jobSent, jobUpdated } from '../events/job-events.js';
import {
  printCancelled,
  printCompleted,
  printFailed,
  printPaused,
  printProgressed,
  printResumed,
  printStarted,
} from '../events/print-events.js';
import { scheduleWhen } from '../queue/schedule-when.js';
import { settings } from '../settings.js';
import { jobPayload } from './job-payload.js';
import { jobFields, type JobKind } from './job.fields.js';
import { applyJobRules } from './job-rules.js';
import { jobLifecycle } from './job-status.js';
import { emitJobEvents } from './emit-job-events.js';
import { jobHints } from './job.hints.js';
import { differs } from '../changed.js';

export const job = defineKind({
  id: 'digifab:job',
  title: ['Job', 'Jobs'],
  description: 'Work for a machine, from the queue to the verdict on the result.',
  fields: jobFields,
  titleField: 'title',
  search: ['error', 'verdict_note'],
  index: ['status', 'machine', 'file', 'run', 'task', 'wake_at'],
  lifecycle: jobLifecycle,
  events: { created: jobCreated, updated: jobUpdated },
  emits: [
    jobQueued,
    jobAssigned,
    jobBlocked,
    jobSent,
    printStarted,
    printProgressed,
    printPaused,
    printResumed,
    printCompleted,
    printFailed,
    printCancelled,
  ],
  settings,
  eventPayload: jobPayload,
  ui: jobHints,
  example: { title: 'Bracket v3', priority: 5, target: { model: 'MK4S' } },
  beforeWrite: applyJobRules,
  async onWrite(context, changes) {
    emitJobEvents(context, changes);
    await scheduleWhen(context, changes.some(affectsMatching));
  },
});

/** Whether a change can let the scheduler find a machine for the job. */
function affectsMatching({ operation, before, after }: RecordChange<JobKind>): boolean {
  if (operation === 'delete' || after.fields.status !== 'queued') return false;
  const known = operation === 'update' ? before?.fields : undefined;
  return differs(known, after.fields, ['status', 'target', 'materials', 'not_before', 'approval', 'file', 'priority']);
}
