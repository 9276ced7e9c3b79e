import { describe, expect, it } from '@jest/globals';
import { overlappingAreas } from './overlapping-areas.js';

const area = (x_mm: number, y_mm: number, w_mm: number, d_mm: number) => ({ x_mm, y_mm, w_mm, d_mm });
type Area = ReturnType<typeof area>;
const pairsOf = (areas: readonly Area[], isEnough = () => false) =>
  [
    ...overlappingAreas(
      areas.map((one, index) => ({ area: one, index })),
      isEnough,
    ),
  ]
    .map(({ index, other }) => `${other}-${index}`)
    .sort();

/** All pairs, compared one by one. */
function allPairs(areas: readonly Area[]): readonly string[] {
  const found: string[] = [];
  for (const [index, a] of areas.entries())
    for (const [other, b] of areas.slice(0, index).entries())
      if (a.x_mm < b.x_mm + b.w_mm && b.x_mm < a.x_mm + a.w_mm && a.y_mm < b.y_mm + b.d_mm && b.y_mm < a.y_mm + a.d_mm)
        found.push(`${other}-${index}`);
  return found.sort();
}

/** Deterministic pseudo-random numbers. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % most;
  };
}

describe('overlapping areas', () => {
  it('are found whatever their sizes and positions', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = numbers(seed);
      const size = () => (next(8) === 0 ? 1 + next(400) : 0.25 + next(30));
      const areas = Array.from({ length: 60 }, () => area(next(300), next(300), size(), size()));
      expect(pairsOf(areas)).toEqual(allPairs(areas));
    }
  });

  it('share more than an edge', () => {
    expect(pairsOf([area(0, 0, 10, 10), area(10, 0, 10, 10), area(0, 10, 10, 10)])).toEqual([]);
  });

  it('are reported until the caller stops', () => {
    const areas = Array.from({ length: 100 }, () => area(0, 0, 5, 5));
    let overlaps = 0;
    const iterator = overlappingAreas(
      areas.map((one, index) => ({ area: one, index })),
      () => overlaps >= 7,
    );
    for (const _ of iterator) overlaps += 1;
    expect(overlaps).toBe(7);
  });

  it('are found among the largest and smallest sizes that numbers allow', () => {
    expect(pairsOf([area(0, 0, 1e300, 1e300), area(1e299, 1e299, 1e-300, 1e-300), area(5, 5, 1e-9, 1e-9)])).toEqual([
      '0-1',
      '0-2',
    ]);
  });
});
