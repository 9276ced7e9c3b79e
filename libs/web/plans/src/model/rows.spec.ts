import { describe, expect, it } from '@jest/globals';
import { FORMAT, type Plan } from './plan.js';
import { addRow, fits, replaceRow, rowContainers, shelvesFor, usualCount } from './rows.js';
import { rackWall } from './templates.js';

const box = { x_mm: 100, y_mm: 200, w_mm: 4_000, d_mm: 500 };
const PLAN: Plan = { format: FORMAT, rooms: [{ name: 'Hall', w_mm: 6_000, d_mm: 4_000 }] };

describe('a row of containers', () => {
  it('has equal containers along its longer side, with a gap between them', () => {
    const row = rowContainers({ box, count: 3, gap_mm: 100, names: 'A-{1..3}' });
    expect(row.map(({ name, x_mm, y_mm, w_mm, d_mm }) => [name, x_mm, y_mm, w_mm, d_mm])).toEqual([
      ['A-1', 100, 200, 1_266, 500],
      ['A-2', 1_466, 200, 1_266, 500],
      ['A-3', 2_832, 200, 1_266, 500],
    ]);
    const upright = { ...box, w_mm: 500, d_mm: 4_000 };
    expect(rowContainers({ box: upright, count: 4, gap_mm: 0, names: '{1}' }).map(({ y_mm }) => y_mm)).toEqual([
      ...[200, 1_200, 2_200, 3_200],
    ]);
  });

  it('has as many at first as make them about square', () => {
    expect([usualCount(box), usualCount({ ...box, w_mm: 600 })]).toEqual([8, 2]);
  });

  it('does not fit where its gaps leave nothing', () => {
    expect([
      fits({ box, count: 5, gap_mm: 998, names: '' }),
      fits({ box, count: 5, gap_mm: 1_000, names: '' }),
    ]).toEqual([true, false]);
  });

  it('is put in the place of the one before, with what was drawn after it', () => {
    const { plan: one, selected } = addRow(PLAN, '/rooms/0', { box, count: 3, gap_mm: 0, names: 'A-{1}' });
    const { plan: two } = addRow(one, '/rooms/0', { box, count: 2, gap_mm: 0, names: 'B-{1}' });
    const next = replaceRow(two, { first: selected!, count: 3 }, { box, count: 2, gap_mm: 0, names: 'C-{1}' });
    expect(next.selected).toBe('/rooms/0/containers/0');
    expect(next.plan.rooms[0]?.containers?.map(({ name }) => name)).toEqual(['C-1', 'C-2', 'B-1', 'B-2']);
  });
});

describe('templates', () => {
  it('put racks with shelves along the wall of a room', () => {
    const { rooms } = rackWall({ name: 'Store', w_mm: 4_000, d_mm: 3_000, units: 'm', racks: 4, shelves: 5 });
    const racks = rooms[0]?.containers ?? [];
    expect(racks.map(({ name, x_mm }) => [name, x_mm])).toEqual([
      ['Rack A', 0],
      ['Rack B', 1_000],
      ['Rack C', 2_000],
      ['Rack D', 3_000],
    ]);
    expect(racks[0]?.face?.shelves).toEqual(shelvesFor(2_000, 5));
  });
});
