import { useSyncExternalStore } from 'react';
import { watchMedia } from './watch-media.js';

const QUERY = '(max-width: 639px)';
const watch = watchMedia(QUERY);

/** Whether the window is as narrow as a phone: cards stand in for table rows. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(QUERY).matches);
}
