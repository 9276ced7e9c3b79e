import type { Area } from './floorplan.js';

interface Placed {
  readonly area: Area;
  readonly index: number;
}

/**
 * Yields pairs of overlapping areas, the later of each as `index`. A sweep from left to right, so that many areas cost little more than sorting them.
 */
export function* overlappingAreas(
  areas: readonly Placed[],
  isEnough: () => boolean,
): Generator<{ readonly index: number; readonly other: number }> {
  const fromLeft = areas.toSorted((a, b) => a.area.x_mm - b.area.x_mm);
  const byEnd = areas.filter(({ area }) => endOf(area) > area.x_mm).sort((a, b) => endOf(a.area) - endOf(b.area));
  const passing = new Passing();
  let ended = 0;
  for (const next of fromLeft) {
    for (let past = byEnd[ended]; past && endOf(past.area) <= next.area.x_mm; past = byEnd[ended]) {
      passing.remove(past);
      ended += 1;
    }
    for (const earlier of passing.sharingDepth(next.area)) {
      if (isEnough()) return;
      const [other = 0, index = 0] = [earlier.index, next.index].toSorted((a, b) => a - b);
      yield { index, other };
    }
    if (endOf(next.area) > next.area.x_mm) passing.add(next);
  }
}

function endOf({ x_mm, w_mm }: Area): number {
  return x_mm + w_mm;
}

const SMALLEST_CLASS = -10;
const LARGEST_CLASS = 60;

/**
 * The areas that the sweep line crosses, by size. Each class has twice the depth of the previous one, ordered by
 * top edge. Areas that overlap a stretch begin at most their depth above it, so within a class few other areas are
 * compared.
 */
class Passing {
  readonly #classes = new Map<number, Placed[]>();

  add(placed: Placed): void {
    const size = classOf(placed.area);
    const known = this.#classes.get(size);
    if (known) known.splice(firstFrom(known, placed.area.y_mm), 0, placed);
    else this.#classes.set(size, [placed]);
  }

  remove(placed: Placed): void {
    const known = this.#classes.get(classOf(placed.area)) ?? [];
    const at = known.indexOf(placed, firstFrom(known, placed.area.y_mm));
    if (at >= 0) known.splice(at, 1);
  }

  *sharingDepth({ y_mm: top, d_mm: depth }: Area): Generator<Placed> {
    for (const [size, known] of this.#classes) {
      const deepest = size === LARGEST_CLASS ? Infinity : 2 ** (size + 1);
      for (let at = firstFrom(known, top - deepest); at < known.length; at += 1) {
        const placed = known[at] as Placed;
        if (placed.area.y_mm >= top + depth) break;
        if (top < placed.area.y_mm + placed.area.d_mm) yield placed;
      }
    }
  }
}

function classOf({ d_mm }: Area): number {
  return Math.min(LARGEST_CLASS, Math.max(SMALLEST_CLASS, Math.floor(Math.log2(d_mm))));
}

/** The first index whose area begins at or below `top`. */
function firstFrom(known: readonly Placed[], top: number): number {
  let [low, high] = [0, known.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known[middle] as Placed).area.y_mm < top) low = middle + 1;
    else high = middle;
  }
  return low;
}
