import type { Job } from '../job/job.fields.js';
import type { Reason } from './reasons.js';

const MINUTE_MS = 60_000;
/** Stock can change without a write to the job or the machine, so jobs that wait for material are checked periodically. */
const STOCK_MS = 10 * MINUTE_MS;
const POOL_GAP_MS = MINUTE_MS / 2;

/** When the scheduler must check a job again. Null if the job waits for something whose change starts the scheduler. */
export function wakeTime(reasons: readonly Reason[], { fields: { not_before } }: Job, now: Date): string | null {
  const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
  if (reasons.includes('not_before')) return not_before ?? null;
  if (reasons.includes('pool_gap')) return after(POOL_GAP_MS);
  return reasons.includes('no_material') || reasons.includes('not_enough_material') ? after(STOCK_MS) : null;
}
