import type { Logger } from '@cubit/core/host';
import { type ConnectionSettings, type Database, Listener } from '@cubit/database';
import { EventDispatcher } from './dispatcher.js';
import { EventFeed } from './event-feed.js';
import { EVENTS_CHANNEL } from './sequencer.js';
import { REVOCATIONS_CHANNEL, StreamGuard } from './stream-guard.js';

/** The event processing of one process, started and stopped together. */
export interface EventRuntime {
  readonly dispatcher: EventDispatcher;
  readonly feed: EventFeed;
  readonly guard: StreamGuard;
  readonly listener: Listener;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface RuntimeOptions {
  readonly database: Database;
  readonly connection: ConnectionSettings;
  readonly log: Logger;
  readonly now: () => Date;
}

export function createEventRuntime({ database, connection, log, now }: RuntimeOptions): EventRuntime {
  const dispatcher = new EventDispatcher(database.db, log);
  const feed = new EventFeed(database.db, log);
  const guard = new StreamGuard(database.db, log, now);
  const listener = new Listener(connection, log);
  listener.on(EVENTS_CHANNEL, () => feed.refresh());
  listener.on(REVOCATIONS_CHANNEL, () => void guard.endRevoked());
  return {
    dispatcher,
    feed,
    guard,
    listener,
    async start() {
      await listener.start();
      dispatcher.start();
      guard.start();
    },
    async stop() {
      await guard.stop();
      await dispatcher.stop();
      await feed.stop();
      await listener.stop();
    },
  };
}
