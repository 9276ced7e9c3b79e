import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 639px)';

/** Whether the window is as narrow as a phone: cards stand in for table rows. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(QUERY).matches);
}

function watch(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
