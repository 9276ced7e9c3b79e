import { Listener } from '@cubit/database';
import type { KernelServices } from '../workspace/services.js';
import { EventDispatcher } from './dispatcher.js';
import { EventFeed } from './event-feed.js';
import { RECORDS_CHANNEL, type RecordFeed } from './record-feed.js';
import { EVENTS_CHANNEL } from './sequencer.js';
import { REVOCATIONS_CHANNEL, StreamGuard } from './stream-guard.js';

/** The event processing of one process, started and stopped together. */
export interface EventRuntime {
  readonly dispatcher: EventDispatcher;
  readonly feed: EventFeed;
  readonly records: RecordFeed;
  readonly guard: StreamGuard;
  readonly listener: Listener;
  start(): Promise<void>;
  stop(): Promise<void>;
}

type RuntimeServices = Pick<KernelServices, 'database' | 'log' | 'now' | 'feed'>;

export function createEventRuntime({ database, log, now, feed: records }: RuntimeServices): EventRuntime {
  const dispatcher = new EventDispatcher(database.db, log);
  const feed = new EventFeed(database.db, log);
  const guard = new StreamGuard(database.db, log, now);
  const listener = new Listener(database.connection, log);
  listener.on(EVENTS_CHANNEL, () => feed.refresh());
  listener.on(RECORDS_CHANNEL, (payload) => records.receive(payload));
  listener.on(REVOCATIONS_CHANNEL, () => void guard.endRevoked());
  return {
    dispatcher,
    feed,
    records,
    guard,
    listener,
    async start() {
      await listener.start();
      dispatcher.start();
      records.start();
      guard.start();
    },
    async stop() {
      await guard.stop();
      await dispatcher.stop();
      await feed.stop();
      await records.stop();
      await listener.stop();
    },
  };
}
