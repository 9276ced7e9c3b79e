import { sql } from 'kysely';
import type { Transaction } from '@cubit/core';
import type { Subscriber } from '../dispatch/subscribers.js';
import type { RunKey } from '../dispatch/wake-id.js';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import { takeRun, type LoadedRun } from './loaded-run.js';
import { performSubscription } from './perform-subscription.js';
import { performWire, type Performance, type WirePerformance } from './perform-wire.js';
import { retryDelayMs } from './retry-delay.js';
import { isPassing, isWeather, runError } from './run-error.js';
import type { RunStep } from './run-step.js';
import { holdRun, postponeRun, settleRun, splitRun } from './settle-run.js';
import { tell } from './tell.js';

interface ExecutorOptions extends WirePerformance {
  readonly settings: WireSettings;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
}

/**
 * Does one run. Its action and its row commit together, so it is done once in effect, whatever process dies or is woken twice; a failure is
 * written in a transaction of its own, after everything that the attempt did is undone.
 */
export class RunExecutor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  async execute(key: RunKey): Promise<RunStep> {
    const { database } = this.#options.host.services;
    let taken: LoadedRun | null = null;
    try {
      return await database.transaction(async (tx) => {
        taken = await takeRun(wiresIn(tx.db), key);
        if (!taken) return { type: 'idle' };
        if (taken.waits) return { type: 'waits', run: taken };
        return this.#settle(tx, taken, await this.#perform(tx, taken));
      });
    } catch (error) {
      if (!taken || isWeather(error)) throw error;
      return this.#fail(taken, error);
    }
  }

  #perform(tx: Transaction, run: LoadedRun): Promise<Performance> {
    const { host, subscribers } = this.#options;
    if (run.subscription === null) return performWire(this.#options, tx, run);
    return performSubscription(host, tx, { run, subscriber: subscribers.get(run.subscription) });
  }

  async #settle(tx: Transaction, run: LoadedRun, performance: Performance): Promise<RunStep> {
    const db = wiresIn(tx.db);
    const settled = { ...run, startedAt: tx.now };
    switch (performance.type) {
      case 'held':
        await holdRun(db, run, performance);
        return { type: 'held' };
      case 'split':
        return { type: 'split', runs: [run, ...(await splitRun(db, run, performance.targets))] };
      case 'dropped':
        return { type: 'over', run, next: await settleRun(db, settled, { state: 'dropped' }) };
      case 'done':
        return { type: 'over', run, next: await settleRun(db, settled, { state: 'succeeded', ...performance }) };
      case 'skipped': {
        const { reason, trouble } = performance;
        if (trouble) await tell(this.#options.host, tx, { run, kind: trouble, reason });
        return { type: 'over', run, next: await settleRun(db, settled, { state: 'skipped', reason }) };
      }
    }
  }

  async #fail(run: LoadedRun, thrown: unknown): Promise<RunStep> {
    const { host, settings } = this.#options;
    const { database, log } = host.services;
    const error = runError(thrown);
    if (error.code === 'internal') log.error({ err: thrown, run: run.id, wire: run.wireId }, 'a wire run met a defect');
    else if (run.wireId === null) log.warn({ err: thrown, run: run.id, of: run.subscription }, 'a subscription failed');
    return database.transaction(async (tx) => {
      const db = wiresIn(tx.db);
      if (!(await isAsTaken(db, run))) return { type: 'idle' };
      if (isPassing(thrown) && run.attemptsLeft > 1) {
        const delayMs = retryDelayMs(settings.retry, run.attempts + 1, settings.random);
        await postponeRun(db, run, { error, delayMs });
        return { type: 'postponed', delayMs };
      }
      await tell(host, tx, { run, kind: 'failed', reason: error });
      return {
        type: 'over',
        run,
        next: await settleRun(db, { ...run, startedAt: tx.now }, { state: 'failed', error }),
      };
    });
  }
}

/** Somebody else may have done it after this attempt was undone. */
async function isAsTaken(db: ReturnType<typeof wiresIn>, { workspaceId, id, attempts }: LoadedRun): Promise<boolean> {
  const { rows } = await sql`select from wire_run
    where workspace_id = ${workspaceId} and id = ${id} and state = 'pending' and attempts = ${attempts} for update`.execute(
    db,
  );
  return rows.length > 0;
}
