import { addQuantities, subtractQuantities } from '@cubit/decimal';
import type { Machine } from '../machine/machine.fields.js';
import type { Maintenance } from './maintenance.fields.js';

export const DUE_BY = ['hours', 'days', 'jobs', 'uses'] as const;
export type DueBy = (typeof DUE_BY)[number];

/** What has worn the machine, tool or place: its own runs, and what was logged. */
export interface Wear {
  readonly hours: number;
  readonly jobs: number;
  readonly uses: number;
}

export function wearOf(
  { hours_used = 0, uses = 0 }: Pick<Maintenance['fields'], 'hours_used' | 'uses'>,
  machine: Machine | undefined,
): Wear {
  const { hours_total = 0, jobs_total = 0 } = machine?.fields ?? {};
  return { hours: addQuantities(hours_total, hours_used), jobs: jobs_total, uses: jobs_total + uses };
}

/** The interval that makes the maintenance due; null if it is not due. */
export function dueBy(fields: Maintenance['fields'], machine: Machine | undefined, now: Date): DueBy | null {
  const { every_hours, every_jobs, every_uses, due_at } = fields;
  const { hours, jobs, uses } = wearOf(fields, machine);
  if (every_hours !== undefined && subtractQuantities(hours, fields.last_done_hours ?? 0) >= every_hours)
    return 'hours';
  if (every_jobs !== undefined && jobs - (fields.last_done_jobs ?? 0) >= every_jobs) return 'jobs';
  if (every_uses !== undefined && uses - (fields.last_done_uses ?? 0) >= every_uses) return 'uses';
  return due_at !== undefined && Date.parse(due_at) <= now.getTime() ? 'days' : null;
}
