import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ListMemory } from '../model/list-memory.js';

/** Puts a list back to where it was scrolled, once its rows are known, and remembers where it is. */
export function useScrollMemory(scrollerRef: RefObject<HTMLElement | null>, memory: ListMemory, ready: boolean): void {
  const restored = useRef<ListMemory>(null);
  useLayoutEffect(() => {
    const element = scrollerRef.current;
    if (!element || !ready || restored.current === memory) return;
    restored.current = memory;
    element.scrollTop = memory.top;
    element.scrollLeft = memory.left;
  }, [scrollerRef, memory, ready]);
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return undefined;
    const remember = () => {
      if (restored.current !== memory) return;
      Object.assign(memory, { top: element.scrollTop, left: element.scrollLeft });
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [scrollerRef, memory]);
}
