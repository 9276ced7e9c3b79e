import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from './relative-time.js';

export interface RelativeTimeProps {
  /** RFC 3339. */
  readonly at: string;
  readonly locale?: string;
}

const TICK_MS = 30_000;
let current = new Date();
const listeners = new Set<() => void>();
let timer: number | undefined;

/** One timer for all times on the screen. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    current = new Date();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** `3 hours ago`, exact on hover. */
export function RelativeTime({ at, locale }: RelativeTimeProps) {
  const ticked = useSyncExternalStore(subscribe, () => current);
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  // What was made since the last tick is not in the future.
  const now = date > ticked && date.getTime() - ticked.getTime() < TICK_MS * 2 ? date : ticked;
  return (
    <time dateTime={at} title={exactTime(date, locale)}>
      {relativeTime(date, now, locale)}
    </time>
  );
}
