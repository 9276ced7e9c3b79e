import { defineKind } from '@cubit/core';
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
import { scheduleAfter } from '../queue/schedule-after.js';
import { aboutJob } from './about-job.js';
import { jobFields } from './job.fields.js';
import { applyJobRules } from './job-rules.js';
import { jobLifecycle } from './job-status.js';
import { tellOfJobs } from './job-news.js';
import { mayMatchAnew } from './may-match-anew.js';

export const job = defineKind({
  id: 'digifab:job',
  title: ['Job', 'Jobs'],
  description: 'Something to be made on a machine, from the queue to the verdict.',
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
  eventPayload: aboutJob,
  example: { title: 'Bracket v3', priority: 5, target: { model: 'MK4S' } },
  beforeWrite: applyJobRules,
  async onWrite(context, changes) {
    tellOfJobs(context, changes);
    await scheduleAfter(context, changes.some(mayMatchAnew));
  },
});
