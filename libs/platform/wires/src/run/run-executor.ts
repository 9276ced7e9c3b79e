import { sql } from 'kysely';
import { isUnavailable, type Transaction } from '@cubit/database';
import type { Subscriber } from '../dispatch/subscribers.js';
import type { RunKey } from '../dispatch/wake-id.js';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import { lockRun, type LoadedRun } from './loaded-run.js';
import { executeSubscription } from './execute-subscription.js';
import { executeWire, type RunTarget, type RunOutcome, type ExecuteWireOptions } from './execute-wire.js';
import { retryDelayMs } from './retry-delay.js';
import { isTransient, toRunError } from './run-error.js';
import type { AttemptResult } from './attempt-result.js';
import { suspendRun, postponeRun, recordOutcome, splitRun } from './record-outcome.js';
import { emitRunFailure } from './run-events.js';

interface ExecutorOptions extends ExecuteWireOptions {
  readonly settings: WireSettings;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
}

/**
 * Executes one run. Its action and its row commit together, so the run takes effect exactly once, even if a process dies or is woken twice.
 * A failure is recorded in a separate transaction after the writes of the attempt are rolled back.
 */
export class RunExecutor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  async execute(key: RunKey): Promise<AttemptResult> {
    const { database } = this.#options.host.services;
    let locked: LoadedRun | null = null;
    const runTarget: RunTarget = { recordId: null };
    try {
      return await database.transaction(async (tx) => {
        locked = await lockRun(wiresIn(tx.db), key);
        if (!locked) return { type: 'idle' };
        if (locked.waits) return { type: 'waits', run: locked };
        runTarget.recordId = locked.split ? locked.recordId : null;
        const outcome = await this.#dispatch(tx, { run: locked, runTarget });
        return this.#record(tx, { ...locked, ...runTarget }, outcome);
      });
    } catch (error) {
      // An outage is not an attempt: everything was rolled back.
      if (!locked || isUnavailable(error)) throw error;
      return this.#fail({ ...(locked as LoadedRun), ...runTarget }, error);
    }
  }

  #dispatch(
    tx: Transaction,
    { run, runTarget }: { readonly run: LoadedRun; readonly runTarget: RunTarget },
  ): Promise<RunOutcome> {
    const { host, subscribers } = this.#options;
    if (run.subscription === null) return executeWire(this.#options, tx, { run, runTarget });
    return executeSubscription(host, tx, { run, subscriber: subscribers.get(run.subscription) });
  }

  async #record(tx: Transaction, run: LoadedRun, outcome: RunOutcome): Promise<AttemptResult> {
    const db = wiresIn(tx.db);
    const finished = { ...run, startedAt: tx.now };
    switch (outcome.type) {
      case 'suspended':
        await suspendRun(db, run, outcome);
        return { type: 'suspended' };
      case 'split':
        return { type: 'split', runs: [run, ...(await splitRun(db, run, outcome.targets))] };
      case 'dropped':
        return { type: 'finished', run, next: await recordOutcome(db, finished, { state: 'dropped' }) };
      case 'done':
        return { type: 'finished', run, next: await recordOutcome(db, finished, { state: 'succeeded', ...outcome }) };
      case 'skipped': {
        const { reason, failure } = outcome;
        if (failure) await emitRunFailure(this.#options.host, tx, { run, kind: failure, reason });
        return { type: 'finished', run, next: await recordOutcome(db, finished, { state: 'skipped', reason }) };
      }
    }
  }

  async #fail(run: LoadedRun, thrown: unknown): Promise<AttemptResult> {
    const { host, settings } = this.#options;
    const { database, log } = host.services;
    const error = toRunError(thrown);
    if (error.code === 'internal')
      log.error({ err: thrown, run: run.id, wire: run.wireId }, 'a wire run failed unexpectedly');
    else if (run.wireId === null)
      log.warn({ err: thrown, run: run.id, subscription: run.subscription }, 'a subscription failed');
    return database.transaction(async (tx) => {
      const db = wiresIn(tx.db);
      if (!(await isUnchanged(db, run))) return { type: 'idle' };
      if (isTransient(thrown) && run.attemptsLeft > 1) {
        const delayMs = retryDelayMs(settings.retry, run.attempts + 1, settings.random);
        await postponeRun(db, run, { error, delayMs, recordId: run.recordId });
        return { type: 'postponed', delayMs };
      }
      await emitRunFailure(host, tx, { run, kind: 'failed', reason: error });
      return {
        type: 'finished',
        run,
        next: await recordOutcome(db, { ...run, startedAt: tx.now }, { state: 'failed', error }),
      };
    });
  }
}

/** False if another process has executed the run after this attempt was rolled back. */
async function isUnchanged(db: ReturnType<typeof wiresIn>, { workspaceId, id, attempts }: LoadedRun): Promise<boolean> {
  const { rows } = await sql`select from wire_run
    where workspace_id = ${workspaceId} and id = ${id} and state = 'pending' and attempts = ${attempts} for update`.execute(
    db,
  );
  return rows.length > 0;
}
