import type { Container, Zone } from '../floorplan/floorplan.js';
import { isHighlighted, type Highlight } from './highlight.js';
import { HALO, PALETTE, ZONE_COLOURS } from './palette.js';
import { group, escapeXml, rectangle, tag, text, type Box } from './svg.js';
import { shorten, textWidth } from './text-width.js';

const NAME_PX = 11;
const SMALLEST_NAME_PX = 7;
const MARGIN_PX = 6;
/** Candidate positions of a name, as fractions of the free space of the zone. */
const SPOTS = [0, 0.5, 1, 0.25, 0.75];

interface ZoneDrawing {
  readonly shapes: string;
  readonly labels: string;
}

interface Around {
  readonly path: string;
  readonly scale: number;
  readonly highlight: Highlight;
  readonly containers: readonly Container[];
}

/** Tinted floor below everything. The name is placed where no container covers it. */
export function drawZones(zones: readonly Zone[], { path, scale, highlight, containers }: Around): ZoneDrawing {
  const taken: Box[] = containers.map((container) => boxOf(container, scale));
  const shapes: string[] = [];
  const labels: string[] = [];
  for (const [index, zone] of zones.entries()) {
    const isWanted = isHighlighted(highlight, `${path}/${index}`);
    const colour = isWanted ? PALETTE.accent : (ZONE_COLOURS[index % ZONE_COLOURS.length] ?? PALETTE.faint);
    const box = boxOf(zone, scale);
    const style = {
      fill: colour,
      'fill-opacity': isWanted ? 0.28 : 0.1,
      stroke: colour,
      'stroke-width': isWanted ? 2.5 : 1.1,
      'stroke-dasharray': '6 4',
    };
    shapes.push(rectangle(box, { ...style, rx: 4 }, tag('title', {}, escapeXml(zone.name))));
    const label = placeName(zone.name, box, taken);
    if (!label) continue;
    taken.push(label.box);
    const attributes = {
      x: label.box.x,
      y: label.box.y + label.sizePx * 0.85,
      'font-size': label.sizePx,
      fill: colour,
    };
    labels.push(text(label.name, attributes));
  }
  return {
    shapes: shapes.join(''),
    labels: group({ 'font-weight': 600, 'font-style': 'italic', ...HALO }, labels),
  };
}

function boxOf({ x_mm, y_mm, w_mm, d_mm }: Zone | Container, scale: number): Box {
  return { x: x_mm * scale, y: y_mm * scale, w: w_mm * scale, h: d_mm * scale };
}

function placeName(name: string, zone: Box, taken: readonly Box[]) {
  for (const sizePx of [NAME_PX, (NAME_PX + SMALLEST_NAME_PX) / 2, SMALLEST_NAME_PX]) {
    const short = shorten(name, zone.w - 2 * MARGIN_PX, { sizePx });
    if (short === '' || zone.h < sizePx + MARGIN_PX) continue;
    const size = { w: textWidth(short, sizePx), h: sizePx * 1.2 };
    const [roomX, roomY] = [zone.w - size.w - 2 * MARGIN_PX, Math.max(zone.h - size.h - 2 * MARGIN_PX, 0)];
    const boxes = SPOTS.flatMap((down) =>
      SPOTS.map((across) => ({
        ...size,
        x: zone.x + MARGIN_PX + roomX * across,
        y: zone.y + MARGIN_PX + roomY * down,
      })),
    );
    const box = boxes.find((candidate) => !taken.some((other) => overlaps(candidate, other)));
    if (box) return { box, name: short, sizePx };
  }
  return null;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
