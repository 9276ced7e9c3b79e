/** Subscribes to a media query, for `useSyncExternalStore`. */
export function watchMedia(text: string): (listener: () => void) => () => void {
  return (listener) => {
    const query = matchMedia(text);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
}
