import { inSavepoint, isUnavailable, outageOf, type Transaction } from '@cubit/database';
import { TransactionBatch } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';
import { type Lane, laneKey, laneOf, type RunKey } from '../dispatch/run-key.js';
import { MAX_BATCH } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import { claimRuns, type LoadedRun, parkRuns } from './loaded-run.js';
import type { JudgedRun, RunOutcome } from './judge-run.js';
import { lockTargets } from './lock-targets.js';
import { type FinishedRun, recordOutcomes } from './record-outcome.js';
import type { Performed, RunExecutor } from './run-executor.js';

/** After this time, a batch starts no further run. */
const BATCH_MS = 50;
/** How long a run in a batch waits for a lock. Short: the batch holds locks itself, which others may wait for. */
const LOCK_WAIT_MS = 20;

/** What is left to do after a batch. */
export interface BatchResult {
  readonly claimed: number;
  /** Runs that must be executed in transactions of their own. */
  readonly alone: readonly RunKey[];
  /** Lanes whose next run may be due. */
  readonly lanes: readonly Lane[];
  /** The workspace has more due runs. */
  readonly hasMore: boolean;
  /** A run waited in vain for a lock that another transaction held. */
  readonly isContended: boolean;
  /** A run will be due after this time; null: none. */
  readonly delayMs: number | null;
}

interface RunBatchOptions {
  readonly host: CapabilityHost;
  readonly executor: RunExecutor;
}

interface BatchClaim {
  readonly workspaceId: string;
  /** Ids of runs that are about to be executed alone, or whose failure is about to be recorded. */
  readonly except: readonly string[];
  /** Called as soon as the runs are claimed. */
  readonly onClaimed: (count: number) => void;
  /** Called when a single run has failed, before its lock is released. */
  readonly onFailing: (key: RunKey) => void;
}

/** Claims due runs of a workspace and executes them in one transaction. Throws during an outage. */
export async function runBatch(options: RunBatchOptions, claim: BatchClaim): Promise<BatchResult> {
  const { host, executor } = options;
  const { workspaceId, except, onClaimed, onFailing } = claim;
  let runs: readonly LoadedRun[] = [];
  const onlyTarget = { recordId: null };
  try {
    return await host.services.database.transaction(
      async (tx) => {
        const db = wiresIn(tx.db);
        runs = await claimRuns(db, { workspaceId, limit: MAX_BATCH, except, lockWaitMs: LOCK_WAIT_MS });
        onClaimed(runs.length);
        const [only] = runs;
        if (!only || runs.length > 1) return new RunningBatch(options, tx, { workspaceId, runs }).execute();
        const result = await executor.attempt(tx, { run: only, runTarget: onlyTarget }).catch((error: unknown) => {
          onFailing(only);
          throw error;
        });
        return resultOf(runs, { hasMore: result.type === 'split' });
      },
      { attempts: 1 },
    );
  } catch (error) {
    if (runs.length === 0) throw error;
    const [only] = runs;
    if (!only || runs.length > 1 || isUnavailable(error)) return resultOf(runs, { alone: runs });
    const result = await executor.fail({ run: only, runTarget: onlyTarget }, error);
    return resultOf(runs, { delayMs: result.type === 'postponed' ? result.delayMs : null });
  }
}

function resultOf(runs: readonly LoadedRun[], result: Partial<BatchResult>): BatchResult {
  const lanes = new Map(runs.flatMap((run) => laneOf(run) ?? []).map((lane) => [laneKey(lane), lane]));
  return {
    claimed: runs.length,
    alone: [],
    lanes: [...lanes.values()],
    hasMore: false,
    isContended: false,
    delayMs: null,
    ...result,
  };
}

/** Several claimed runs in their transaction. */
class RunningBatch {
  readonly #options: RunBatchOptions;
  readonly #tx: Transaction;
  readonly #workspaceId: string;
  readonly #runs: readonly LoadedRun[];
  readonly #writes: TransactionBatch;
  readonly #finished: FinishedRun[] = [];
  readonly #alone: LoadedRun[] = [];
  /** Lanes with a run that has not finished: their later runs wait. */
  readonly #blocked = new Set<string>();
  #hasMore = false;
  #isContended = false;

