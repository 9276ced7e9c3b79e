import type { Logger, Registry } from '@cubit/core/host';
import { purgeCredentials, purgeDeletedWorkspaces } from '@cubit/access';
import { type Database, purgeIdempotencyKeys, withStatementClass } from '@cubit/database';
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

/** Removes expired and deleted data periodically, in small steps. Any number of processes may run one. */
export class Upkeep extends Recurring {
  constructor(options: UpkeepOptions) {
    super({
      everyMs: INTERVAL_MS,
      work: (signal) => withStatementClass('job', () => cleanUp(options, signal)),
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
    // A failed step is repeated in the next turn; nothing depends on it.
    await step().catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'));
  }
}
