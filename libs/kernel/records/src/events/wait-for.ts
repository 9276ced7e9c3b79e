import { type Caller, unauthorized } from '@cubit/core/host';
import type { EventDefinition } from '@cubit/core';
import type { EventRuntime } from './event-runtime.js';

interface Waiter {
  readonly caller: Caller;
  readonly workspaceId: string;
  /** Aborted when the client disconnects or the process stops. */
  readonly signal: AbortSignal;
}

interface Awaited {
  readonly event: Pick<EventDefinition, 'name'>;
  readonly timeoutMs: number;
}

/**
 * Calls `look` at once and after every such event of the workspace, until it returns something (not null) or the time is up. The workspace is
 * followed before the first call, so no event is missed. A credential that is revoked meanwhile ends the wait.
 */
export async function waitFor<Found>(
  { feed, guard }: Pick<EventRuntime, 'feed' | 'guard'>,
  { caller, workspaceId, signal }: Waiter,
  { event, timeoutMs, look }: Awaited & { readonly look: () => Promise<Found | null> },
): Promise<Found | null> {
  const deadline = performance.now() + timeoutMs;
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  // Before anything is awaited: a revocation from here on ends the wait.
  const unwatch = guard.watch({ caller, workspaceId, close: () => over.abort() });
  const refuseRevoked = () => {
    if (over.signal.aborted && !signal.aborted) throw unauthorized();
  };
  let unfollow: (() => void) | null = null;
  let position = 0;
  /** False: the timeout passed, or the client disconnected. */
  const happens = async (): Promise<boolean> => {
    for (let happened = false; !happened;) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || signal.aborted) return false;
      await feed.changed(workspaceId, { position, timeoutMs: leftMs, signal: ended });
      const events = await feed.after(workspaceId, position);
      position = events.at(-1)?.position ?? position;
      happened = events.some(({ name }) => name === event.name);
      if (happened) await guard.check();
      refuseRevoked();
    }
    return true;
  };
  try {
    position = await feed.newest(workspaceId);
    unfollow = feed.follow(workspaceId, position);
    do {
      refuseRevoked();
      const found = await look();
      if (found !== null) return found;
    } while (await happens());
    return null;
  } finally {
    unwatch();
    unfollow?.();
  }
}
