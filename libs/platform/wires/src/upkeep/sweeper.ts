import { Recurring, type Turns } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import { dueWorkspaces, releaseBlocked, releaseStalledLanes } from '../dispatch/release-runs.js';
import { wiresIn } from '../tables/schema.js';
import { countRuns } from './count-runs.js';
import { purgeRuns } from './purge-runs.js';

const SWEEP_MS = 1_000;
const SWEEPS_PER_LANES = 3;
const SWEEPS_PER_COUNT = 5;
const SWEEPS_PER_PURGE = 600;

interface SweeperOptions {
  readonly services: Pick<KernelServices, 'database' | 'log'>;
  readonly turns: Turns;
  readonly keptDays: number;
}

/** Rings for due runs whose bell was lost, updates counters and deletes old runs. Several processes may run a sweeper. */
export class Sweeper extends Recurring {
  constructor({ services, turns, keptDays }: SweeperOptions) {
    const { database, log } = services;
    let sweeps = 0;
    super({
      everyMs: SWEEP_MS,
      atOnce: true,
      async work(signal) {
        const db = wiresIn(database.db);
        const stopped = () => signal.aborted;
        await releaseBlocked(db);
        if (sweeps % SWEEPS_PER_LANES === 0) await releaseStalledLanes(db);
        for (const workspaceId of await dueWorkspaces(db)) turns.ring(workspaceId);
        sweeps += 1;
        if (sweeps % SWEEPS_PER_COUNT === 0) for (let more = true; more && !stopped();) more = await countRuns(db);
        if (sweeps % SWEEPS_PER_PURGE === 0) await purgeRuns(db, stopped, keptDays);
      },
      // The next sweep does the work.
      onError: (error) => log.warn({ err: error }, 'wire runs could not be swept'),
    });
  }
}
