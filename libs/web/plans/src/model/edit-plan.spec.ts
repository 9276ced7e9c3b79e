import { describe, expect, it } from '@jest/globals';
import {
  addEdgeOpening,
  addNamed,
  addRoom,
  duplicateNode,
  moveNode,
  patchNode,
  removeNode,
  renameNode,
  resizeRoom,
} from './edit-plan.js';
import { FORMAT, type Plan } from './plan.js';
import { nearestNode, parentOf, roomOf, typeOf, valueAt } from './pointer.js';

const PLAN: Plan = {
  format: FORMAT,
  rooms: [
    {
      name: 'Hall',
      w_mm: 6_000,
      d_mm: 4_000,
      walls: [
        { x1: 6_000, y1: 0, x2: 6_000, y2: 4_000, openings: [{ at_mm: 100, w_mm: 900 }] },
        { x1: 3_000, y1: 0, x2: 3_000, y2: 4_000 },
      ],
      zones: [{ name: 'Gluing', x_mm: 0, y_mm: 3_000, w_mm: 1_000, d_mm: 1_000 }],
      containers: [
        {
          ...{ name: 'Rack A', x_mm: 0, y_mm: 0, w_mm: 1_000, d_mm: 500, h_mm: 2_000 },
          face: { shelves: [{ name: '1', from_bottom_mm: 0, bins: [{ name: 'x' }] }] },
          containers: [{ name: 'Box', x_mm: 100, y_mm: 100, w_mm: 200, d_mm: 200 }],
        },
      ],
    },
  ],
};
const withUnknown = { ...PLAN, author: 'Kim', rooms: [{ ...PLAN.rooms[0]!, ...{ floor: 'oak' } }] } as Plan;
const at = (plan: Plan, pointer: string) => valueAt(plan, pointer) as Readonly<Record<string, unknown>>;

describe('pointers', () => {
  it('tell the type of an element, what contains it, and its room', () => {
    const shelf = '/rooms/0/containers/0/face/shelves/0';
    expect([typeOf('/rooms/0'), typeOf(shelf), typeOf(`${shelf}/bins/0`), typeOf('/site')]).toEqual([
      ...['room', 'shelf', 'bin', undefined],
    ]);
    expect([parentOf(shelf), parentOf('/rooms/0'), roomOf(shelf)]).toEqual(['/rooms/0/containers/0', null, 0]);
    expect(nearestNode(PLAN, '/rooms/0/containers/0/w_mm')).toBe('/rooms/0/containers/0');
  });
});

describe('changes of a plan', () => {
  it('keep unknown members and every object that did not change', () => {
    const next = renameNode(withUnknown, '/rooms/0/zones/0', 'Paint');
    expect([at(next, '')['author'], at(next, '/rooms/0')['floor']]).toEqual(['Kim', 'oak']);
    expect(next.rooms[0]?.containers).toBe(withUnknown.rooms[0]?.containers);
    expect(withUnknown.rooms[0]?.zones?.[0]?.name).toBe('Gluing');
  });

  it('move a container with what is in it, and a wall with both ends', () => {
    const moved = moveNode(PLAN, '/rooms/0/containers/0', { x: 100, y: 50 });
    expect(at(moved, '/rooms/0/containers/0')).toMatchObject({ x_mm: 100, y_mm: 50 });
    expect(at(moved, '/rooms/0/containers/0/containers/0')).toMatchObject({ x_mm: 200, y_mm: 150 });
    expect(at(moveNode(PLAN, '/rooms/0/walls/1', { x: 10, y: 0 }), '/rooms/0/walls/1')).toMatchObject({
      x1: 3_010,
      x2: 3_010,
    });
  });

  it('slide an opening along its wall, within it, and move a shelf up', () => {
    const opening = '/rooms/0/walls/0/openings/0';
    expect(at(moveNode(PLAN, opening, { x: 500, y: 200 }), opening)).toMatchObject({ at_mm: 300 });
    expect(at(moveNode(PLAN, opening, { x: 0, y: 9_000 }), opening)).toMatchObject({ at_mm: 3_100 });
    const shelf = '/rooms/0/containers/0/face/shelves/0';
    expect(at(moveNode(PLAN, shelf, { x: 0, y: -100 }), shelf)).toMatchObject({ from_bottom_mm: 100 });
  });

  it('keep walls on the edges of a room that is resized, and inner walls where they are', () => {
    const { walls } = resizeRoom(PLAN, '/rooms/0', { w_mm: 7_000, d_mm: 4_000 }).rooms[0]!;
    expect(walls?.map(({ x1 }) => x1)).toEqual([7_000, 3_000]);
  });

  it('select what is beside or around an element that is removed', () => {
    expect(removeNode(PLAN, '/rooms/0/walls/0').selected).toBe('/rooms/0/walls/0');
    expect(removeNode(PLAN, '/rooms/0/walls/1').selected).toBe('/rooms/0/walls/0');
    expect(removeNode(PLAN, '/rooms/0/zones/0').selected).toBe('/rooms/0');
    expect(removeNode(PLAN, '/rooms/0/containers/0/face/shelves/0').selected).toBe('/rooms/0/containers/0');
  });

  it('give names that are free', () => {
    const { plan, selected } = addNamed(PLAN, '/rooms/0/containers', [
      { name: 'Rack A', x_mm: 0, y_mm: 0, w_mm: 1, d_mm: 1 },
    ]);
    expect([selected, at(plan, '/rooms/0/containers/1')['name']]).toEqual(['/rooms/0/containers/1', 'Rack A 2']);
    expect(addRoom(PLAN, { name: 'hall', w_mm: 1, d_mm: 1 }).plan.rooms[1]?.name).toBe('hall 2');
  });

  it('copy an element beside itself, to the right where the room goes on', () => {
    const { plan, selected } = duplicateNode(PLAN, '/rooms/0/containers/0');
    expect([selected, at(plan, '/rooms/0/containers/1')]).toEqual([
      '/rooms/0/containers/1',
      expect.objectContaining({ name: 'Rack A 2', x_mm: 1_000, y_mm: 0 }),
    ]);
    expect(at(plan, '/rooms/0/containers/1/containers/0')).toMatchObject({ x_mm: 1_100 });
  });

  it('put an opening into the wall along an edge, which they add where there is none', () => {
    const door = { kind: 'door', at_mm: 0, w_mm: 900 } as const;
    const right = addEdgeOpening(PLAN, { room: 0, edge: 'right' }, door);
    expect(right.selected).toBe('/rooms/0/walls/0/openings/1');
    const top = addEdgeOpening(PLAN, { room: 0, edge: 'top' }, door);
    expect([top.selected, top.plan.rooms[0]?.walls?.[2]]).toEqual([
      '/rooms/0/walls/2/openings/0',
      { x1: 0, y1: 0, x2: 6_000, y2: 0, openings: [door] },
    ]);
  });

  it('remove a member that has no value any more', () => {
    expect(patchNode(PLAN, '/rooms/0/containers/0', { h_mm: undefined }).rooms[0]?.containers?.[0]).not.toHaveProperty(
      'h_mm',
    );
  });
});
