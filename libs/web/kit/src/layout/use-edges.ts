import { type RefObject, useEffect } from 'react';

/**
 * Marks the parent of what scrolls sideways with `data-more-end` while there is more beyond its end, so that a shadow shows it. The parent is
 * positioned and as large as what scrolls. Without React: it follows each scroll event.
 */
export function useEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    const frame = element?.parentElement;
    if (!element || !frame) return undefined;
    const update = () => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft);
      frame.toggleAttribute('data-more-end', rest > 1);
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [ref]);
}
