import { describe, expect, it } from '@jest/globals';
import { FORMAT, type Plan } from './plan.js';
import { toggledToShow, treeRows } from './tree-rows.js';

const PLAN: Plan = {
  format: FORMAT,
  rooms: [
    {
      ...{ name: 'Hall', level: 'Ground', w_mm: 6_000, d_mm: 4_000 },
      walls: [{ x1: 0, y1: 0, x2: 1_000, y2: 0, openings: [{ at_mm: 0, w_mm: 900, kind: 'door' }] }],
      zones: [{ name: 'Gluing', x_mm: 0, y_mm: 0, w_mm: 1, d_mm: 1 }],
      containers: [
        {
          ...{ name: 'Rack A', x_mm: 0, y_mm: 0, w_mm: 1, d_mm: 1 },
          face: { shelves: [{ name: '1', from_bottom_mm: 400, bins: [{ name: 'Screws' }] }] },
        },
      ],
    },
  ],
};
const shown = (toggled: ReadonlySet<string>) =>
  treeRows(PLAN, toggled, 'mm').map(
    ({ level, title, isOpen, about = '' }) => `${'  '.repeat(level)}${title} ${about} ${isOpen ?? '-'}`,
  );

describe('the tree of a plan', () => {
  it('has levels and rooms open, and what is in them closed', () => {
    expect(shown(new Set())).toEqual([
      ...['  Ground  true', '    Hall  true', '      Rack A  false', '      Gluing  -', '      Wall 1000 mm false'],
    ]);
  });

  it('opens what contains an element that is to be seen', () => {
    const bin = '/rooms/0/containers/0/face/shelves/0/bins/0';
    const toggled = toggledToShow(PLAN, bin, new Set(['/rooms/0']));
    expect(shown(toggled).slice(2, 5)).toEqual(['      Rack A  true', '        1 400 mm true', '          Screws  -']);
    expect(toggledToShow(PLAN, bin, toggled)).toBe(toggled);
  });

  it('has no row for a level where rooms name none', () => {
    const plain = { ...PLAN, rooms: [{ name: 'Hall', w_mm: 1, d_mm: 1 }] };
    expect(treeRows(plain, new Set(), 'mm').map(({ title, level }) => [title, level])).toEqual([['Hall', 1]]);
  });
});
