import { type RefObject, useEffect, useState } from 'react';
import type { Sheet } from '../model/layout.js';
import { fitView, panView, type Size, type View, zoomView } from '../model/view.js';

const WHEEL_FACTOR = 0.002;
const LINE_PX = 16;

/** The size of the drawing on the screen, and what of the sheet it shows. The wheel moves, with Ctrl it zooms. */
export function useView(frame: RefObject<HTMLElement | null>, sheet: Sheet) {
  const [first] = useState(sheet);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const next = { width: element.clientWidth, height: element.clientHeight };
      if (next.width === 0 || next.height === 0) return;
      setSize(next);
      setView((before) => before ?? fitView(first, next));
    });
    observer.observe(element);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      const isZoom = event.ctrlKey || event.metaKey;
      const [x, y] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      setView((before) => {
        if (!before) return before;
        if (isZoom) return zoomView(before, Math.exp(-event.deltaY * px * WHEEL_FACTOR), at);
        return panView(before, { x: -x * px, y: -y * px });
      });
    };
    // React's own listener is passive, and the page would scroll too.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener('wheel', onWheel);
    };
  }, [frame, first]);
  return { size, view, setView };
}
