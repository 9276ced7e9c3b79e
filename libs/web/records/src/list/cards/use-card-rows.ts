import { elementScroll, observeElementOffset, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import type { ListMemory } from '../model/list-memory.js';
import { MAX_HEIGHT_PX } from '../table/row-window.js';

export interface CardRowsOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly memory: ListMemory;
  /** Cards, and how many of them stand in a row. */
  readonly count: number;
  readonly perRow: number;
  /** Pixels of a row that was not drawn yet. */
  readonly rowHeight: number;
}

const OVERSCAN = 6;

/** Rows of cards, each as high as its highest card: those in sight, where they stand, and the height of all. */
export function useCardRows({ scrollerRef, memory, count, perRow, rowHeight }: CardRowsOptions) {
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not passed on
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: Math.ceil(count / perRow),
    getScrollElement: () => scrollerRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (row) => `${perRow} ${row}`,
    overscan: OVERSCAN,
    initialMeasurementsCache: [...memory.cards],
    observeElementOffset: (instance, onOffset) =>
      observeElementOffset(instance, (offset, isScrolling) => onOffset(offset * scaleOf(instance), isScrolling)),
    scrollToFn: (offset, { adjustments = 0, behavior }, instance) => {
      const scale = scaleOf(instance);
      elementScroll(offset / scale, { adjustments: adjustments / scale, behavior }, instance);
    },
  });
  useEffect(() => () => void Object.assign(memory, { cards: virtualizer.takeSnapshot() }), [memory, virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const offset = virtualizer.scrollOffset ?? 0;
  const shift = offset - offset / scaleOf(virtualizer);
  return {
    rows: rows.map(({ index, start }) => ({ index, top: start - shift })),
    height: Math.min(virtualizer.getTotalSize(), MAX_HEIGHT_PX),
    measure: virtualizer.measureElement,
  };
}

/** How many pixels of rows one pixel of the scrollbar stands for: 1 unless the list is higher than elements can be. */
function scaleOf(list: Virtualizer<HTMLElement, HTMLElement>): number {
  const viewport = list.scrollRect?.height ?? 0;
  const total = list.getTotalSize();
  return total > MAX_HEIGHT_PX ? (total - viewport) / (MAX_HEIGHT_PX - viewport) : 1;
}
