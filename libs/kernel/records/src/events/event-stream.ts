import type { EventFeed } from './event-feed.js';
import { eventBody, type SequencedEvent } from './event-row.js';
import { RecordBuffer } from './record-buffer.js';
import type { RecordFeed } from './record-feed.js';
import type { StreamCompanion } from './stream-companion.js';

/** The `event` of messages about written records. */
export const RECORD_MESSAGE = 'record';

interface StreamOptions {
  readonly feed: EventFeed;
  /** Null: the client wants no messages about records. */
  readonly records: RecordFeed | null;
  /** Only messages about records of these kinds; null: of all. */
  readonly kinds: readonly string[] | null;
  readonly workspaceId: string;
  /** The last event that the client has. Default: only new events are sent. */
  readonly lastEventId?: string;
  /** Only events that it accepts are sent. */
  readonly accepts: (event: SequencedEvent) => boolean;
  /** Sources of messages for this user only, sent in addition to the events. */
  readonly companions: readonly StreamCompanion[];
  readonly userId: string;
  readonly signal: AbortSignal;
}

/**
 * Server-sent events of a workspace (https://html.spec.whatwg.org/multipage/server-sent-events.html). An id of a
 * deleted event gets one `resync` event: the client then reads the event log.
 */
export async function* eventStream({
  feed,
  records,
  kinds,
  workspaceId,
  lastEventId,
  accepts,
  companions,
  userId,
  signal,
}: StreamOptions): AsyncGenerator<string> {
  const newest = await feed.newest(workspaceId);
  const unfollow = feed.follow(workspaceId, newest);
  const followed = records ? followRecords(records, { workspaceId, feed, kinds }) : null;
  try {
    await followed?.ready;
    yield 'retry: 1000\n\n';
    const resumed = lastEventId === undefined ? newest : await feed.positionOf(workspaceId, lastEventId);
    if (resumed === undefined) yield resync('The last event id is unknown or no longer kept; read the event log.');
    let position = resumed ?? newest;
    while (!signal.aborted) {
      const events = await feed.after(workspaceId, position);
      const personal = await personalFrames(companions, { workspaceId, userId }, events);
      yield* events.flatMap((event) => [
        ...personal.filter(({ position: at }) => at === event.position).map(({ text }) => text),
        ...(accepts(event) ? [frame(event)] : []),
      ]);
      position = events.at(-1)?.position ?? position;
      const written = followed?.take() ?? [];
      yield* written;
      if (events.length + written.length > 0) continue;
      await feed.changed(workspaceId, { position, timeoutMs: followed?.dueInMs() ?? Number.POSITIVE_INFINITY, signal });
    }
  } finally {
    unfollow();
    await followed?.end();
  }
}

function resync(reason: string): string {
  return `event: resync\ndata: ${JSON.stringify({ reason })}\n\n`;
}

function frame(event: SequencedEvent): string {
  return `id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(eventBody(event))}\n\n`;
}

async function personalFrames(
  companions: readonly StreamCompanion[],
  to: { readonly workspaceId: string; readonly userId: string },
  events: readonly SequencedEvent[],
): Promise<readonly { readonly position: number; readonly text: string }[]> {
  if (events.length === 0) return [];
  const messages = await Promise.all(
    companions.map(async (companion) => ({ name: companion.name, sent: await companion.messages(to, events) })),
  );
  return messages.flatMap(({ name, sent }) =>
    sent.map(({ position, data }) => ({ position, text: `event: ${name}\ndata: ${JSON.stringify(data)}\n\n` })),
  );
}

/** The messages about records of one stream. */
function followRecords(
  records: RecordFeed,
  { workspaceId, feed, kinds }: Pick<StreamOptions, 'workspaceId' | 'feed' | 'kinds'>,
) {
  const buffer = new RecordBuffer();
  let missed = false;
  const ready = records.subscribe(workspaceId, {
    receive(messages) {
      buffer.add(kinds === null ? messages : messages.filter(({ kind }) => kinds.includes(kind)));
      feed.wake(workspaceId);
    },
    miss() {
      missed = true;
      feed.wake(workspaceId);
    },
  });
  // Awaited by the stream: a failure before must not become an unhandled rejection.
  ready.catch(() => {});
  return {
    ready,
    take(): readonly string[] {
      const frames = buffer.take().map((message) => `event: ${RECORD_MESSAGE}\ndata: ${JSON.stringify(message)}\n\n`);
      const lost = missed ? [resync('Messages about records may be lost; read what you show again.')] : [];
      missed = false;
      return [...lost, ...frames];
    },
    dueInMs: () => buffer.dueInMs,
    end: async () => (await ready.catch(() => null))?.(),
  };
}
