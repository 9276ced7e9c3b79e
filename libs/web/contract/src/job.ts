export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/**
 * - `queued`: waits for its start time, for a free worker, or for its next attempt.
 * - `running`: a process has its lease, or had it when it was killed.
 * - `succeeded`, `failed` (no attempts left, or an error that is not retried), `cancelled`: final.
 */
export type JobState = (typeof JOB_STATES)[number];

/** A job as the API shows it. `job-schema.spec.ts` of `@cubit/jobs` compares it with the schema of the answers. */
export interface Job<Result = unknown> {
  readonly id: string;
  readonly type: string;
  readonly state: JobState;
  /** `total`: null if it is unknown. */
  readonly progress: { readonly done: number; readonly total: number | null };
  /** Null until the job succeeds. */
  readonly result: Result | null;
  readonly error: { readonly code: string; readonly message: string; readonly details?: readonly JobFault[] } | null;
  /** Number of failures. */
  readonly attempts: number;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** Null: it cannot be taken back. */
  readonly undo_until: string | null;
  /** The job that takes this one back, or was to. */
  readonly undone_by: string | null;
}

const IS_OVER: Readonly<Record<JobState, boolean>> = {
  queued: false,
  running: false,
  succeeded: true,
  failed: true,
  cancelled: true,
};

/** Whether the state of a job is final. */
export const isOver = ({ state }: Pick<Job, 'state'>): boolean => IS_OVER[state];

/** As the fault of a request. */
export interface JobFault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}
