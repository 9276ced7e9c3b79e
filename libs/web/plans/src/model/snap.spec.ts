import { describe, expect, it } from '@jest/globals';
import { snapBox, snapPoint, straighten } from './snap.js';

const neighbours = [{ x_mm: 1_030, y_mm: 0, w_mm: 500, d_mm: 500 }];

describe('snapping', () => {
  it('puts a point at the edge of a neighbour within reach, else on the grid', () => {
    expect(snapPoint({ x: 1_060, y: 760 }, { grid: 100, neighbours, reach: 40 })).toEqual({ x: 1_030, y: 800 });
    expect(snapPoint({ x: 1_064, y: 764 }, { grid: 10, neighbours, reach: 5 })).toEqual({ x: 1_060, y: 760 });
  });

  it('puts either side of a box at the edge of a neighbour, the nearer one first', () => {
    const box = { x_mm: 520, y_mm: 240, w_mm: 500, d_mm: 500 };
    expect(snapBox(box, { grid: 100, neighbours, reach: 40 })).toMatchObject({ x_mm: 530, y_mm: 200, w_mm: 500 });
  });

  it('makes an almost level line level', () => {
    expect([straighten({ x: 0, y: 0 }, { x: 900, y: 40 }), straighten({ x: 0, y: 0 }, { x: 500, y: 400 })]).toEqual([
      { x: 900, y: 0 },
      { x: 500, y: 400 },
    ]);
  });
});
