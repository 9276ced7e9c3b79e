import type { Shelf, Unit } from '../floorplan/floorplan.js';
import type { Face } from './faces.js';
import { formatLength } from './format-length.js';
import type { Highlight } from './highlight.js';
import { CONTAINER_FILLS, PALETTE } from './palette.js';
import { rectangle, tag, text } from './svg.js';
import { shorten, textWidth } from './text-width.js';

export interface FaceSize {
  readonly heightPx: number;
  readonly unit: Unit;
  readonly highlight: Highlight;
}

const NARROWEST_PX = 90;
const WIDEST_PX = 460;
const HEADING_PX = 30;
const HEIGHTS_PX = 52;
const NAME_PX = 9.5;
const BOARD_PX = 3;
/** Minimum distance of two lines of text. */
const LINE_PX = 11;

export interface DrawnFace {
  readonly markup: string;
  readonly width: number;
  readonly height: number;
}

/** A container from the front: its shelves at their heights, with their names above the boards. */
export function drawFace({ container, pointer, room }: Face, { heightPx, unit, highlight }: FaceSize): DrawnFace {
  const shelves = (container.face?.shelves ?? []).map((shelf, index) => ({ shelf, index }));
  const fromFloor = shelves.toSorted((a, b) => a.shelf.from_bottom_mm - b.shelf.from_bottom_mm);
  const top = topOf(
    container.h_mm,
    shelves.map(({ shelf }) => shelf),
  );
  const scale = heightPx / top;
  const width = Math.min(Math.max(Math.max(container.w_mm, container.d_mm) * scale, NARROWEST_PX), WIDEST_PX);
  const bottom = HEADING_PX + heightPx;
  const parts = [
    rectangle(
      { x: 0, y: HEADING_PX, w: width, h: heightPx },
      { fill: CONTAINER_FILLS[1], stroke: PALETTE.container, 'stroke-width': 1.6 },
    ),
  ];
  let [lastName, lastHeight] = [Infinity, Infinity];
  for (const [position, { shelf, index }] of fromFloor.entries()) {
    const y = bottom - shelf.from_bottom_mm * scale;
    const isWanted = highlight === `${pointer}/face/shelves/${index}`;
    const above = fromFloor[position + 1];
    const ceiling = above ? bottom - above.shelf.from_bottom_mm * scale : HEADING_PX;
    if (isWanted)
      parts.push(
        rectangle(
          { x: 0, y: ceiling, w: width, h: Math.max(y - ceiling, BOARD_PX) },
          { fill: PALETTE.accentFill, stroke: PALETTE.accent, 'stroke-width': 2 },
        ),
      );
    const colour = isWanted ? PALETTE.accent : PALETTE.container;
    parts.push(rectangle({ x: 0, y: y - BOARD_PX / 2, w: width, h: BOARD_PX }, { fill: colour }));
    if (lastName - y >= LINE_PX || isWanted) {
      const name = shorten(shelf.name, width - 12, { sizePx: NAME_PX });
      parts.push(
        text(name, {
          x: 6,
          y: y - 5,
          'font-size': NAME_PX,
          'font-weight': isWanted ? 700 : 500,
          fill: isWanted ? PALETTE.accent : PALETTE.ink,
        }),
      );
      lastName = y;
    }
    if (lastHeight - y >= LINE_PX) {
      parts.push(
        text(formatLength(shelf.from_bottom_mm, unit), { x: width + 6, y: y + 3, 'font-size': 8, fill: PALETTE.faint }),
      );
      lastHeight = y;
    }
  }
  const floor = { d: `M-8 ${bottom}H${Math.round(width) + 8}`, stroke: PALETTE.ink, 'stroke-width': 1.5 };
  const whole = width + HEIGHTS_PX;
  const heading =
    text(shorten(container.name, whole, { sizePx: 12 }), {
      y: 10,
      'font-size': 12,
      'font-weight': 650,
      fill: PALETTE.ink,
    }) + text(shorten(room.name, whole, { sizePx: 9 }), { y: 22, 'font-size': 9, fill: PALETTE.faint });
  return {
    markup: heading + parts.join('') + tag('path', floor),
    width: Math.max(whole, textWidth(container.name, 12) > whole ? whole : 0),
    height: bottom,
  };
}

/** The height of the front. If the document has none, somewhat more than its highest shelf. */
function topOf(height: number | undefined, shelves: readonly Shelf[]): number {
  const highest = shelves.reduce((most, { from_bottom_mm }) => Math.max(most, from_bottom_mm), 0);
  if (height !== undefined && height > highest) return height;
  return highest * 1.2 || 1_000;
}
