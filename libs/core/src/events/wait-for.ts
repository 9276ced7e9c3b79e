import type { Caller } from '../access/caller.js';
import { unauthorized } from '../access/unauthorized.js';
import type { EventDefinition } from '../contract/event.js';
import type { EventRuntime } from './event-runtime.js';

interface Waiter {
  readonly caller: Caller;
  readonly workspaceId: string;
  /** The client is gone, or the process is going. */
  readonly signal: AbortSignal;
}

interface Awaited {
  readonly event: Pick<EventDefinition, 'name'>;
  readonly timeoutMs: number;
}

/**
 * Looks, and looks again whenever the event happens in the workspace, until something is found (not null) or the time is up. The workspace is
 * followed before the first look, so nothing falls between the two. Who waits keeps no credential alive: it is checked before each further look.
 */
export async function waitFor<Found>(
  { feed, guard }: Pick<EventRuntime, 'feed' | 'guard'>,
  { caller, workspaceId, signal }: Waiter,
  { event, timeoutMs, look }: Awaited & { readonly look: () => Promise<Found | null> },
): Promise<Found | null> {
  const deadline = performance.now() + timeoutMs;
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  let position = await feed.newest(workspaceId);
  const unfollow = feed.follow(workspaceId, position);
  const unwatch = guard.watch({ caller, workspaceId, close: () => over.abort() });
  try {
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      for (let happened = false; !happened;) {
        const leftMs = deadline - performance.now();
        if (leftMs <= 0 || signal.aborted) return null;
        await feed.changed(workspaceId, { position, timeoutMs: leftMs, signal: ended });
        const events = await feed.after(workspaceId, position);
        position = events.at(-1)?.position ?? position;
        happened = events.some(({ name }) => name === event.name);
        if (happened) await guard.check();
        if (over.signal.aborted && !signal.aborted) throw unauthorized();
      }
    }
  } finally {
    unwatch();
    unfollow();
  }
}
