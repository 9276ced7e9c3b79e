import type { ConnectionSettings, Logger } from '@cubit/core';
import { BullWakeQueue } from './bull-wake-queue.js';
import { postgresEngine } from './postgres-engine.js';
import { redisEngine } from './redis-engine.js';
import { RepeatedWarnings } from './repeated-warnings.js';
import type { WakeQueue } from './wake-queue.js';

export interface WakeQueueOptions {
  /** The product's database, which carries wake-ups where there is no Redis. */
  readonly connection: ConnectionSettings;
  /** `redis://` or `rediss://`, a database of it for each installation. Absent: PostgreSQL. */
  readonly redisUrl?: string;
  readonly log: Logger;
}

/** One per process, shared by everybody who has something to be woken for. */
export function createWakeQueue({ connection, redisUrl, log }: WakeQueueOptions): WakeQueue {
  const warnings = new RepeatedWarnings(log);
  const engine = redisUrl === undefined ? postgresEngine(connection, warnings) : redisEngine(redisUrl, warnings);
  return new BullWakeQueue({ engine, log, warnings });
}
