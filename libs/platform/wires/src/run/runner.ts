import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isUnavailable } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import type { RunKey } from '../dispatch/wake-id.js';
import type { WakeSender } from '../dispatch/wake-sender.js';
import { wiresIn } from '../tables/schema.js';
import type { LoadedRun } from './loaded-run.js';
import type { RunExecutor } from './run-executor.js';

/** Maximum number of runs of one lane in a row, before other runs get a turn. */
const MAX_CONSECUTIVE_RUNS = 20;
const STOP_GRACE_MS = 8_000;

interface RunnerOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly executor: RunExecutor;
  readonly wakes: () => WakeSender;
  /** Maximum number of runs that this process executes concurrently without the queue. 0: none. */
  readonly concurrency: number;
}

/** Executes the runs that this process is woken for, and the runs that follow in their lane. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #active = new Set<Promise<void>>();
  #open = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#open = true;
  }

  /** Stops accepting runs and waits for active runs up to a limit. An interrupted run is rolled back and executed by another process. */
  async stop(): Promise<void> {
    this.#open = false;
    const abort = new AbortController();
    const timeout = delay(STOP_GRACE_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#active), timeout]);
    abort.abort();
  }

  offer(key: RunKey): boolean {
    if (!this.#open || this.#active.size >= this.#options.concurrency) return false;
    void this.run(key);
    return true;
  }

  /** Never throws: a run that could not be executed stays in the table, and the sweeper publishes it again. */
  run(key: RunKey): Promise<void> {
    const running = this.#runLane(key)
      .catch((error: unknown) => this.#report(key, error))
      .finally(() => this.#active.delete(running));
    this.#active.add(running);
    return running;
  }

  async #runLane(key: RunKey): Promise<void> {
    let current: RunKey | null = key;
    for (let done = 0; current !== null; done += 1) {
      if (done === MAX_CONSECUTIVE_RUNS) return this.#options.wakes().send([current]);
      current = await this.#runOnce(current);
    }
  }

  /** Executes one run and returns the next run of its lane. */
  async #runOnce(key: RunKey): Promise<RunKey | null> {
    const { executor, wakes } = this.#options;
    const result = await executor.execute(key);
    switch (result.type) {
      case 'idle':
      case 'suspended':
        return null;
      case 'waits': {
        // The process that finished the previous run may have skipped this run because its row was locked here.
        const first = await this.#firstInLane(result.run);
        return first?.id === result.run.id ? first : null;
      }
      case 'split':
        await wakes().send(result.runs.slice(1));
        return result.runs[0] ?? null;
      case 'postponed':
        await wakes().sendLater(key, result.delayMs);
        return null;
      case 'finished':
        if (result.next) await wakes().send([result.next]);
        return this.#firstInLane(result.run);
    }
  }

  async #firstInLane({ workspaceId, wireId, lane }: LoadedRun): Promise<RunKey | null> {
    if (lane === null) return null;
    const { rows } = await sql<{ id: string }>`select id from wire_run
      where workspace_id = ${workspaceId} and wire_id = ${wireId} and lane = ${lane} and state = 'pending'
      order by event_position, ordinal limit 1`.execute(wiresIn(this.#options.services.database.db));
    return rows[0] ? { workspaceId, id: rows[0].id } : null;
  }

  #report(key: RunKey, error: unknown): void {
    const { log } = this.#options.services;
    if (isUnavailable(error)) log.warn({ err: error, run: key.id }, 'a wire run is waiting for the database');
    else log.error({ err: error, run: key.id }, 'a wire run could not be handled');
  }
}
