import { sql } from 'kysely';
import { isUnavailable, type Transaction } from '@cubit/database';
import type { TransactionBatch } from '@cubit/records';
import type { Subscriber } from '../dispatch/subscribers.js';
import type { RunKey } from '../dispatch/run-key.js';
import type { WireSettings } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import { lockRun, type LoadedRun, parkRuns } from './loaded-run.js';
import { executeSubscription } from './execute-subscription.js';
import { executeWire, type RunTarget } from './execute-wire.js';
import { type JudgedRun, judgeRun, type JudgeOptions, type RunOutcome } from './judge-run.js';
import { retryDelayMs } from './retry-delay.js';
import { isTriedAgain, toRunError } from './run-error.js';
import type { AttemptResult } from './attempt-result.js';
import {
  type FinalOutcome,
  type FinishedRun,
  postponeRun,
  recordOutcomes,
  splitRun,
  suspendRun,
} from './record-outcome.js';
import { emitRunFailure } from './run-events.js';

interface ExecutorOptions extends JudgeOptions {
  readonly settings: WireSettings;
  readonly subscribers: ReadonlyMap<string, Subscriber>;
}

/** A claimed run in the transaction that executes it. */
interface ClaimedRun {
  readonly run: LoadedRun;
  readonly runTarget: RunTarget;
  /** What is known of the run already. */
  readonly judged?: RunOutcome | JudgedRun | undefined;
  /** The transaction executes several runs. */
  readonly batch?: TransactionBatch | undefined;
}

/** How a run in a transaction went: `finished` is an outcome that is still to be recorded. */
export type Performed =
  | Exclude<AttemptResult, { type: 'finished' }>
  | { readonly type: 'finished'; readonly finished: FinishedRun };

/**
 * Executes runs. The action of a run and its row commit together, so the run takes effect exactly once, even if a process dies or claims
 * it twice. A failure is recorded in a separate transaction after the writes of the attempt are rolled back.
 */
export class RunExecutor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Executes one run in a transaction of its own; null if the run is not due, or another transaction has locked it. */
  async execute(key: RunKey): Promise<{ readonly run: LoadedRun; readonly result: AttemptResult } | null> {
    const { database } = this.#options.host.services;
    let locked: LoadedRun | null = null;
    const runTarget: RunTarget = { recordId: null };
    try {
      return await database.transaction(async (tx) => {
        const run = await lockRun(wiresIn(tx.db), key);
        locked = run;
        return run && { run, result: await this.attempt(tx, { run, runTarget }) };
      });
    } catch (error) {
      // An outage is not an attempt: everything was rolled back.
      if (!locked || isUnavailable(error)) throw error;
      const run = locked as LoadedRun;
      return { run, result: await this.fail({ run, runTarget }, error) };
    }
  }

  /** Executes a claimed run and records its outcome. Throws if it fails. */
  async attempt(tx: Transaction, claimed: ClaimedRun): Promise<AttemptResult> {
    const { run } = claimed;
    if (run.waits) {
      await parkRuns(wiresIn(tx.db), run.workspaceId, [run.id]);
      return { type: 'waits' };
    }
    const performed = await this.perform(tx, claimed);
    if (performed.type !== 'finished') return performed;
    recordOutcomes(tx, run.workspaceId, [performed.finished]);
    return { type: 'finished' };
  }

  /** Decides what is known of a run before anything is read for it. Throws if the run fails. */
  judge(tx: Pick<Transaction, 'db'>, run: LoadedRun, now: Date): Promise<RunOutcome | JudgedRun> | undefined {
    return run.subscription === null ? judgeRun(this.#options, tx, { run, now }) : undefined;
  }

  /** Executes a claimed run, up to the outcome. Throws if it fails. */
  async perform(tx: Transaction, claimed: ClaimedRun): Promise<Performed> {
    const { run, runTarget, batch } = claimed;
    runTarget.recordId = run.split ? run.recordId : null;
    const outcome = await this.#dispatch(tx, claimed);
    const db = wiresIn(tx.db);
    switch (outcome.type) {
      case 'suspended':
        await suspendRun(db, run, outcome);
        return { type: 'suspended' };
      case 'split':
        await splitRun(db, run, outcome.targets);
        return { type: 'split' };
      case 'skipped': {
        const { reason, failure } = outcome;
        const { host } = this.#options;
        if (failure) await emitRunFailure({ host, batch }, tx, { run, kind: failure, reason });
        return finishedAs(tx, claimed, { state: 'skipped', reason });
      }
      case 'dropped':
        return finishedAs(tx, claimed, { state: 'dropped' });
      case 'done':
        return finishedAs(tx, claimed, { state: 'succeeded', result: outcome.result });
    }
  }

  /** Records and reports that an attempt failed, after it was rolled back; not if another one has overtaken it since. */
  async fail(claimed: ClaimedRun, thrown: unknown): Promise<AttemptResult> {
    const { host, settings } = this.#options;
    const { run, runTarget } = claimed;
    const { database, log } = host.services;
    const error = toRunError(thrown);
    let isReported = false;
    const report = () => {
      // The transaction may be repeated.
      if (isReported) return;
      isReported = true;
      if (error.code === 'internal')
        log.error({ err: thrown, run: run.id, wire: run.wireId }, 'a wire run failed unexpectedly');
      else if (run.wireId === null)
        log.warn({ err: thrown, run: run.id, subscription: run.subscription }, 'a subscription failed');
    };
    return database.transaction(async (tx) => {
      const db = wiresIn(tx.db);
      if (!(await isUnchanged(db, run))) return { type: 'finished' };
      report();
      if (isTriedAgain(thrown) && run.attemptsLeft > 1) {
        const delayMs = retryDelayMs(settings.retry, run.attempts + 1, settings.random);
        await postponeRun(db, run, { error, delayMs, recordId: runTarget.recordId });
        return { type: 'postponed', delayMs };
      }
      await emitRunFailure({ host }, tx, { run, kind: 'failed', reason: error });
      recordOutcomes(tx, run.workspaceId, [finishedAs(tx, claimed, { state: 'failed', error }).finished]);
      return { type: 'finished' };
    });
  }

  async #dispatch(tx: Transaction, { run, runTarget, judged, batch }: ClaimedRun): Promise<RunOutcome> {
    const { host, subscribers } = this.#options;
    if (run.subscription !== null)
      return executeSubscription({ host, batch }, tx, { run, subscriber: subscribers.get(run.subscription) });
    const judgement = judged ?? (await judgeRun(this.#options, tx, { run, now: tx.now }));
    return judgement.type === 'judged' ? executeWire({ host, batch }, tx, { judged: judgement, runTarget }) : judgement;
  }
}

function finishedAs(tx: Transaction, { run, runTarget }: ClaimedRun, outcome: FinalOutcome) {
  const finished: FinishedRun = { id: run.id, recordId: runTarget.recordId, startedAt: tx.now, outcome };
  return { type: 'finished', finished } as const;
}

/** False if another turn or process has executed the run after this attempt was rolled back. */
async function isUnchanged(db: ReturnType<typeof wiresIn>, { workspaceId, id, attempts }: LoadedRun): Promise<boolean> {
  const { rows } = await sql`select from wire_run
    where workspace_id = ${workspaceId} and id = ${id} and state = 'pending' and attempts = ${attempts} for update`.execute(
    db,
  );
  return rows.length > 0;
}
