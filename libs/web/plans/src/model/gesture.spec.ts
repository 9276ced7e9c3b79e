import { describe, expect, it } from '@jest/globals';
import { addDoorAt, gestured, placeOf } from './gesture.js';
import { FORMAT, type Plan } from './plan.js';
import { valueAt } from './pointer.js';

const rack = { name: 'Rack', x_mm: 1_000, y_mm: 0, w_mm: 1_000, d_mm: 500 };
const PLAN: Plan = {
  format: FORMAT,
  rooms: [
    { name: 'Hall', w_mm: 6_000, d_mm: 4_000, containers: [rack] },
    { name: 'Store', w_mm: 3_000, d_mm: 3_000 },
  ],
};
const to = (x: number, y: number) => ({ to: { x, y }, snapping: { grid: 100, reach: 30 } });
const place = (plan: Plan, pointer: string) => {
  const { x_mm, y_mm, w_mm, d_mm } = valueAt(plan, pointer) as typeof rack;
  return [x_mm, y_mm, w_mm, d_mm];
};

describe('gestures', () => {
  it('draw a container on the grid, with a side at that of a neighbour', () => {
    const draw = { type: 'draw', tool: 'container', from: { x: 2_012, y: 46 } } as const;
    const drawn = gestured(PLAN, draw, to(2_949, 512));
    expect([drawn?.selected, place(drawn!.plan, drawn!.selected!)]).toEqual([
      '/rooms/0/containers/1',
      [2_000, 0, 900, 500],
    ]);
  });

  it('draw what is within a container into it', () => {
    const draw = { type: 'draw', tool: 'container', from: { x: 1_100, y: 100 } } as const;
    expect(gestured(PLAN, draw, to(1_400, 300))?.selected).toBe('/rooms/0/containers/0/containers/0');
  });

  it('draw nothing beside the rooms, and no farther than the edge of a room', () => {
    const draw = { type: 'draw', tool: 'zone' } as const;
    expect(gestured(PLAN, { ...draw, from: { x: -500, y: 0 } }, to(900, 900))).toBeNull();
    const drawn = gestured(PLAN, { ...draw, from: { x: 5_000, y: 3_000 } }, to(9_000, 9_000));
    expect(place(drawn!.plan, '/rooms/0/zones/0')).toEqual([5_000, 3_000, 1_000, 1_000]);
  });

  it('draw a row, which has a free letter', () => {
    const draw = { type: 'draw', tool: 'row', from: { x: 0, y: 1_000 } } as const;
    const drawn = gestured(PLAN, draw, to(4_000, 1_500));
    expect(drawn?.row).toMatchObject({
      inside: '/rooms/0',
      first: '/rooms/0/containers/1',
      row: { count: 8, names: 'A-{1}' },
    });
    expect(drawn?.plan.rooms[0]?.containers).toHaveLength(9);
  });

  it('draw a room beside the others, and a usual one by a click', () => {
    const draw = { type: 'draw', tool: 'room', from: { x: 0, y: 9_000 } } as const;
    expect(gestured(PLAN, draw, to(2_540, 11_000))?.plan.rooms[2]).toEqual({
      name: 'Room',
      w_mm: 2_500,
      d_mm: 2_000,
    });
    expect(gestured(PLAN, draw, to(3, 9_002))?.plan.rooms[2]).toEqual({
      name: 'Room',
      w_mm: 5_000,
      d_mm: 4_000,
    });
  });

  it('move a container by steps of the grid, and into the room that it is over', () => {
    const move = { type: 'move', pointer: '/rooms/0/containers/0', from: { x: 1_500, y: 250 } } as const;
    const near = gestured(PLAN, move, to(1_790, 1_290));
    expect(place(near!.plan, '/rooms/0/containers/0').slice(0, 2)).toEqual([1_300, 1_000]);
    const store = placeOf(PLAN, '/rooms/1')!;
    const far = gestured(PLAN, move, to(store.x_mm + 1_000, store.y_mm + 1_000));
    expect([far?.selected, far?.plan.rooms.map(({ containers = [] }) => containers.length)]).toEqual([
      '/rooms/1/containers/0',
      [0, 1],
    ]);
  });

  it('resize by a handle, and no side passes the one across', () => {
    const resize = { type: 'resize', pointer: '/rooms/0/containers/0', handle: 'left' } as const;
    expect(place(gestured(PLAN, resize, to(490, 0))!.plan, resize.pointer)).toEqual([500, 0, 1_500, 500]);
    expect(place(gestured(PLAN, resize, to(4_000, 0))!.plan, resize.pointer)).toEqual([1_990, 0, 10, 500]);
  });

  it('straighten a wall', () => {
    const draw = { type: 'draw', tool: 'wall', from: { x: 3_000, y: 1_000 } } as const;
    expect(gestured(PLAN, draw, to(3_210, 3_000))?.plan.rooms[0]?.walls).toEqual([
      { x1: 3_000, y1: 1_000, x2: 3_000, y2: 3_000 },
    ]);
  });

  it('put a door into the nearest edge within reach', () => {
    const door = addDoorAt(PLAN, { x: 3_000, y: 3_950 }, 100);
    expect(door?.plan.rooms[0]?.walls).toEqual([
      { x1: 0, y1: 4_000, x2: 6_000, y2: 4_000, openings: [{ kind: 'door', at_mm: 2_550, w_mm: 900 }] },
    ]);
    expect(addDoorAt(PLAN, { x: 3_000, y: 2_000 }, 100)).toBeNull();
  });
});
