import { sql } from 'kysely';
import type { Transaction } from '@cubit/core';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import type { JobDefinition } from './job-definition.js';
import { JOB_QUEUE, wakeIdOf, type JobKey } from './job-key.js';
import { withJobs, type JobState } from './job-row.js';

const DEFAULT_MAX_ATTEMPTS = 5;

export interface NewJob {
  readonly workspaceId: string;
  readonly type: string;
  /** JSON. */
  readonly input: unknown;
  /** Not before then. Default 0. */
  readonly delayMs?: number;
  /** A UUID made from what the job is for: a second enqueue of it is no second job. Default a fresh one. */
  readonly id?: string;
  /** The user who asked for it; by default nobody. */
  readonly createdBy?: string | null;
}

/** Work that outlives the request that asks for it. */
export interface Jobs {
  /** Before the start, in every process, once per type: `files:import`. */
  define<Input, Result>(type: string, definition: JobDefinition<Input, Result>): void;
  /** Commits or vanishes with the caller's transaction; runs after the commit, also where the queue is away. Gives the id. */
  enqueue(tx: Transaction, job: NewJob): Promise<string>;
  /** A waiting job is cancelled at once, a running one told to end. Gives the state after that; null where there is no such job. */
  cancel(tx: Transaction, key: JobKey): Promise<JobState | null>;
}

interface JobServiceOptions {
  readonly queue: WakeQueue;
  readonly definitions: Map<string, JobDefinition>;
  readonly newId: () => string;
  /** Tells a job that runs in this process. */
  readonly onCancelled: (key: JobKey) => void;
}

export function createJobs({ queue, definitions, newId, onCancelled }: JobServiceOptions): Jobs {
  return {
    define(type, definition) {
      if (definitions.has(type)) throw new Error(`The job type '${type}' is defined twice.`);
      definitions.set(type, definition as JobDefinition);
    },

    async enqueue(tx, { workspaceId, type, input, delayMs = 0, id = newId(), createdBy = null }) {
      const definition = definitions.get(type);
      if (!definition) throw new Error(`The job type '${type}' is not defined.`);
      const maxAttempts = definition.maxAttempts ?? DEFAULT_MAX_ATTEMPTS;
      await sql`
        insert into job (workspace_id, id, type, state, input, max_attempts, available_at, created_by, created_at)
        values (${workspaceId}, ${id}, ${type}, 'queued', ${JSON.stringify(input ?? null)}::jsonb, ${maxAttempts},
          clock_timestamp() + ${delayMs}::double precision * interval '1 millisecond', ${createdBy}, ${tx.now})
        on conflict (workspace_id, id) do nothing`.execute(tx.db);
      tx.afterCommit(() => void queue.publish(JOB_QUEUE, [wakeIdOf({ workspaceId, id })], { delayMs }));
      return id;
    },

    async cancel(tx, key) {
      const { rows } = await sql<{ state: JobState }>`
        update job set cancel_requested_at = coalesce(cancel_requested_at, ${tx.now}::timestamptz),
          finished_at = case state when 'queued' then ${tx.now}::timestamptz end,
          state = case state when 'queued' then 'cancelled' else state end
        where workspace_id = ${key.workspaceId} and id = ${key.id} and state in ('queued', 'running')
        returning state`.execute(tx.db);
      tx.afterCommit(() => onCancelled(key));
      if (rows[0]) return rows[0].state;
      const ended = await withJobs(tx.db)
        .selectFrom('job')
        .select('state')
        .where('workspace_id', '=', key.workspaceId)
        .where('id', '=', key.id)
        .executeTakeFirst();
      return ended?.state ?? null;
    },
  };
}
