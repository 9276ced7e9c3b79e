import { type ConnectionSettings, Database } from '@cubit/database';
import { instanceId } from '@cubit/access';
import type { Logger } from '@cubit/core/host';
import { BullWakeQueue } from './bull-wake-queue.js';
import { postgresEngine } from './postgres-engine.js';
import { redisEngine } from './redis-engine.js';
import { RepeatedWarnings } from './repeated-warnings.js';
import type { WakeQueue } from './wake-queue.js';

export interface WakeQueueOptions {
  /** The database of the instance. It carries wake-ups if there is no Redis. */
  readonly connection: ConnectionSettings;
  /** `redis://` or `rediss://` URL; several instances may share it. Default: PostgreSQL. */
  readonly redisUrl?: string;
  readonly log: Logger;
}

/** Creates the wake-up queue. One per process, shared by all capabilities. */
export function createWakeQueue({ connection, redisUrl, log }: WakeQueueOptions): WakeQueue {
  const warnings = new RepeatedWarnings(log);
  const engine =
    redisUrl === undefined
      ? postgresEngine(connection, warnings)
      : redisEngine({ url: redisUrl, prefix: () => instancePrefix(connection, log), warnings });
  return new BullWakeQueue({ engine, log, warnings });
}

/** Prefix of the Redis keys. Uses a separate connection, because the queue is created before the database is ready. */
async function instancePrefix(connection: ConnectionSettings, log: Logger): Promise<string> {
  const database = new Database({
    connection,
    max: 1,
    onError: (error) => log.debug({ err: error }, 'lost a connection to the database'),
  });
  try {
    return `cubit:${await instanceId(database.db)}`;
  } finally {
    await database.close();
  }
}
