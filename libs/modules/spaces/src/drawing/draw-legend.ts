import type { Container, Opening, Room, Unit } from '../floorplan/floorplan.js';
import { GATE_MM } from './draw-walls.js';
import { CONTAINER_FILLS, HANGING_FILL, PALETTE, ZONE_COLOURS } from './palette.js';
import { formatLength, roundLength } from './format-length.js';
import { rectangle, tag, text } from './svg.js';
import { textWidth } from './text-width.js';

const LABEL_PX = 10;
const SIGN_PX = 24;
const LONGEST_BAR_PX = 180;
const BAR_PARTS = 4;

/** A bar of a round length in the unit of the plan, in black and white parts. */
export function drawScaleBar(scale: number, unit: Unit): { readonly markup: string; readonly width: number } {
  const longestMm = LONGEST_BAR_PX / scale;
  if (!Number.isFinite(longestMm) || longestMm <= 0) return { markup: '', width: 0 };
  const length = roundLength(longestMm, unit);
  const width = length * scale;
  const part = width / BAR_PARTS;
  const boxes = Array.from({ length: BAR_PARTS }, (_, index) =>
    rectangle({ x: index * part, y: 0, w: part, h: 5 }, { fill: index % 2 === 0 ? PALETTE.ink : PALETTE.floor }),
  );
  const isRoomy = width / 2 > textWidth(formatLength(length, unit), 9) + 10;
  const labelled = isRoomy ? [0, length / 2, length] : [0, length];
  const marks = labelled.map((mm) =>
    text(mm === 0 ? '0' : formatLength(mm, unit), {
      x: mm * scale,
      y: 17,
      'text-anchor': mm === 0 ? 'start' : mm === length ? 'end' : 'middle',
    }),
  );
  const markup =
    tag('g', { stroke: PALETTE.ink, 'stroke-width': 0.8 }, boxes.join('')) +
    tag('g', { 'font-size': 9, fill: PALETTE.ink }, marks.join(''));
  return { markup, width };
}

interface Sign {
  readonly name: string;
  readonly markup: string;
}

/** The symbols that the drawing uses, and no others. */
export function drawLegend(rooms: readonly Room[]): string {
  const openings = new Set(
    rooms.flatMap(({ walls = [] }) => walls.flatMap((wall) => (wall.openings ?? []).map(signOf))),
  );
  const signs = [
    ...(openings.has('door') ? [DOOR] : []),
    ...(openings.has('gate') ? [GATE] : []),
    ...(openings.has('window') ? [WINDOW] : []),
    ...(openings.has('opening') ? [OPENING] : []),
    ...(rooms.some(({ zones }) => zones?.length) ? [ZONE] : []),
    ...(rooms.some(({ containers }) => containers?.length) ? [CONTAINER] : []),
    ...(rooms.some(({ containers = [] }) => hangs(containers)) ? [HANGING] : []),
  ];
  let x = 0;
  const parts = signs.map(({ name, markup }) => {
    const group = tag(
      'g',
      { transform: `translate(${x.toFixed(1)} 0)` },
      markup + text(name, { x: SIGN_PX + 5, y: 11, 'font-size': LABEL_PX, fill: PALETTE.faint, stroke: 'none' }),
    );
    x += SIGN_PX + 5 + textWidth(name, LABEL_PX) + 18;
    return group;
  });
  return parts.join('');
}

function signOf({ kind = 'opening', w_mm }: Opening): 'gate' | NonNullable<Opening['kind']> {
  return kind === 'door' && w_mm >= GATE_MM ? 'gate' : kind;
}

const hangs = (containers: readonly Container[]): boolean =>
  containers.some((container) => container.wall_mounted === true || hangs(container.containers ?? []));

const sign = { x: 1, y: 2, w: SIGN_PX - 4, h: 11 };
const line = { stroke: PALETTE.ink, 'stroke-width': 0.9, fill: 'none' };
const DOOR: Sign = {
  name: 'Door',
  markup:
    tag('path', { ...line, d: 'M6 14V2', 'stroke-width': 1.5 }) +
    tag('path', { ...line, d: 'M6 2A12 12 0 0 1 18 14', stroke: PALETTE.faint }) +
    tag('path', { ...line, 'stroke-width': 3, d: 'M0 14H5M19 14H24' }),
};
const GATE: Sign = {
  name: 'Gate',
  markup: tag('path', { ...line, 'stroke-width': 0.7, 'stroke-dasharray': '3 2.5', d: 'M1 5H21M1 8H21M1 11H21' }),
};
const WINDOW: Sign = {
  name: 'Window',
  markup: tag('path', { ...line, fill: PALETTE.glass, d: 'M1 5H21V11H1ZM1 8H21' }),
};
const OPENING: Sign = {
  name: 'Opening',
  markup: tag('path', { ...line, 'stroke-dasharray': '3 2.5', d: 'M1 6H21M1 10H21' }),
};
const ZONE: Sign = {
  name: 'Zone',
  markup: rectangle(sign, {
    fill: ZONE_COLOURS[0],
    'fill-opacity': 0.12,
    stroke: ZONE_COLOURS[0],
    'stroke-dasharray': '4 3',
  }),
};
const CONTAINER: Sign = {
  name: 'Container',
  markup: rectangle(sign, { fill: CONTAINER_FILLS[0], stroke: PALETTE.container }),
};
const HANGING: Sign = {
  name: 'On the wall',
  markup: rectangle(sign, { fill: HANGING_FILL, stroke: PALETTE.hanging, 'stroke-dasharray': '4 2.5' }),
};
