import type { EventFeed } from './event-feed.js';
import { eventBody, type PlacedEvent } from './event-row.js';

/** A comment this often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 15_000;

interface StreamOptions {
  readonly feed: EventFeed;
  readonly workspaceId: string;
  /** The last event that the client has; absent: from now on. */
  readonly lastEventId?: string;
  /** Only events that it accepts are sent. */
  readonly accepts: (event: PlacedEvent) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Server-sent events of a workspace (https://html.spec.whatwg.org/multipage/server-sent-events.html). An id that is no longer kept gets
 * one `resync` event: the client reads the log, and goes on from now.
 */
export async function* eventStream({
  feed,
  workspaceId,
  lastEventId,
  accepts,
  signal,
}: StreamOptions): AsyncGenerator<string> {
  const newest = await feed.newest(workspaceId);
  const unfollow = feed.follow(workspaceId, newest);
  try {
    yield 'retry: 1000\n\n';
    const resumed = lastEventId === undefined ? newest : await feed.placeOf(workspaceId, lastEventId);
    if (resumed === undefined)
      yield 'event: resync\ndata: {"reason":"The last event id is unknown or no longer kept; read the event log."}\n\n';
    let position = resumed ?? newest;
    while (!signal.aborted) {
      const events = await feed.after(workspaceId, position);
      for (const event of events) if (accepts(event)) yield frame(event);
      position = events.at(-1)?.position ?? position;
      if (events.length > 0) continue;
      const waited = await quiet(feed, { workspaceId, position, signal });
      if (waited && !signal.aborted) yield ': keep-alive\n\n';
    }
  } finally {
    unfollow();
  }
}

/** Waits for something new; true when nothing came for as long as a heartbeat. */
async function quiet(
  feed: EventFeed,
  at: { readonly workspaceId: string; readonly position: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const started = performance.now();
  await feed.changed(at.workspaceId, { position: at.position, timeoutMs: HEARTBEAT_MS, signal: at.signal });
  return performance.now() - started >= HEARTBEAT_MS - 1;
}

function frame(event: PlacedEvent): string {
  return `id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(eventBody(event))}\n\n`;
}
