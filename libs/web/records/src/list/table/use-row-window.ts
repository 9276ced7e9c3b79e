import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { type RowWindow, scrollTopFor, windowAt } from './row-window.js';

const OVERSCAN = 8;
const NO_ROWS: RowWindow = { first: 0, last: -1, offset: 0 };

export interface RowWindowOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** Pixels of the sticky head above the rows. */
  readonly head: number;
}

/** The rows to draw while an element is scrolled. It draws again only when another row comes into sight. */
export function useRowWindow({ scrollerRef, count, rowHeight, head }: RowWindowOptions) {
  const [rows, setRows] = useState(NO_ROWS);
  const sizeOf = useCallback(
    (element: HTMLElement) => ({ count, rowHeight, viewport: Math.max(0, element.clientHeight - head) }),
    [count, rowHeight, head],
  );
  useLayoutEffect(() => {
    const element = scrollerRef.current;
    if (!element) return undefined;
    const update = () => {
      const next = windowAt(element.scrollTop, sizeOf(element), OVERSCAN);
      setRows((before) => (sameWindow(before, next) ? before : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scrollerRef, sizeOf]);
  const scrollTo = useCallback(
    (index: number) => {
      const element = scrollerRef.current;
      if (element) element.scrollTop = scrollTopFor(index, element.scrollTop, sizeOf(element));
    },
    [scrollerRef, sizeOf],
  );
  return { rows, scrollTo };
}

function sameWindow(a: RowWindow, b: RowWindow): boolean {
  return a.first === b.first && a.last === b.last && a.offset === b.offset;
}
