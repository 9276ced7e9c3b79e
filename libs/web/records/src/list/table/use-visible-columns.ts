import { useVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { Column } from '../model/columns.js';

export interface VisibleColumn {
  readonly column: Column;
  /** From 0, the title included. */
  readonly index: number;
}

export interface VisibleColumns {
  /** The title column, which stays in place. */
  readonly title: Column | undefined;
  readonly columns: readonly VisibleColumn[];
  /** Pixels of the columns to the left and to the right that are not drawn. */
  readonly before: number;
  readonly after: number;
  /** Pixels of all columns. */
  readonly width: number;
}

const OVERSCAN = 2;

/** The columns in sight; the title is always drawn. */
export function useVisibleColumns(scroller: RefObject<HTMLElement | null>, columns: readonly Column[]): VisibleColumns {
  const [title, ...rest] = columns;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not passed on
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: rest.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rest[index]?.width ?? 0,
    getItemKey: (index) => `${rest[index]?.key} ${rest[index]?.width}`,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const total = rest.reduce((sum, { width }) => sum + width, 0);
  const shown = items.flatMap(({ index }) => {
    const column = rest[index];
    return column ? [{ column, index: index + 1 }] : [];
  });
  const first = items[0]?.index ?? 0;
  const before = rest.slice(0, first).reduce((sum, { width }) => sum + width, 0);
  const drawn = shown.reduce((sum, { column }) => sum + column.width, 0);
  return { title, columns: shown, before, after: total - before - drawn, width: (title?.width ?? 0) + total };
}
