import type { Box, Point, Room } from './plan.js';
import { isInside } from './problems.js';

/** Among more containers, looking takes too long. */
const MOST_LOOKED_AT = 100;

/** Where a box stands free in a room: as far up as it can, then as far left. The corner if there is no such place. */
export function freePlace(room: Room, { w_mm, d_mm }: Pick<Box, 'w_mm' | 'd_mm'>): Point {
  const taken = room.containers ?? [];
  if (taken.length > MOST_LOOKED_AT) return { x: 0, y: 0 };
  const floor = { x_mm: 0, y_mm: 0, w_mm: room.w_mm, d_mm: room.d_mm };
  const sorted = (values: readonly number[]) => [...new Set([0, ...values])].toSorted((a, b) => a - b);
  const xs = sorted(taken.map((box) => box.x_mm + box.w_mm));
  const ys = sorted(taken.map((box) => box.y_mm + box.d_mm));
  for (const y of ys)
    for (const x of xs) {
      const box = { x_mm: x, y_mm: y, w_mm, d_mm };
      if (isInside(box, floor) && !taken.some((other) => isOver(box, other))) return { x, y };
    }
  return { x: 0, y: 0 };
}

function isOver(a: Box, b: Box): boolean {
  return a.x_mm < b.x_mm + b.w_mm && b.x_mm < a.x_mm + a.w_mm && a.y_mm < b.y_mm + b.d_mm && b.y_mm < a.y_mm + a.d_mm;
}
