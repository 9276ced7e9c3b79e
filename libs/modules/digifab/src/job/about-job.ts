import { compact } from '@cubit/core';
import type { Job } from './job.fields.js';

/** What every event of a job says of it. */
export function aboutJob({ id, fields: { title, machine, file, run } }: Job) {
  return compact({ jobId: id, title, machineId: machine, fileId: file, runId: run });
}

export function aboutPrint(job: Job) {
  return { ...aboutJob(job), attempt: job.fields.attempts };
}
