import { sql } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { JobState } from '@cubit/web-contract';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import type { JobDefinition } from './job-definition.js';
import { JOB_QUEUE, wakeIdOf, type JobKey } from './job-key.js';
import { withJobs } from './job-row.js';

const DEFAULT_MAX_ATTEMPTS = 5;

export interface NewJob {
  readonly workspaceId: string;
  readonly type: string;
  /** JSON. */
  readonly input: unknown;
  /** Delay before the job starts. Default 0. */
  readonly delayMs?: number;
  /** UUID of the job. A second job with the same id is not created, so an id that is derived from the purpose prevents duplicates. Default: a new id. */
  readonly id?: string;
  /** The user who creates the job. Default null: the system. */
  readonly createdBy?: string | null;
}

/** Background work that outlives the request that creates it. */
export interface Jobs {
  /** Defines a job type, such as `files:import`. Once per type, in every process, before the start. */
  define<Input, Result>(type: string, definition: JobDefinition<Input, Result>): void;
  /** Creates a job in the caller's transaction and returns its id. The job runs after the commit, even if the queue is unavailable. */
  enqueue(tx: Transaction, job: NewJob): Promise<string>;
  /** Creates jobs in one statement. */
  enqueueMany(tx: Transaction, jobs: readonly (NewJob & { readonly id: string })[]): Promise<void>;
  /** Cancels a queued job, or asks a running job to stop. Returns the new state; null if there is no such job. */
  cancel(tx: Transaction, key: JobKey): Promise<JobState | null>;
}

interface JobServiceOptions {
  readonly queue: WakeQueue;
  readonly definitions: Map<string, JobDefinition>;
  readonly newId: () => string;
  /** Called after the commit of a cancellation. */
  readonly onCancelled: (key: JobKey) => void;
}

export function createJobs({ queue, definitions, newId, onCancelled }: JobServiceOptions): Jobs {
  const enqueueMany: Jobs['enqueueMany'] = async (tx, jobs) => {
    const rows = jobs.map((job) => rowOf(job, definitions.get(job.type)));
    await insertJobs(tx, rows);
    tx.afterCommit(() => {
      for (const [name, waking] of Map.groupBy(rows, ({ type }) => queueOf(definitions, type)))
        for (const [delayMs, due] of Map.groupBy(waking, (row) => row.delay_ms))
          void queue.publish(
            name,
            due.map(({ workspace_id: workspaceId, id }) => wakeIdOf({ workspaceId, id })),
            { delayMs },
          );
    });
  };
  return {
    define(type, definition) {
      if (definitions.has(type)) throw new Error(`The job type '${type}' is defined twice.`);
      definitions.set(type, definition as JobDefinition);
    },

    async enqueue(tx, { id = newId(), ...job }) {
      await enqueueMany(tx, [{ ...job, id }]);
      return id;
    },

    enqueueMany,

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

/** The queue of wake-ups for jobs of a type. */
export function queueOf(definitions: ReadonlyMap<string, JobDefinition>, type: string): string {
  return definitions.get(type)?.queue ?? JOB_QUEUE;
}

/** The types whose wake-ups are on a queue. */
export function typesOn(definitions: ReadonlyMap<string, JobDefinition>, queue: string): readonly string[] {
  return [...definitions.keys()].filter((type) => queueOf(definitions, type) === queue);
}

function rowOf(
  { workspaceId, id, type, input, delayMs = 0, createdBy = null }: NewJob & { readonly id: string },
  definition: JobDefinition | undefined,
) {
  if (!definition) throw new Error(`The job type '${type}' is not defined.`);
  return {
    workspace_id: workspaceId,
    id,
    type,
    input: input ?? null,
    max_attempts: definition.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
    turn: definition.turn?.(input) ?? null,
    delay_ms: delayMs,
    created_by: createdBy,
  };
}

async function insertJobs(tx: Transaction, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await sql`
    insert into job (workspace_id, id, type, state, input, max_attempts, turn, available_at, created_by, created_at)
    select workspace_id, id, type, 'queued', coalesce(input, 'null'), max_attempts, turn,
      clock_timestamp() + delay_ms * interval '1 millisecond', created_by, ${tx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new (workspace_id uuid, id uuid, type text, input jsonb,
      max_attempts integer, turn text, delay_ms double precision, created_by uuid)
    on conflict (workspace_id, id) do nothing`.execute(tx.db);
}
