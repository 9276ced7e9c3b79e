import { sql, type RawBuilder } from 'kysely';
import { violatedIndex } from '@cubit/database';
import type { JobKey } from './job-key.js';
import type { JobDatabase, JobError, JobRow } from './job-row.js';

/** Duration of a lease; renewed three times per duration. The job of a killed process is free after it, at the next sweep. */
export const LEASE_MS = 4_500;
/** A job that is due for longer has lost its wake-up. */
const OVERDUE_MS = 2_000;
const SWEEP_BATCH = 1_000;
const PURGE_BATCH = 1_000;

/** The lease of a job by one run. */
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
  /** Another attempt after a delay; `error` is null if the run did not fail. */
  | { readonly state: 'queued'; readonly delayMs: number; readonly error: JobError | null };

// Leases use the clock of the database, because the clocks of processes may differ by more than a lease.
const now = sql`clock_timestamp()`;
const inMs = (ms: number) => sql`clock_timestamp() + ${ms}::double precision * interval '1 millisecond'`;
const holdsLease = ({ workspaceId, id, owner }: Lease) =>
  sql`workspace_id = ${workspaceId} and id = ${id} and lease_owner = ${owner} and state = 'running'`;

const leased = (owner: string) => sql`state = 'running', lease_owner = ${owner}, lease_until = ${inMs(LEASE_MS)},
  started_at = coalesce(started_at, ${now})`;

/** Claims a job of one of `types` that is due or whose lease has expired, and whose turn it is; null otherwise. */
export async function claimJob(db: JobDatabase, lease: Lease, types: readonly string[]): Promise<JobRow | null> {
  try {
    return await claimDue(db, lease, types);
  } catch (error) {
    // Another job of the turn began at the same moment.
    if (violatedIndex(error) === 'job_running_turn') return null;
    throw error;
  }
}

async function claimDue(db: JobDatabase, lease: Lease, types: readonly string[]): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    update job set ${leased(lease.owner)}
    where workspace_id = ${lease.workspaceId} and id = (
      select id from job where workspace_id = ${lease.workspaceId} and id = ${lease.id} and type = any(${types}::text[])
        and (state = 'queued' and available_at <= ${now} and ${isItsTurn} or state = 'running' and lease_until < ${now})
      for update skip locked
    ) returning *`.execute(db);
  return rows[0] ?? null;
}

/** Which jobs `claimNext` chooses from. */
interface Choice {
  readonly workspaceId: string;
  readonly owner: string;
  readonly types: readonly string[];
}

/** Claims the job of a workspace and of one of `types` that is due for longest, or whose lease has expired; null if there is none. Types have no turn. */
export async function claimNext(db: JobDatabase, { workspaceId, owner, types }: Choice): Promise<JobRow | null> {
  const isOwn = sql`workspace_id = ${workspaceId} and type = any(${types}::text[])`;
  // The time is a subquery, so that it bounds the scan of the index.
  const { rows } = await sql<JobRow>`
    with expired as materialized (
      select id from job where ${isOwn} and state = 'running' and lease_until < (select ${now})
      order by lease_until limit 1 for update skip locked
    ), due as materialized (
      select id from job where ${isOwn} and state = 'queued' and available_at <= (select ${now})
      order by available_at, id limit 1 for update skip locked
    )
    update job set ${leased(owner)}
    where workspace_id = ${workspaceId} and id = coalesce((select id from expired), (select id from due))
    returning *`.execute(db);
  return rows[0] ?? null;
}

/** No job of the turn runs, and none that was created before is due. */
const isItsTurn = sql`(turn is null or not exists (select 1 from job other
  where other.workspace_id = job.workspace_id and other.turn = job.turn
    and (other.state = 'running' or other.state = 'queued' and other.available_at <= clock_timestamp() and other.id < job.id)))`;

/** The job of the turn that is next; null if none waits. */
export async function nextOfTurn(db: JobDatabase, workspaceId: string, turn: string): Promise<JobKey | null> {
  const { rows } = await sql<JobKey>`select workspace_id as "workspaceId", id from job
    where workspace_id = ${workspaceId} and turn = ${turn} and state = 'queued' and available_at <= ${now}
    order by id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Time until a queued job is due; null if it is not queued. */
