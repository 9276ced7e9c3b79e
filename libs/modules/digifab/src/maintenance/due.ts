import { subtractQuantities } from '@cubit/decimal';
import type { Machine } from '../machine/machine.fields.js';
import type { Maintenance } from './maintenance.fields.js';

export type DueBy = 'hours' | 'days' | 'jobs';

/** The interval that makes the maintenance due; null if it is not due. */
export function dueBy(
  { last_done_hours = 0, last_done_jobs = 0, every_hours, every_jobs, due_at }: Maintenance['fields'],
  { hours_total, jobs_total }: Machine['fields'],
  now: Date,
): DueBy | null {
  if (every_hours !== undefined && subtractQuantities(hours_total, last_done_hours) >= every_hours) return 'hours';
  if (every_jobs !== undefined && jobs_total - last_done_jobs >= every_jobs) return 'jobs';
  return due_at !== undefined && Date.parse(due_at) <= now.getTime() ? 'days' : null;
}
