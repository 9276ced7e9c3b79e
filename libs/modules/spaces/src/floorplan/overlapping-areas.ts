import type { Area } from './floorplan.js';

interface Placed {
  readonly area: Area;
  readonly index: number;
}

/** Pairs that share floor, the later of each as `index`: swept from left to right, so that a hall of racks costs little more than its sort. */
export function* overlappingAreas(
  areas: readonly Placed[],
  isEnough: () => boolean,
): Generator<{ readonly index: number; readonly other: number }> {
  const fromLeft = areas.toSorted((a, b) => a.area.x_mm - b.area.x_mm);
  let open: Placed[] = [];
  for (const next of fromLeft) {
    open = open.filter(({ area }) => area.x_mm + area.w_mm > next.area.x_mm);
    for (const earlier of open) {
      if (isEnough()) return;
      if (!sharesDepth(earlier.area, next.area)) continue;
      const [other = 0, index = 0] = [earlier.index, next.index].toSorted((a, b) => a - b);
      yield { index, other };
    }
    open.push(next);
  }
}

function sharesDepth(a: Area, b: Area): boolean {
  return a.y_mm < b.y_mm + b.d_mm && b.y_mm < a.y_mm + a.d_mm;
}
