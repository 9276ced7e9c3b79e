import { sql } from 'kysely';
import type { KernelServices } from '@cubit/records';
import type { Turns } from '@cubit/runtime';
import { MAX_BATCH } from '../settings.js';

/** The payload of a notification is the id of a workspace that may have due runs. */
export const RUNS_CHANNEL = 'cubit_wire_runs';

interface RunBellOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  /** The turns of this process; null if it executes no runs. */
  readonly turns: Turns | null;
}

/** Wakes this process, and the others where it cannot do everything at once. A lost bell delays runs until the next sweep. */
export class RunBell {
  readonly #options: RunBellOptions;
  readonly #sending = new Set<Promise<void>>();

  constructor(options: RunBellOptions) {
    this.#options = options;
  }

  /** `due`: the number of runs of each workspace that have become due, as far as it is known. Call it after the commit. */
  ring(due: ReadonlyMap<string, number>): void {
    const { turns } = this.#options;
    const forOthers = [...due].flatMap(([workspaceId, runs]) => {
      const isTaken = turns?.hasRoom === true && runs <= MAX_BATCH;
      turns?.ring(workspaceId);
      return isTaken ? [] : [workspaceId];
    });
    if (forOthers.length > 0) this.#notify(forOthers);
  }

  /** A single workspace, whose number of due runs is not known. */
  ringFor(workspaceId: string): void {
    this.ring(new Map([[workspaceId, 1]]));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#sending);
  }

  #notify(workspaceIds: readonly string[]): void {
    const { database, log } = this.#options.services;
    const sending = sql`select pg_notify(${sql.lit(RUNS_CHANNEL)}, id::text) from unnest(${workspaceIds}::uuid[]) as id`
      .execute(database.db)
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, 'other processes could not be told of due wire runs'),
      )
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }
}
