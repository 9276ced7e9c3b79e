import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** Of the button for the others, until it is there. */
const MORE_PX = 96;

export const MORE = 'more';

/**
 * How many of the tools fit into the row of a toolbar, so that it does not wrap. The row has an element with `data-tool` for each that is shown,
 * and one for `MORE`.
 */
export function useFitting(rowRef: RefObject<HTMLElement | null>, tools: readonly string[]): number {
  const widths = useRef(new Map<string, number>());
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  const names = tools.join(' ');
  const measure = useCallback(() => {
    const element = rowRef.current;
    if (element) setFitting(fittingIn(element, names.split(' '), widths.current));
  }, [rowRef, names]);
  // After each render: the words on the tools change.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const element = rowRef.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowRef, measure]);
  return fitting;
}

/** `widths` remembers those of tools that are not shown. */
function fittingIn(row: HTMLElement, tools: readonly string[], widths: Map<string, number>): number {
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0;
  let room = row.clientWidth + gap;
  for (const child of row.children) {
    if (!(child instanceof HTMLElement) || child.offsetWidth === 0) continue;
    const { tool } = child.dataset;
    if (tool === undefined) room -= leastWidth(child) + gap;
    else widths.set(tool, child.offsetWidth);
  }
  const widthOf = (tool: string) => (widths.get(tool) ?? 0) + gap;
  if (tools.reduce((sum, tool) => sum + widthOf(tool), 0) <= room) return tools.length;
  room -= (widths.get(MORE) ?? MORE_PX) + gap;
  const first = tools.findIndex((tool) => {
    room -= widthOf(tool);
    return room < 0;
  });
  return first < 0 ? tools.length : first;
}

/** What grows begins with its basis. */
function leastWidth(element: HTMLElement): number {
  const basis = Number.parseFloat(getComputedStyle(element).flexBasis);
  return Number.isNaN(basis) ? element.offsetWidth : basis;
}
