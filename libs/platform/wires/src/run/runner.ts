import { isUnavailable } from '@cubit/database';
import type { KernelServices } from '@cubit/records';
import type { CapabilityHost, Turns } from '@cubit/runtime';
import { releaseLanes } from '../dispatch/release-runs.js';
import { type Lane, laneOf, type RunKey } from '../dispatch/run-key.js';
import { MAX_BATCH } from '../settings.js';
import { wiresIn } from '../tables/schema.js';
import { delayRun } from './record-outcome.js';
import { type BatchResult, runBatch } from './run-batch.js';
import type { RunExecutor } from './run-executor.js';

/** Delay of a run after an outage, which does not count as an attempt. */
const OUTAGE_DELAY_MS = 1_000;

interface RunnerOptions {
  readonly host: CapabilityHost;
  readonly executor: RunExecutor;
  readonly turns: () => Turns;
}

/** Executes due runs of one workspace at a time: a batch, and then the runs that have to be alone. */
export class Runner {
  readonly #options: RunnerOptions;
  /** Ids of runs that this process is about to execute alone: no batch claims them. */
  readonly #alone = new Set<string>();
  /** Ids of runs that have failed and are due until that is recorded: no other turn of this process claims them. */
  readonly #failing = new Set<string>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Never throws: a run that could not be executed stays due, and the sweep rings again. */
  async serve(workspaceId: string): Promise<void> {
    const { turns } = this.#options;
    try {
      const ring = () => turns().ring(workspaceId);
      const result = await this.#executeBatch(workspaceId, ring);
      if (result.delayMs !== null) turns().ringLater(workspaceId, result.delayMs);
      if (result.isContended) turns().separate(workspaceId);
      if (result.hasMore) ring();
      await this.#release(result.lanes);
      await this.#executeAlone(result.alone);
    } catch (error) {
      this.#report(error, { workspace: workspaceId });
    }
  }

  async #executeBatch(workspaceId: string, ring: () => void): Promise<BatchResult> {
    const { host, executor } = this.#options;
    const failing = new Set<string>();
    try {
      const result = await runBatch(
        { host, executor },
        {
          workspaceId,
          except: [...this.#alone, ...this.#failing],
          // Another turn takes the next ones, even while this one executes.
          onClaimed: (count) => (count === MAX_BATCH ? ring() : undefined),
          onFailing: ({ id }) => {
            failing.add(id);
            this.#failing.add(id);
          },
        },
      );
      for (const { id } of result.alone) this.#alone.add(id);
      return result;
    } finally {
      for (const id of failing) this.#failing.delete(id);
    }
  }

  async #executeAlone(keys: readonly RunKey[]): Promise<void> {
    const left = new Set(keys);
    try {
      for (const key of keys) {
        left.delete(key);
        await this.#executeOne(key);
      }
    } finally {
      for (const { id } of left) this.#alone.delete(id);
    }
  }

  async #executeOne(key: RunKey): Promise<void> {
    const { executor, turns } = this.#options;
    try {
      const executed = await executor.execute(key);
      this.#alone.delete(key.id);
      if (!executed) return;
      const { run, result } = executed;
      if (result.type === 'postponed') turns().ringLater(key.workspaceId, result.delayMs);
      if (result.type === 'split') turns().ring(key.workspaceId);
      const lane = laneOf(run);
      if (lane) await this.#release([lane]);
    } catch (error) {
      this.#report(error, { run: key.id });
      await this.#delay(key);
    } finally {
      this.#alone.delete(key.id);
    }
  }

  /** Other runs go first. */
  async #delay(key: RunKey): Promise<void> {
    const { host, turns } = this.#options;
    await delayRun(wiresIn(host.services.database.db), key, OUTAGE_DELAY_MS);
    turns().ringLater(key.workspaceId, OUTAGE_DELAY_MS);
  }

  async #release(lanes: readonly Lane[]): Promise<void> {
    if (lanes.length === 0) return;
    const { host, turns } = this.#options;
    for (const workspaceId of await releaseLanes(wiresIn(host.services.database.db), lanes)) turns().ring(workspaceId);
  }

  #report(error: unknown, details: Readonly<Record<string, string>>): void {
    const { log }: Pick<KernelServices, 'log'> = this.#options.host.services;
    if (isUnavailable(error)) log.warn({ err: error, ...details }, 'wire runs are waiting for the database');
    else log.error({ err: error, ...details }, 'wire runs could not be handled');
  }
}
