import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo } from 'react';
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
export function useVisibleColumns(
  scrollerRef: RefObject<HTMLElement | null>,
  columns: readonly Column[],
): VisibleColumns {
  const rest = columns.slice(1);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not passed on
  const virtualizer = useVirtualizer({
    horizontal: true,
    count: rest.length,
    getScrollElement: () => scrollerRef.current,
    estimateSize: (index) => rest[index]?.width ?? 0,
    getItemKey: (index) => `${rest[index]?.key} ${rest[index]?.width}`,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  return useMemo(() => {
    const [title, ...rest] = columns;
    const widthOf = (some: readonly Column[]) => some.reduce((sum, { width }) => sum + width, 0);
    const shown = rest.slice(first, last + 1);
    return {
      title,
      columns: shown.map((column, offset) => ({ column, index: first + offset + 1 })),
      before: widthOf(rest.slice(0, first)),
      after: widthOf(rest.slice(last + 1)),
      width: (title?.width ?? 0) + widthOf(rest),
    };
  }, [columns, first, last]);
}
