import { until } from './until.js';

interface JobState {
  readonly state: string;
  readonly progress?: unknown;
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled']);

/** Reads a job until it has ended. The time limit of `until` applies to each step of its progress, not to the whole job. */
export async function endedJob<Job extends JobState>(read: () => Promise<Job>): Promise<Job> {
  let job = await read();
  while (!ENDED.has(job.state)) {
    const { state, progress } = job;
    job = await until(`the job goes on, which is ${state}`, async () => {
      const next = await read();
      const isSame = next.state === state && JSON.stringify(next.progress) === JSON.stringify(progress);
      return isSame ? null : next;
    });
  }
  return job;
}
