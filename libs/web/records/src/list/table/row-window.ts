/** Browsers cap the height of an element; beyond this, offsets are scaled. */
export const MAX_HEIGHT_PX = 16_000_000;

export interface WindowSize {
  readonly count: number;
  readonly rowHeight: number;
  /** Pixels of the list that are visible. */
  readonly viewport: number;
}

export interface RowWindow {
  readonly first: number;
  readonly last: number;
  /** Pixels from the top of the scrolled element to the top of the row `first`. */
  readonly offset: number;
}

export function heightOf({ count, rowHeight }: WindowSize): number {
  return Math.min(count * rowHeight, MAX_HEIGHT_PX);
}

/** How many pixels of rows one pixel of the scrollbar stands for: 1 unless the list is higher than elements can be. */
function scaleOf(size: WindowSize): number {
  const scrollable = heightOf(size) - size.viewport;
  const rows = size.count * size.rowHeight - size.viewport;
  return scrollable > 0 && rows > scrollable ? rows / scrollable : 1;
}

/** The rows that are visible at a scroll place, and where they are drawn. */
export function windowAt(scrollTop: number, size: WindowSize, overscan: number): RowWindow {
  const { count, rowHeight, viewport } = size;
  const top = scrollTop * scaleOf(size);
  const first = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const last = Math.min(count - 1, Math.ceil((top + viewport) / rowHeight) + overscan);
  return { first, last, offset: scrollTop - top + first * rowHeight };
}

/** The scroll place that shows a row, nearest to the current one. */
export function scrollTopFor(index: number, scrollTop: number, size: WindowSize): number {
  const scale = scaleOf(size);
  const top = scrollTop * scale;
  const start = index * size.rowHeight;
  if (start < top) return start / scale;
  const end = start + size.rowHeight - size.viewport;
  return end > top ? end / scale : scrollTop;
}