  constructor(
    options: RunBatchOptions,
    tx: Transaction,
    { workspaceId, runs }: { readonly workspaceId: string; readonly runs: readonly LoadedRun[] },
  ) {
    this.#options = options;
    this.#tx = tx;
    this.#workspaceId = workspaceId;
    this.#runs = runs;
    this.#writes = new TransactionBatch({ tx, workspaceId, services: options.host.services });
  }

  async execute(): Promise<BatchResult> {
    const startedAtMs = performance.now();
    const db = wiresIn(this.#tx.db);
    const judged = await this.#judgeAll();
    for (const [index, run] of this.#runs.entries()) {
      if (index > 0 && performance.now() - startedAtMs > BATCH_MS) {
        this.#hasMore = true;
        break;
      }
      const lane = laneOf(run);
      if (run.waits || (lane && this.#blocked.has(laneKey(lane)))) continue;
      const isDone = judged.has(run) && (await this.#execute(run, judged.get(run)));
      if (!isDone && lane) this.#blocked.add(laneKey(lane));
      if (this.#hasMore) break;
    }
    this.#writes.flush();
    recordOutcomes(this.#tx, this.#workspaceId, this.#finished);
    const waiting = this.#runs.filter(({ waits }) => waits).map(({ id }) => id);
    if (waiting.length > 0) await parkRuns(db, this.#workspaceId, waiting);
    return resultOf(this.#runs, { alone: this.#alone, hasMore: this.#hasMore, isContended: this.#isContended });
  }

  /** Runs that fail already, and runs that have failed before, are left out: they are executed alone. */
  async #judgeAll(): Promise<ReadonlyMap<LoadedRun, JudgedRun | RunOutcome | undefined>> {
    const { registry, now } = this.#options.host.services;
    const judged = new Map<LoadedRun, JudgedRun | RunOutcome | undefined>();
    for (const run of this.#runs.filter(({ waits }) => !waits)) {
      if (run.attempts > 0) this.#alone.push(run);
      else await this.#judge(run, { at: now(), judged });
    }
    const isLocked = await lockTargets(this.#tx, this.#writes, { registry, judged: [...judged.values()] });
    this.#isContended = !isLocked;
    return judged;
  }

  async #judge(
    run: LoadedRun,
    { at, judged }: { readonly at: Date; readonly judged: Map<LoadedRun, JudgedRun | RunOutcome | undefined> },
  ): Promise<void> {
    try {
      judged.set(run, await this.#options.executor.judge(this.#tx, run, at));
    } catch (error) {
      if (isUnavailable(error)) throw error;
      this.#alone.push(run);
    }
  }

  /** Whether the run is over. */
  async #execute(run: LoadedRun, judged: JudgedRun | RunOutcome | undefined): Promise<boolean> {
    const { executor, host } = this.#options;
    const claimed = { run, judged, runTarget: { recordId: null }, batch: this.#writes };
    try {
      const now = host.services.now();
      // Nothing is written for it, so that nothing can fail.
      const performed =
        judged?.type === 'dropped'
          ? await executor.perform({ ...this.#tx, now }, claimed)
          : await inSavepoint(this.#tx, (part) => executor.perform(part, claimed), { now, keep: true });
      this.#writes.keep();
      return this.#take(performed);
    } catch (error) {
      this.#writes.drop();
      this.#alone.push(run);
      // It waited for a lock: what the batch holds is released first.
      this.#hasMore = outageOf(error) !== null;
      this.#isContended ||= this.#hasMore;
      return false;
    }
  }

  #take(performed: Performed): boolean {
    if (performed.type === 'finished') this.#finished.push(performed.finished);
    if (performed.type === 'split') this.#hasMore = true;
    return performed.type === 'finished';
  }
}
