import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { KernelServices } from '@cubit/core';
import type { RunKey } from '../dispatch/wake-id.js';
import type { Wakes } from '../dispatch/wakes.js';
import { wiresIn } from '../tables/schema.js';
import { isWeather } from './run-error.js';
import type { LoadedRun } from './loaded-run.js';
import type { RunExecutor } from './run-executor.js';

/** Runs of one lane that are done in one go, before other work gets its turn. */
const STRETCH = 20;
const STOP_GRACE_MS = 8_000;

interface RunnerOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly executor: RunExecutor;
  readonly wakes: () => Wakes;
  /** Runs at a time that this process takes by itself. 0: none. */
  readonly concurrency: number;
}

/** Does the runs that this process is woken for, and sees to what comes after them. */
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

  /** Takes no more runs by itself, and waits for those that it has taken, within bounds: what is cut off is undone, and done elsewhere. */
  async stop(): Promise<void> {
    this.#open = false;
    const bounds = new AbortController();
    const patience = delay(STOP_GRACE_MS, undefined, { signal: bounds.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.#active), patience]);
    bounds.abort();
  }

  offer(key: RunKey): boolean {
    if (!this.#open || this.#active.size >= this.#options.concurrency) return false;
    void this.run(key);
    return true;
  }

  /** Never throws: what could not be done is in the table, and the sweeper comes back to it. */
  run(key: RunKey): Promise<void> {
    const running = this.#follow(key)
      .catch((error: unknown) => this.#report(key, error))
      .finally(() => this.#active.delete(running));
    this.#active.add(running);
    return running;
  }

  async #follow(key: RunKey): Promise<void> {
    let current: RunKey | null = key;
    for (let done = 0; current !== null; done += 1) {
      if (done === STRETCH) return this.#options.wakes().send([current]);
      current = await this.#step(current);
    }
  }

  /** Answers the run that is to be done next, in the order of a lane. */
  async #step(key: RunKey): Promise<RunKey | null> {
    const { executor, wakes } = this.#options;
    const step = await executor.execute(key);
    switch (step.type) {
      case 'idle':
      case 'held':
        return null;
      case 'waits': {
        // Whoever finished the run before may have passed this one by, as it was held here at that moment.
        const first = await this.#firstInLane(step.run);
        return first?.id === step.run.id ? first : null;
      }
      case 'split':
        await wakes().send(step.runs.slice(1));
        return step.runs[0] ?? null;
      case 'postponed':
        await wakes().later(key, step.delayMs);
        return null;
      case 'over':
        if (step.next) await wakes().send([step.next]);
        return this.#firstInLane(step.run);
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
    if (isWeather(error)) log.warn({ err: error, run: key.id }, 'a wire run waits for the database');
    else log.error({ err: error, run: key.id }, 'a wire run could not be handled');
  }
}
