import type { Logger } from '../contract/context.js';
import { purgeCredentials, purgeDeletedWorkspaces } from '../access/index.js';
import type { Database } from '../database/database.js';
import { purgeIdempotencyKeys } from '../idempotency/purge-idempotency-keys.js';
import type { Registry } from '../registry/registry.js';
import { Recurring } from './recurring.js';
import { purgeOld, purgePassing, type Retention } from './retention.js';

const INTERVAL_MS = 10 * 60_000;

interface UpkeepOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly now: () => Date;
  readonly retention: Retention;
  readonly registry: Pick<Registry, 'kinds'>;
}

/** Removes what nobody can reach any more, in small steps, now and then. Any number of processes may run one. */
export class Upkeep extends Recurring {
  constructor(options: UpkeepOptions) {
    super({
      everyMs: INTERVAL_MS,
      work: (signal) => cleanUp(options, signal),
      onError: (error) => options.log.warn({ err: error }, 'upkeep failed'),
    });
  }
}

async function cleanUp({ database, log, now, retention, registry }: UpkeepOptions, signal: AbortSignal): Promise<void> {
  const context = { now: now(), signal };
  const steps = [
    () => purgeCredentials(database.db, context),
    () => purgeDeletedWorkspaces(database.db, context),
    () => purgeIdempotencyKeys(database.db, context.now),
    () => purgeOld(database.db, retention, context),
    () => purgePassing(database.db, [...registry.kinds.values()], context),
  ];
  for (const step of steps) {
    if (signal.aborted) return;
    // What fails now is tried again at the next turn; nothing depends on it.
    await step().catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'));
  }
}
