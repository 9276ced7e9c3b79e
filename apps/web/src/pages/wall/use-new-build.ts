import { isNewBuild } from '@cubit/web-client';
import { useEffect } from 'react';

const CHECK_MS = 300_000;

/** Loads a page that nobody looks after again when the server has a new build of the app: asked every five minutes, and when a lost connection is back. */
export function useNewBuild(isLost: boolean): void {
  useEffect(() => {
    const script = document.querySelector('script[src]')?.getAttribute('src') ?? null;
    if (script === null || isLost) return undefined;
    const check = async () => {
      if (await isNewBuild(script)) location.reload();
    };
    void check();
    const timer = setInterval(() => void check(), CHECK_MS);
    return () => clearInterval(timer);
  }, [isLost]);
}
