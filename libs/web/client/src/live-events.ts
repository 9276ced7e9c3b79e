import type { Watchable } from './signal.js';

/** One server-sent event. */
export interface StreamMessage {
  /** Name of the event, `record`, `notification` or `resync`. */
  readonly type: string;
  readonly data: unknown;
  readonly id: string | null;
}

/** A committed write of a record. `many` in place of `id`: too many records of the kind to name. */
export interface RecordMessage {
  readonly kind: string;
  readonly id?: string;
  readonly version?: number;
  readonly op?: 'create' | 'update' | 'delete' | 'restore';
  readonly many?: number;
}

export type StreamState = 'connecting' | 'open' | 'reconnecting' | 'closed';

/** Events of a workspace: of a connection of this page, or of one that pages share. */
export interface LiveEvents {
  readonly state: Watchable<StreamState>;
  /** Listens; the connection is open while somebody does. */
  subscribe(listener: (message: StreamMessage) => void): () => void;
  close(): void;
}

/** Messages may have been missed: what is shown has to be read again. */
export const RESYNC: StreamMessage = { type: 'resync', data: null, id: null };

/**
 * The same events, with a `resync` each time `online` is true again: what was read meanwhile has failed. With `isAnother`, in the place of a
 * stream that was refused, also when it opens.
 */
export function resyncedBy(
  online: Watchable<boolean>,
  events: LiveEvents,
  { isAnother }: { readonly isAnother: boolean },
): LiveEvents {
  const { state } = events;
  return {
    state,
    close: () => events.close(),
    subscribe(listener) {
      const leaves = [
        events.subscribe(listener),
        online.watch(() => online.value && listener(RESYNC)),
        state.watch(() => isAnother && state.value === 'open' && listener(RESYNC)),
      ];
      return () => leaves.forEach((leave) => leave());
    },
  };
}
