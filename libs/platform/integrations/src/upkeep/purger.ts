import { Recurring, type KernelServices } from '@cubit/core';
import { integrationsIn } from '../tables/schema.js';
import { purgeHits } from './purge-hits.js';

const INTERVAL_MS = 10 * 60_000;

/** Cleans up now and then. Any number of processes may run one. */
export class Purger extends Recurring {
  constructor({ database, log, now }: Pick<KernelServices, 'database' | 'log' | 'now'>) {
    super({
      everyMs: INTERVAL_MS,
      work: (signal) => purgeHits(integrationsIn(database.db), { now: now(), stopped: () => signal.aborted }),
      // Nothing depends on it.
      onError: (error) => log.warn({ err: error }, 'old hits of integrations could not be removed'),
    });
  }
}
