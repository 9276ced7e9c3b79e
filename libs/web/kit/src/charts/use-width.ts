import { type RefCallback, useCallback, useState } from 'react';

const INITIAL_WIDTH_PX = 480;

/** The width of an element in pixels, so that a drawing scales without its letters. */
export function useWidth(): readonly [RefCallback<Element>, number] {
  const [width, setWidth] = useState(INITIAL_WIDTH_PX);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
