import { useCallback, useEffect, useRef, useState } from 'react';

const ROW_PX = 30;
const TOUCH_ROW_PX = 44;
const OVERSCAN = 8;
/** Drawn before the height is known. */
const FIRST_ROWS = 40;

/** The rows of a long list that are in sight. */
export function useRowWindow(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(() => (matchMedia('(pointer: coarse)').matches ? TOUCH_ROW_PX : ROW_PX));
  const [seen, setSeen] = useState({ top: 0, height: FIRST_ROWS * ROW_PX });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const update = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const [start, end] = [index * rowHeight, (index + 1) * rowHeight];
      if (start < element.scrollTop) element.scrollTop = start;
      else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
    },
    [rowHeight],
  );
  const from = Math.min(Math.max(0, count - 1), Math.max(0, Math.floor(seen.top / rowHeight) - OVERSCAN));
  const to = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + OVERSCAN);
  return { scroller, from, to, rowHeight, scrollTo };
}
