import { Recurring } from '@cubit/runtime';
import type { KernelServices } from '@cubit/records';
import { integrationsIn } from '../tables/schema.js';
import { purgeHits } from './purge-hits.js';

const INTERVAL_MS = 10 * 60_000;

/** Deletes old hits periodically. Several processes may run a purger. */
export class Purger extends Recurring {
  constructor({ database, log, now }: Pick<KernelServices, 'database' | 'log' | 'now'>) {
    super({
      everyMs: INTERVAL_MS,
      work: (signal) => purgeHits(integrationsIn(database.db), { now: now(), stopped: () => signal.aborted }),
      // The next run deletes them.
      onError: (error) => log.warn({ err: error }, 'old hits of integrations could not be removed'),
    });
  }
}
