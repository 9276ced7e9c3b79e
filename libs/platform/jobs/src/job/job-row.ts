import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/core';

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/**
 * - `queued`: waits for `available_at`, for a free worker, or for its next attempt.
 * - `running`: a process holds its lease, or held it when it was killed.
 * - `succeeded`, `failed` (all attempts used up, or one that no repetition helps), `cancelled`: for good.
 */
export type JobState = (typeof JOB_STATES)[number];

/** What went wrong, as people may see it. */
export interface JobError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly unknown[];
}

export interface JobRow {
  workspace_id: string;
  id: string;
  type: string;
  state: JobState;
  progress_done: number;
  progress_total: number | null;
  input: unknown;
  /** What the handler saved with its last committed step. */
  checkpoint: unknown;
  result: unknown;
  error: JobError | null;
  /** Failures so far. A killed process is none. */
  attempts: number;
  max_attempts: number;
  available_at: Date;
  /** A fresh id for each time that it is run: whoever lost the lease writes nothing more. */
  lease_owner: string | null;
  lease_until: Date | null;
  cancel_requested_at: Date | null;
  created_by: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export type JobDatabase = Kysely<DatabaseSchema>;

/** The same connection, with the table of jobs. */
export function withJobs(db: JobDatabase): Kysely<DatabaseSchema & { job: JobRow }> {
  return db.withTables<{ job: JobRow }>();
}