export async function remainingDelayMs(db: JobDatabase, { workspaceId, id }: JobKey): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, ceil(extract(epoch from available_at - ${now}) * 1000))::int as ms
    from job where workspace_id = ${workspaceId} and id = ${id} and state = 'queued'`.execute(db);
  return rows[0]?.ms ?? null;
}

/** Renews the lease and writes the progress. Null if the lease is lost. */
export async function renewLease(
  db: JobDatabase,
  lease: Lease,
  { done, total }: Progress,
): Promise<{ readonly cancelRequested: boolean } | null> {
  const { rows } = await sql<{ cancelRequested: boolean }>`
    update job set lease_until = ${inMs(LEASE_MS)}, progress_done = ${done}, progress_total = ${total}
    where ${holdsLease(lease)} returning cancel_requested_at is not null as "cancelRequested"`.execute(db);
  return rows[0] ?? null;
}

/** Locks the job until the transaction ends. False if the lease is lost. */
export async function lockLease(db: JobDatabase, lease: Lease): Promise<boolean> {
  const { rows } = await sql`select 1 from job where ${holdsLease(lease)} for update`.execute(db);
  return rows.length > 0;
}

export async function saveCheckpoint(db: JobDatabase, lease: Lease, checkpoint: unknown): Promise<void> {
  await sql`update job set checkpoint = ${json(checkpoint)} where ${holdsLease(lease)}`.execute(db);
}

/** Records the outcome of a run. No effect if the lease is lost. */
export async function recordOutcome(
  db: JobDatabase,
  lease: Lease,
  { outcome, progress }: { readonly outcome: Outcome; readonly progress: Progress },
): Promise<void> {
  await sql`update job set lease_owner = null, lease_until = null, progress_done = ${progress.done},
      progress_total = ${progress.total}, ${changesOf(outcome)}
    where ${holdsLease(lease)}`.execute(db);
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

/**
 * Jobs of `types` in all workspaces whose wake-up was lost or whose lease has expired; longest waiting first. Jobs of a module that this program
 * does not have wait, and must not hide others.
 */
export async function overdueJobs(db: JobDatabase, types: readonly string[]): Promise<readonly JobKey[]> {
  const isKnown = sql`type = any(${types}::text[])`;
  const { rows } = await sql<JobKey>`
    (select workspace_id as "workspaceId", id from job where state = 'running' and lease_until < ${now} and ${isKnown}
      order by lease_until limit ${sql.lit(SWEEP_BATCH)})
    union all
    (select workspace_id, id from job where state = 'queued' and available_at < ${inMs(-OVERDUE_MS)} and ${isKnown}
      order by available_at limit ${sql.lit(SWEEP_BATCH)})`.execute(db);
  return rows;
}

/** Workspaces with such jobs of `types`. The recursive query takes one index step per workspace, regardless of its number of jobs. */
export async function overdueWorkspaces(db: JobDatabase, types: readonly string[]): Promise<readonly string[]> {
  const isKnown = sql`type = any(${types}::text[])`;
  const { rows } = await sql<{ id: string }>`
    with recursive place as (
      (select workspace_id as id from job where state = 'queued' order by workspace_id limit 1)
      union all
      select n.workspace_id from place cross join lateral (
        select workspace_id from job where state = 'queued' and workspace_id > place.id order by workspace_id limit 1
      ) n
    )
    select id from place where exists (
      select from job where workspace_id = place.id and state = 'queued' and available_at < (select ${inMs(-OVERDUE_MS)}) and ${isKnown})
    union
    select workspace_id from job where state = 'running' and lease_until < ${now} and ${isKnown}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes finished jobs that are older than the retention. */
export async function purgeJobs(db: JobDatabase, keptDays: number): Promise<void> {
  await sql`delete from job where ctid = any(array(
    select ctid from job where finished_at < ${now} - ${sql.lit(keptDays)} * interval '1 day'
    limit ${sql.lit(PURGE_BATCH)}))`.execute(db);
}

function json(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value ?? null)}::jsonb`;
}
