import { describe, expect, it } from '@jest/globals';
import { FORMAT, type Plan, type Room } from './plan.js';
import { problemsOf } from './problems.js';

const planOf = (...rooms: readonly Partial<Room>[]): Plan => ({
  format: FORMAT,
  rooms: rooms.map((room) => ({ name: 'Hall', w_mm: 6_000, d_mm: 4_000, ...room })),
});
const box = (name: string, x_mm: number, y_mm = 0) => ({ name, x_mm, y_mm, w_mm: 1_000, d_mm: 500 });
const found = (room: Partial<Room>) => problemsOf(planOf(room)).map(({ pointer, message }) => `${pointer} ${message}`);

describe('problems of a plan', () => {
  it('are none where containers touch, and where one hangs above another', () => {
    expect(found({ containers: [box('A', 0), box('B', 1_000), { ...box('C', 500), wall_mounted: true }] })).toEqual([]);
  });

  it('name what overlaps, what reaches out, and what has the name of another', () => {
    expect(found({ containers: [box('A', 0), box('B', 999), box('a', 5_500)] })).toEqual([
      '/rooms/0/containers/1 It overlaps with A.',
      '/rooms/0/containers/2 Another one beside it has the same name.',
      '/rooms/0/containers/2 It reaches beyond its room.',
    ]);
    expect(found({ zones: [box('Z', -1)] })).toEqual(['/rooms/0/zones/0 It reaches beyond its room.']);
  });

  it('look into containers: inner ones, and shelves above the top', () => {
    const shelves = [{ name: '1', from_bottom_mm: 2_001 }];
    const rack = { ...box('A', 0), h_mm: 2_000, face: { shelves }, containers: [box('B', 10)] };
    expect(found({ containers: [rack] })).toEqual([
      '/rooms/0/containers/0/face/shelves/0 It is above the top of its container.',
      '/rooms/0/containers/0/containers/0 It reaches beyond its container.',
    ]);
  });

  it('look at walls and their openings', () => {
    const wall = { x1: 0, y1: 0, x2: 1_000, y2: 0, openings: [{ at_mm: 200, w_mm: 900 }] };
    expect(found({ walls: [wall, { x1: 1, y1: 1, x2: 1, y2: 1 }, { x1: 0, y1: 0, x2: 0, y2: 4_001 }] })).toEqual([
      '/rooms/0/walls/0/openings/0 It reaches beyond the end of its wall.',
      '/rooms/0/walls/1 It has no length.',
      '/rooms/0/walls/2 It reaches beyond its room.',
    ]);
  });

  it('name rooms of a level with one name', () => {
    expect(
      problemsOf(planOf({}, { level: 'Up' }, { level: 'Up', name: 'hall' })).map(({ pointer }) => pointer),
    ).toEqual(['/rooms/2']);
  });

  it('are found among 5,000 containers, up to 200 of them', () => {
    const containers = Array.from({ length: 5_000 }, (_, index) =>
      box(String(index), (index % 100) * 900, Math.floor(index / 100) * 500),
    );
    expect(problemsOf(planOf({ w_mm: 100_000, d_mm: 30_000, containers }))).toHaveLength(200);
  });
});
