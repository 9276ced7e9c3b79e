import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable, withStatementClass } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import type { Turns } from '@cubit/runtime';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import { backoffMs } from './backoff.js';
import type { JobDefinition } from './job-definition.js';
import { JOB_QUEUE, jobKeyOf, MODULE_JOB_QUEUE, wakeIdOf, type JobKey } from './job-key.js';
import type { JobRow, JobError } from './job-row.js';
import {
  claimJob,
  claimNext,
  nextOfTurn,
  recordOutcome,
  remainingDelayMs,
  type Lease,
  type Outcome,
} from './job-store.js';
import { typesOn } from './jobs.js';
import { PostponedJob } from './postponed-job.js';
import { RunningJob } from './running-job.js';
import { isCubitError } from '@cubit/core';
import { isTransient } from '@cubit/core/host';

/** Delay after an outage. An outage does not count as an attempt. */
const OUTAGE_DELAY_MS = 1_000;
const WRITE_ATTEMPTS = 5;
const WRITE_RETRY_MS = 500;

interface RunnerOptions {
  readonly services: KernelServices;
  readonly queue: WakeQueue;
  readonly definitions: ReadonlyMap<string, JobDefinition>;
}

type Attempt = { readonly result: unknown } | { readonly error: unknown };

/** Runs the jobs that this process is woken for. */
export class JobRunner {
  readonly #options: RunnerOptions;
  readonly #running = new Map<string, RunningJob>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** The handler of wake-ups for jobs of the program. */
  async run(wakeId: string): Promise<void> {
    const { services, definitions, queue } = this.#options;
    const lease: Lease = { ...jobKeyOf(wakeId), owner: services.newId() };
    const row = await claimJob(services.database.db, lease, [...definitions.keys()]);
    // Unless the wake-up came early, there is nothing to do: finished, in progress elsewhere, unknown type.
    if (!row) return void (await this.#isEarly(wakeId, JOB_QUEUE));
    await this.#run(row, lease, JOB_QUEUE);
    if (row.turn === null) return;
    const next = await nextOfTurn(services.database.db, row.workspace_id, row.turn);
    if (next) await queue.publish(JOB_QUEUE, [wakeIdOf(next)]);
  }

  /** The handler of wake-ups for jobs of modules. Returns at once: the job runs in a turn of its workspace. */
  async offer(wakeId: string, turns: Turns): Promise<void> {
    if (!(await this.#isEarly(wakeId, MODULE_JOB_QUEUE))) turns.ring(jobKeyOf(wakeId).workspaceId);
  }

  /** A turn of a workspace: runs the next of its jobs of modules. Never throws: the sweeper rings again. */
  async runNext(workspaceId: string, turns: Turns): Promise<void> {
    const { services, definitions } = this.#options;
    try {
      const owner = services.newId();
      const types = typesOn(definitions, MODULE_JOB_QUEUE);
      const row = await claimNext(services.database.db, { workspaceId, owner, types });
      if (!row) return;
      // Behind other workspaces, and at once if there is room.
      turns.ring(workspaceId);
      await this.#run(row, { workspaceId, id: row.id, owner }, MODULE_JOB_QUEUE);
    } catch (error) {
      services.log.error({ err: error, workspace: workspaceId }, 'the next job of a workspace could not be run');
    }
  }

  /** Cancels a job that runs in this process. Another process notices the cancellation when it renews its lease. */
  cancel(key: JobKey): void {
    this.#running.get(wakeIdOf(key))?.end('cancelled');
  }

  /** Asks every job of this process to stop, so that another process continues it. */
  stopAll(): void {
    for (const running of this.#running.values()) running.end('stopping');
  }

  /** Returns jobs that have not stopped to the queue, so that other processes need not wait for the lease. */
  async release(): Promise<void> {
    for (const running of this.#running.values()) {
      running.end('lost');
      await running.stopRenewing();
      await this.#recordOutcome(running, { state: 'queued', delayMs: 0, error: null });
    }
    this.#running.clear();
  }

  /** Whether the job of a wake-up is not due yet. If so, it is woken again. */
  async #isEarly(wakeId: string, queueName: string): Promise<boolean> {
    const { services, queue } = this.#options;
    const delayMs = await remainingDelayMs(services.database.db, jobKeyOf(wakeId));
    if (delayMs === null || delayMs <= 0) return false;
    await queue.publish(queueName, [wakeId], { delayMs });
    return true;
  }

  async #run(row: JobRow, lease: Lease, queueName: string): Promise<void> {
    const outcome = await this.#execute(row, lease);
    if (outcome?.state === 'queued')
      await this.#options.queue.publish(queueName, [wakeIdOf(lease)], { delayMs: outcome.delayMs });
  }

  async #execute(row: JobRow, lease: Lease): Promise<Outcome | null> {
    const { services, definitions } = this.#options;
    const { database, log } = services;
    const definition = definitions.get(row.type);
    if (!definition) throw new Error(`Claimed a job of type '${row.type}', which is not defined.`);
    const running = new RunningJob({ database, log, row, lease });
    const wakeId = wakeIdOf(lease);
    this.#running.set(wakeId, running);
    try {
      const cancelled = row.cancel_requested_at !== null;
      const outcome = cancelled
        ? ({ state: 'cancelled' } as const)
        : this.#toOutcome(
            await catchError(() => withStatementClass('job', () => definition.handler(running.context()))),
            {
              running,
              row,
              definition,
            },
          );
      await running.stopRenewing();
      // Another process has taken over the job: its outcome counts.
      if (running.endReason === 'lost') return null;
      await this.#recordOutcome(running, outcome);
      return outcome;
    } finally {
      await running.stopRenewing();
      this.#running.delete(wakeId);
    }
  }

