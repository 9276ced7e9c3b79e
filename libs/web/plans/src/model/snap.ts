import type { Box, Point } from './plan.js';

export const GRID_MM = 100;
export const FINE_MM = 10;

export interface SnapOptions {
  readonly grid: number;
  /** Edges that are nearer than the grid: of neighbours, and of what is around. */
  readonly neighbours: readonly Box[];
  /** How far an edge attracts, in millimetres. */
  readonly reach: number;
}

export const toGrid = (value: number, grid: number): number => Math.round(value / grid) * grid;

type Axis = 'x' | 'y';

const edgesOf = (axis: Axis, { x_mm, y_mm, w_mm, d_mm }: Box): readonly number[] =>
  axis === 'x' ? [x_mm, x_mm + w_mm] : [y_mm, y_mm + d_mm];

/** The nearest edge within reach; undefined if there is none. */
function nearest(value: number, edges: readonly number[], reach: number): number | undefined {
  let best: number | undefined;
  for (const edge of edges) {
    const distance = Math.abs(edge - value);
    if (distance <= reach && (best === undefined || distance < Math.abs(best - value))) best = edge;
  }
  return best;
}

/** A point at an edge of a neighbour, else on the grid. */
export function snapPoint({ x, y }: Point, { grid, neighbours, reach }: SnapOptions): Point {
  const snapped = (axis: Axis, value: number) =>
    nearest(
      value,
      neighbours.flatMap((box) => edgesOf(axis, box)),
      reach,
    ) ?? toGrid(value, grid);
  return { x: snapped('x', x), y: snapped('y', y) };
}

/** A box that keeps its size, with an edge at one of a neighbour, else its corner on the grid. */
export function snapBox(box: Box, { grid, neighbours, reach }: SnapOptions): Box {
  const moved = (axis: Axis, start: number, size: number) => {
    const edges = neighbours.flatMap((each) => edgesOf(axis, each));
    const [first, last] = [nearest(start, edges, reach), nearest(start + size, edges, reach)];
    const byLast = last === undefined ? undefined : last - size;
    if (first === undefined) return byLast ?? toGrid(start, grid);
    return byLast !== undefined && Math.abs(byLast - start) < Math.abs(first - start) ? byLast : first;
  };
  return { ...box, x_mm: moved('x', box.x_mm, box.w_mm), y_mm: moved('y', box.y_mm, box.d_mm) };
}

/** The box between two corners. */
export function boxBetween(a: Point, b: Point): Box {
  return { x_mm: Math.min(a.x, b.x), y_mm: Math.min(a.y, b.y), w_mm: Math.abs(a.x - b.x), d_mm: Math.abs(a.y - b.y) };
}

/** A wall that is almost level or upright is so. */
export function straighten(from: Point, to: Point): Point {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (dx > 3 * dy) return { x: to.x, y: from.y };
  return dy > 3 * dx ? { x: from.x, y: to.y } : to;
}
