import { setTimeout as sleep } from 'node:timers/promises';
import type { KernelServices } from '@cubit/core';
import type { WakeQueue } from '../wake-queue/wake-queue.js';
import { backoffMs } from './backoff.js';
import type { JobDefinition } from './job-definition.js';
import { isFinal, isWeather, jobError } from './job-error.js';
import { JOB_QUEUE, jobKeyOf, wakeIdOf, type JobKey } from './job-key.js';
import type { JobRow } from './job-row.js';
import { claimJob, endRun, waitOf, type Lease, type Outcome } from './job-store.js';
import { LiveJob } from './live-job.js';

/** Rest after the database was away, which does not count as an attempt. */
const WEATHER_DELAY_MS = 1_000;
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
  readonly #live = new Map<string, LiveJob>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** The handler of wake-ups. */
  async run(wakeId: string): Promise<void> {
    const { services, definitions, queue } = this.#options;
    const lease: Lease = { ...jobKeyOf(wakeId), owner: services.newId() };
    const row = await claimJob(services.database.db, lease, [...definitions.keys()]);
    if (!row) {
      // A timer that goes off a little early; anything else (ended, another's, of a type unknown here) is none of ours.
      const delayMs = await waitOf(services.database.db, lease);
      if (delayMs !== null && delayMs > 0) await queue.publish(JOB_QUEUE, [wakeId], { delayMs });
      return;
    }
    const outcome = await this.#outcomeOf(row, lease);
    if (outcome?.state === 'queued') await queue.publish(JOB_QUEUE, [wakeId], { delayMs: outcome.delayMs });
  }

  /** Tells a job that runs here that it was cancelled; one that runs elsewhere hears of it when it renews its lease. */
  cancel(key: JobKey): void {
    this.#live.get(wakeIdOf(key))?.end('cancelled');
  }

  /** Tells every job that runs here to leave the rest of it to another process. */
  leave(): void {
    for (const live of this.#live.values()) live.end('stopping');
  }

  /** Gives back what did not end when it was told to, so that nobody waits for its lease. */
  async release(): Promise<void> {
    for (const live of this.#live.values()) {
      live.end('lost');
      await live.settle();
      await this.#write(live, { state: 'queued', delayMs: 0, error: null });
    }
    this.#live.clear();
  }

  async #outcomeOf(row: JobRow, lease: Lease): Promise<Outcome | null> {
    const { services, definitions } = this.#options;
    const { database, log } = services;
    const definition = definitions.get(row.type);
    if (!definition) throw new Error(`A job of the type '${row.type}' was taken, which is not defined.`);
    const live = new LiveJob({ database, log, row, lease });
    const wakeId = wakeIdOf(lease);
    this.#live.set(wakeId, live);
    try {
      const cancelled = row.cancel_requested_at !== null;
      const outcome = cancelled
        ? ({ state: 'cancelled' } as const)
        : this.#judge(await attempt(() => definition.handler(live.context())), { live, row, definition });
      await live.settle();
      // Another process has it: what became of it here is nobody's business.
      if (live.endReason === 'lost') return null;
      await this.#write(live, outcome);
      return outcome;
    } finally {
      await live.settle();
      this.#live.delete(wakeId);
    }
  }

  #judge(
    attempted: Attempt,
    { live, row, definition }: { readonly live: LiveJob; readonly row: JobRow; readonly definition: JobDefinition },
  ): Outcome {
    if ('result' in attempted) return { state: 'succeeded', result: attempted.result };
    const { error } = attempted;
    if (live.endReason === 'cancelled') return { state: 'cancelled' };
    if (live.endReason !== null) return { state: 'queued', delayMs: 0, error: null };
    if (isWeather(error)) return { state: 'queued', delayMs: WEATHER_DELAY_MS, error: null };
    const failures = row.attempts + 1;
    const details = { err: error, job: row.id, type: row.type, workspace: row.workspace_id, failures };
    this.#options.services.log.warn(details, 'a job failed');
    if (isFinal(error) || failures >= row.max_attempts) return { state: 'failed', error: jobError(error) };
    return { state: 'queued', delayMs: backoffMs(failures, definition.backoff), error: jobError(error) };
  }

  /** The work is done, so a database that is away for a moment must not make it be done again. */
  async #write({ lease, progress }: LiveJob, outcome: Outcome): Promise<void> {
    const { database, log } = this.#options.services;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await endRun(database.db, lease, outcome, progress);
      } catch (error) {
        if (!isWeather(error) || attempts >= WRITE_ATTEMPTS) {
          log.error({ err: error, job: lease.id }, 'what became of a job could not be written; it will run again');
          return;
        }
        await sleep(WRITE_RETRY_MS);
      }
    }
  }
}

async function attempt(work: () => Promise<unknown>): Promise<Attempt> {
  try {
    return { result: await work() };
  } catch (error) {
    return { error };
  }
}
