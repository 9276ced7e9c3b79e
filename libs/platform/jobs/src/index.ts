export type {
  ConsumeOptions,
  PublishOptions,
  StopOptions,
  WakeEngine,
  WakeHandler,
  WakeQueue,
} from './wake-queue/wake-queue.js';
export { createWakeQueue, type WakeQueueOptions } from './wake-queue/create-wake-queue.js';
export { jobsCapability, type JobsCapability, type JobsCapabilityOptions } from './jobs-capability.js';
export type { Backoff, JobContext, JobDefinition } from './job/job-definition.js';
export type { JobUndo, UndoInput } from './job/job-undo.js';
export type { JobKey } from './job/job-key.js';
export type { JobError } from './job/job-row.js';
export { Job as jobSchema, showJob } from './job/job-schema.js';
export type { Jobs, NewJob } from './job/jobs.js';
