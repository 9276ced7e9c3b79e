import { describe, expect, it } from '@jest/globals';
import type { Floorplan, Room } from '../floorplan/floorplan.js';
import { drawFloorplan } from './draw-floorplan.js';

const room = (fields: Partial<Room> = {}): Room => ({ name: 'Hall', w_mm: 6000, d_mm: 4000, ...fields });
const planOf = (...rooms: Room[]): Floorplan => ({ format: 'service-floorplan/1', rooms });
const rack = {
  name: 'Rack',
  x_mm: 500,
  y_mm: 500,
  w_mm: 2000,
  d_mm: 600,
  face: { shelves: [{ name: 'Top', from_bottom_mm: 1500 }] },
};
const withWall = (kind: 'door' | 'window', w_mm = 900) =>
  planOf(room({ walls: [{ x1: 0, y1: 0, x2: 6000, y2: 0, openings: [{ at_mm: 1000, w_mm, kind }] }] }));

/** Markup outside of tags and attribute values, as an XML parser would find it. */
const tagsOf = (svg: string) => new Set([...svg.matchAll(/<\/?([a-zA-Z!?]+)/g)].map(([, name]) => name));

describe('a drawing', () => {
  it('shows the names of site, levels, rooms, zones, containers and shelves', () => {
    const zones = [{ name: 'Goods in', x_mm: 3000, y_mm: 1500, w_mm: 2500, d_mm: 2000 }];
    const svg = drawFloorplan({
      ...planOf(room({ level: 'Ground', zones, containers: [rack] })),
      site: { name: 'Works' },
    });
    for (const name of ['Works', 'Ground', 'Hall', 'Goods in', 'Rack', 'Top']) expect(svg).toContain(`>${name}<`);
  });

  it('shows lengths in the unit that was entered', () => {
    const drawn = (units_entered: NonNullable<Floorplan['units_entered']>) =>
      drawFloorplan({ ...planOf(room()), units_entered });
    expect(drawn('mm')).toContain('6\u2009000 × 4\u2009000\u2009mm');
    expect(drawn('m')).toContain('6 × 4\u2009m');
    expect(drawn('in')).toContain('236.2 × 157.5″');
    expect(drawn('ft')).toContain('19′\u20098″ × 13′\u20091″');
  });

  it('shows doors and windows by symbols, and its legend lists only the symbols that it uses', () => {
    expect(drawFloorplan(withWall('door'))).toContain('>Door<');
    expect(drawFloorplan(withWall('door'))).not.toContain('>Window<');
    expect(drawFloorplan(withWall('window'))).toContain('>Window<');
    expect(drawFloorplan(withWall('door', 3500))).toContain('>Gate<');
    expect(drawFloorplan(withWall('door', 3500))).not.toContain('>Door<');
  });

  it('highlights a shelf, and shows its container from the front', () => {
    const plan = planOf(room({ containers: [rack] }));
    const found = drawFloorplan(plan, {
      highlight: '/rooms/0/containers/0/face/shelves/0',
      highlightPath: 'Hall / Rack / Top',
    });
    expect(found).toContain('"#d9481c"');
    expect(found).toContain('>Hall / Rack / Top<');
    expect(drawFloorplan(plan)).not.toContain('"#d9481c"');
  });

  it('shows one level if one is requested', () => {
    const svg = drawFloorplan(planOf(room({ level: 'A' }), room({ name: 'Attic', level: 'B' })), { level: 'B' });
    expect(svg).toContain('>Attic<');
    expect(svg).not.toContain('>Hall<');
  });

  it('has another colour for each of its own where the page around it is dark', () => {
    const zones = [{ name: 'Goods in', x_mm: 3000, y_mm: 1500, w_mm: 2500, d_mm: 2000 }];
    const plan = planOf(room({ zones, containers: [rack] }));
    const svg = drawFloorplan(plan, { highlight: '/rooms/0/containers/0' });
    const [, style = ''] = /<style>(.*)<\/style>/.exec(svg) ?? [];
    const used = new Set([...svg.matchAll(/ (?:fill|stroke)="(#\w+)"/g)].map(([, colour = '']) => colour));
    const others = [...used].filter((colour) => !style.includes(`[fill='${colour}']{fill:#`));
    // The colour of a zone stands on light and on dark alike.
    expect(others).toEqual(['#4f86b5']);
    expect(style).toMatch(/^@media \(prefers-color-scheme:dark\)\{/);
  });

  it('contains no markup from names, and no character that XML forbids', () => {
    const evil = `</text><script>alert(1)</script><image href="x" onload='y'/>&amp;]]>\u0001\ufffe`;
    const named = { ...rack, name: evil, face: { shelves: [{ name: evil, from_bottom_mm: 0 }] } };
    const zones = [{ name: evil, x_mm: 0, y_mm: 0, w_mm: 6000, d_mm: 4000 }];
    const svg = drawFloorplan(
      { ...planOf(room({ name: evil, level: evil, zones, containers: [named] })), site: { name: evil } },
      { highlight: '/rooms/0/containers/0', highlightPath: evil },
    );
    expect(tagsOf(svg)).toEqual(
      new Set(
        ['svg', 'title', 'style', 'rect', 'g', 'text', 'tspan', 'path', 'circle'].filter((name) =>
          svg.includes(`<${name}`),
        ),
      ),
    );
    expect(svg).not.toMatch(/<[^>]* on\w+=/);
    expect(svg).not.toMatch(/[\u0001\ufffe]/);
  });

  it('has a finite size and finite numbers, however large or small the lengths are', () => {
    for (const [w_mm, d_mm] of [
      [1e308, 1e308],
      [1e-300, 1e300],
      [1, 1],
      [5e-324, 5e-324],
    ] as const) {
      const containers = [
        {
          name: 'R',
          x_mm: -1e308,
          y_mm: 1e308,
          w_mm: 1e308,
          d_mm: 1e-308,
          h_mm: 1e308,
          face: { shelves: [{ name: 'S', from_bottom_mm: 1e308 }] },
        },
      ];
      const walls = [
        { x1: -1e308, y1: 1e308, x2: 1e308, y2: 5, openings: [{ at_mm: 1e308, w_mm: 1e308, kind: 'door' as const }] },
      ];
      const svg = drawFloorplan(planOf(room({ w_mm, d_mm, containers, walls }), room()));
      expect(svg).not.toMatch(/NaN|Infinity/);
      expect(Number(/ width="([\d.]+)"/.exec(svg)?.[1])).toBeGreaterThan(100);
    }
  });
});