  #toOutcome(
    attempted: Attempt,
    {
      running,
      row,
      definition,
    }: { readonly running: RunningJob; readonly row: JobRow; readonly definition: JobDefinition },
  ): Outcome {
    if ('result' in attempted) return { state: 'succeeded', result: attempted.result };
    const { error } = attempted;
    if (running.endReason === 'cancelled') return { state: 'cancelled' };
    if (running.endReason !== null) return { state: 'queued', delayMs: 0, error: null };
    if (error instanceof PostponedJob) return { state: 'queued', delayMs: error.delayMs, error: null };
    if (isUnavailable(error)) return { state: 'queued', delayMs: OUTAGE_DELAY_MS, error: null };
    const failures = row.attempts + 1;
    const details = { err: error, job: row.id, type: row.type, workspace: row.workspace_id, failures };
    this.#options.services.log.warn(details, 'a job failed');
    if (!isTransient(error) || failures >= row.max_attempts) return { state: 'failed', error: jobError(error) };
    return { state: 'queued', delayMs: backoffMs(failures, definition.backoff), error: jobError(error) };
  }

  /** Retries during an outage of the database, so that finished work is not repeated. */
  async #recordOutcome({ lease, progress }: RunningJob, outcome: Outcome): Promise<void> {
    const { database, log } = this.#options.services;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await recordOutcome(database.db, lease, { outcome, progress });
      } catch (error) {
        if (!isUnavailable(error) || attempts >= WRITE_ATTEMPTS) {
          log.error(
            { err: error, job: lease.id },
            'the outcome of a job could not be recorded; the job will run again',
          );
          return;
        }
        await sleep(WRITE_RETRY_MS);
      }
    }
  }
}

async function catchError(work: () => Promise<unknown>): Promise<Attempt> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}

/** The error as clients see it. Details of an unexpected error are only in the log. */
function jobError(error: unknown): JobError {
  if (!isCubitError(error))
    return { code: 'internal', message: 'Internal server error. See the server log for details.' };
  const { code, message, details } = error;
  return details.length > 0 ? { code, message, details } : { code, message };
}
