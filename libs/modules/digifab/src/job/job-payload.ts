import { compact } from '@cubit/core';
import type { Job } from './job.fields.js';

/** The properties that every job event carries. */
export function jobPayload({ id, fields: { title, machine, file, run } }: Job) {
  return compact({ jobId: id, title, machineId: machine, fileId: file, runId: run });
}

export function printPayload(job: Job) {
  return { ...jobPayload(job), attempt: job.fields.attempts };
}
