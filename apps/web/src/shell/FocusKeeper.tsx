import { useEffect } from 'react';

/** Longer than dialogs and menus take to return the focus to where it was. */
const SETTLE_MS = 100;
const PLACES = '[role="dialog"], [role="alertdialog"], main';

/** Who works by keys never loses the focus: where what had it is gone, the open dialog or the page has it. */
export function FocusKeeper() {
  useEffect(() => {
    const stop = new AbortController();
    let byKeys = false;
    let timer: number | undefined;
    const keep = () => {
      if (!byKeys || document.activeElement !== document.body) return;
      const places = [...document.querySelectorAll<HTMLElement>(PLACES)];
      const dialog = places.findLast(({ tagName }) => tagName !== 'MAIN');
      (dialog ?? places.at(-1))?.focus({ preventScroll: true });
    };
    const look = () => {
      if (!byKeys) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, SETTLE_MS);
    };
    const options = { capture: true, signal: stop.signal };
    window.addEventListener('keydown', () => (byKeys = true), options);
    window.addEventListener('pointerdown', () => (byKeys = false), options);
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, []);
  return null;
}
