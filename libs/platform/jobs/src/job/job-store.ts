import { sql, type RawBuilder } from 'kysely';
import type { JobKey } from './job-key.js';
import type { JobDatabase, JobError, JobRow } from './job-row.js';

/** Renewed every third of it: a killed process's job is another's after this time, and one turn of the sweeper. */
export const LEASE_MS = 4_500;
/** What has waited for longer has lost its wake-up. */
const OVERDUE_MS = 2_000;
const SWEPT_AT_ONCE = 1_000;
const PURGED_AT_ONCE = 1_000;

/** One holder's lease of a job. */
export interface Lease extends JobKey {
  readonly owner: string;
}

export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

export type Outcome =
  | { readonly state: 'succeeded'; readonly result: unknown }
  | { readonly state: 'failed'; readonly error: JobError }
  | { readonly state: 'cancelled' }
  /** Again, after a rest; `error` where it failed. */
  | { readonly state: 'queued'; readonly delayMs: number; readonly error: JobError | null };

// Leases follow the clock of the database: the processes' own may differ by more than a lease.
const now = sql`clock_timestamp()`;
const inMs = (ms: number) => sql`clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;
const held = ({ workspaceId, id, owner }: Lease) =>
  sql`workspace_id = ${workspaceId} and id = ${id} and lease_owner = ${owner} and state = 'running'`;

/** Takes a job that is due, or whose holder is gone, if its type is one of `types`; null where there is nothing to take. */
export async function claimJob(db: JobDatabase, lease: Lease, types: readonly string[]): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    update job set state = 'running', lease_owner = ${lease.owner}, lease_until = ${inMs(LEASE_MS)},
      started_at = coalesce(started_at, ${now})
    where workspace_id = ${lease.workspaceId} and id = (
      select id from job where workspace_id = ${lease.workspaceId} and id = ${lease.id} and type = any(${types}::text[])
        and (state = 'queued' and available_at <= ${now} or state = 'running' and lease_until < ${now})
      for update skip locked
    ) returning *`.execute(db);
  return rows[0] ?? null;
}

/** How long until a job that waits may run; null where it does not wait. */
export async function waitOf(db: JobDatabase, { workspaceId, id }: JobKey): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, ceil(extract(epoch from available_at - ${now}) * 1000))::int as ms
    from job where workspace_id = ${workspaceId} and id = ${id} and state = 'queued'`.execute(db);
  return rows[0]?.ms ?? null;
}

/** Keeps the lease and writes the progress; null where the job is another's, or ended, by now. */
export async function renewLease(
  db: JobDatabase,
  lease: Lease,
  { done, total }: Progress,
): Promise<{ readonly cancelRequested: boolean } | null> {
  const { rows } = await sql<{ cancelRequested: boolean }>`
    update job set lease_until = ${inMs(LEASE_MS)}, progress_done = ${done}, progress_total = ${total}
    where ${held(lease)} returning cancel_requested_at is not null as "cancelRequested"`.execute(db);
  return rows[0] ?? null;
}

/** Within a transaction: nobody takes the job until that ends. False where the job is another's by now. */
export async function holdLease(db: JobDatabase, lease: Lease): Promise<boolean> {
  const { rows } = await sql`select 1 from job where ${held(lease)} for update`.execute(db);
  return rows.length > 0;
}

export async function saveCheckpoint(db: JobDatabase, lease: Lease, checkpoint: unknown): Promise<void> {
  await sql`update job set checkpoint = ${json(checkpoint)} where ${held(lease)}`.execute(db);
}

/** Ends the holder's run. Without effect where the job is another's by now. */
export async function endRun(db: JobDatabase, lease: Lease, outcome: Outcome, progress: Progress): Promise<void> {
  await sql`update job set lease_owner = null, lease_until = null, progress_done = ${progress.done},
      progress_total = ${progress.total}, ${changesOf(outcome)}
    where ${held(lease)}`.execute(db);
}

function changesOf(outcome: Outcome): RawBuilder<unknown> {
  switch (outcome.state) {
    case 'succeeded':
      return sql`state = 'succeeded', result = ${json(outcome.result)}, error = null, finished_at = ${now}`;
    case 'failed':
      return sql`state = 'failed', error = ${json(outcome.error)}, attempts = attempts + 1, finished_at = ${now}`;
    case 'cancelled':
      return sql`state = 'cancelled', finished_at = ${now}`;
    case 'queued':
      return outcome.error === null
        ? sql`state = 'queued', available_at = ${inMs(outcome.delayMs)}`
        : sql`state = 'queued', available_at = ${inMs(outcome.delayMs)}, error = ${json(outcome.error)}, attempts = attempts + 1`;
  }
}

/** Jobs of all workspaces that should run and for which nobody was woken, or whose holder is gone; the longest waiting first. */
export async function overdueJobs(db: JobDatabase): Promise<readonly JobKey[]> {
  const { rows } = await sql<JobKey>`
    (select workspace_id as "workspaceId", id from job where state = 'running' and lease_until < ${now}
      order by lease_until limit ${sql.lit(SWEPT_AT_ONCE)})
    union all
    (select workspace_id, id from job where state = 'queued' and available_at < ${inMs(-OVERDUE_MS)}
      order by available_at limit ${sql.lit(SWEPT_AT_ONCE)})`.execute(db);
  return rows;
}

/** Removes what ended longer ago than it is kept. */
export async function purgeJobs(db: JobDatabase, keptDays: number): Promise<void> {
  await sql`delete from job where ctid = any(array(
    select ctid from job where finished_at < ${now} - ${sql.lit(keptDays)} * interval '1 day'
    limit ${sql.lit(PURGED_AT_ONCE)}))`.execute(db);
}

function json(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value ?? null)}::jsonb`;
}
