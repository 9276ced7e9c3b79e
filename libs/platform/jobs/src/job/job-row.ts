import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { JobState } from '@cubit/web-contract';

/** The error of a job, as clients see it. */
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
  /** The checkpoint of the last committed step. */
  checkpoint: unknown;
  result: unknown;
  error: JobError | null;
  /** Number of failures. A killed process does not count. */
  attempts: number;
  max_attempts: number;
  /** Of jobs that run one after the other. */
  turn: string | null;
  available_at: Date;
  /** A new id for each run: a process that lost the lease cannot write any more. */
  lease_owner: string | null;
  lease_until: Date | null;
  cancel_requested_at: Date | null;
  /** The last job that took this one back, or was to. */
  undone_by: string | null;
  created_by: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

export type JobDatabase = Kysely<DatabaseSchema>;

/** The database with the table of jobs. */
export function withJobs(db: JobDatabase): Kysely<DatabaseSchema & { job: JobRow }> {
  return db.withTables<{ job: JobRow }>();
}
