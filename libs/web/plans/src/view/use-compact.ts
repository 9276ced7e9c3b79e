import { useSyncExternalStore } from 'react';

const QUERY = '(max-width: 1099px)';

function watch(listener: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the window has room for the drawing alone: tree and inspector are sheets over it. */
export function useCompact(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(QUERY).matches);
}
