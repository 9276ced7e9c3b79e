import { describe, expect, it } from '@jest/globals';
import { layOut, roomAt } from './layout.js';
import { FORMAT, type Plan } from './plan.js';
import { hitAt, MOST_SHAPES, visibleIn } from './shapes.js';
import { drawnRegion, fitView, reveal, toSheet, zoomView } from './view.js';

const SIZE = { width: 1_000, height: 700 };
const many: Plan = {
  format: FORMAT,
  rooms: [
    {
      ...{ name: 'Store', w_mm: 100_000, d_mm: 50_000 },
      containers: Array.from({ length: 5_000 }, (_, index) => ({
        ...{
          name: `B-${index}`,
          x_mm: (index % 100) * 1_000,
          y_mm: Math.floor(index / 100) * 1_000,
          w_mm: 900,
          d_mm: 900,
        },
      })),
    },
  ],
};
const sheet = layOut(many);
const drawnAt = (view: ReturnType<typeof fitView>) => {
  const rooms = visibleIn(sheet, drawnRegion(view, SIZE), view.scale);
  return rooms.map(({ shapes, specks }) => [shapes.length, specks.length]);
};

describe('what is drawn', () => {
  it('is at most 1,200 rectangles one by one, the rest as one path, and all of one size in the same way', () => {
    expect(drawnAt(fitView(sheet, SIZE))).toEqual([[0, 5_000]]);
    const [room] = many.rooms;
    const containers = room!.containers!.map((box, index) => (index < 50 ? { ...box, w_mm: 950, d_mm: 950 } : box));
    const mixed = layOut({ ...many, rooms: [{ ...room!, containers }] });
    const view = fitView(mixed, SIZE);
    const [first] = visibleIn(mixed, drawnRegion(view, SIZE), view.scale);
    expect([first?.shapes.length, first?.specks.length, MOST_SHAPES]).toEqual([50, 4_950, 1_200]);
  });

  it('is what is in sight and half a screen around', () => {
    const near = zoomView(fitView(sheet, SIZE), 10, { x: 500, y: 350 });
    const [[shapes = 0, specks] = []] = drawnAt(near);
    expect([shapes > 50 && shapes < 600, specks]).toEqual([true, 0]);
  });

  it('is nothing of a room out of sight', () => {
    expect(drawnAt({ x: -90_000, y: 0, scale: 0.1 })).toEqual([]);
  });
});

describe('the view', () => {
  it('keeps what is under the pointer when it zooms', () => {
    const view = fitView(sheet, SIZE);
    const at = { x: 123, y: 456 };
    const before = toSheet(view, at);
    const after = toSheet(zoomView(view, 3, at), at);
    expect([after.x - before.x, after.y - before.y].map(Math.round)).toEqual([0, 0]);
  });

  it('moves to show an element, and stays where it is in sight', () => {
    const view = { x: 0, y: 0, scale: 0.1 };
    const box = { x_mm: 1_000, y_mm: 1_000, w_mm: 900, d_mm: 900 };
    expect(reveal(view, box, SIZE)).toBe(view);
    const far = reveal(view, { ...box, x_mm: 50_000 }, SIZE);
    expect([far.scale, Math.round(toSheet(far, { x: 500, y: 350 }).x)]).toEqual([0.1, 50_450]);
  });
});

describe('what is under a point', () => {
  const plan: Plan = {
    format: FORMAT,
    rooms: [
      {
        ...{ name: 'Hall', w_mm: 6_000, d_mm: 4_000 },
        walls: [{ x1: 0, y1: 0, x2: 6_000, y2: 0, openings: [{ at_mm: 4_000, w_mm: 900 }] }],
        zones: [{ name: 'Zone', x_mm: 0, y_mm: 0, w_mm: 3_000, d_mm: 3_000 }],
        containers: [
          {
            ...{ name: 'Rack', x_mm: 100, y_mm: 100, w_mm: 1_000, d_mm: 1_000 },
            containers: [{ name: 'Box', x_mm: 200, y_mm: 200, w_mm: 300, d_mm: 300 }],
          },
        ],
      },
    ],
  };
  it.each([
    [300, 300, '/rooms/0/containers/0/containers/0'],
    [900, 900, '/rooms/0/containers/0'],
    [2_000, 2_000, '/rooms/0/zones/0'],
    [2_000, 20, '/rooms/0/walls/0'],
    [4_400, 20, '/rooms/0/walls/0/openings/0'],
    [5_000, 3_500, '/rooms/0'],
    [7_000, 100, null],
  ])('at %i, %i is %s', (x, y, pointer) => expect(hitAt(layOut(plan), { x, y }, 50)).toBe(pointer));
});

describe('the sheet', () => {
  const room = (name: string, level?: string) => ({
    name,
    w_mm: 5_000,
    d_mm: 4_000,
    ...(level === undefined ? {} : { level }),
  });
  it('has rooms beside each other, and levels below each other', () => {
    const { levels, rooms } = layOut({
      format: FORMAT,
      rooms: [room('A', 'Ground'), room('B', 'Up'), room('C', 'Ground')],
    });
    expect(levels.map(({ name, rooms: own }) => [name, own.map(({ index }) => index)])).toEqual([
      ['Ground', [0, 2]],
      ['Up', [1]],
    ]);
    expect(rooms[2]!.x).toBeGreaterThan(5_000);
    expect(rooms[1]!.y).toBeGreaterThan(4_000);
  });

  it('keeps the place of a room while the one after it is resized', () => {
    const widths = [3_000, 4_000, 5_000].map(
      (w_mm) => layOut({ format: FORMAT, rooms: [room('A'), { ...room('B'), w_mm }] }).rooms[1]?.x,
    );
    expect(new Set(widths).size).toBe(1);
    expect(roomAt(layOut(many), { x: 5, y: 5 })?.index).toBe(0);
  });
});
