import { useEffect } from 'react';

/** Keeps the screen on while the page is shown. Browsers offer that to pages of a secure origin alone. */
export function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isEnded = false;
    // The browser takes the lock away from a page that is hidden.
    const hold = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return;
      const next = await navigator.wakeLock.request('screen').catch(() => null);
      if (isEnded) void next?.release();
      else lock = next;
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isEnded = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
