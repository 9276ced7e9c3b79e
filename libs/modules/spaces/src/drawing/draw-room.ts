import type { Unit } from '../floorplan/floorplan.js';
import { drawContainers, type ContainerDrawing } from './draw-containers.js';
import { drawWalls } from './draw-walls.js';
import { drawZones } from './draw-zones.js';
import { formatSize } from './format-length.js';
import { isHighlighted, type Highlight } from './highlight.js';
import { PALETTE } from './palette.js';
import { roomOutline } from './room-outline.js';
import { ROOM_NAME_PX, slotWidth, type PlacedRoom } from './sheet-layout.js';
import { group, escapeXml, polyline, px, rectangle, tag, text, type Box } from './svg.js';
import { shorten, textWidth } from './text-width.js';

const SIZE_PX = 10;
const SPACE_PX = 8;
const RING_PX = 44;
const LARGEST_RINGED_PX = 60;

export interface RoomStyle {
  readonly scale: number;
  readonly unit: Unit;
  readonly highlight: Highlight;
}

/** A room from above: floor, zones, containers, walls, and names on top. */
export function drawRoom({ room, index, x, y }: PlacedRoom, style: RoomStyle): string {
  const { scale, highlight } = style;
  const path = `/rooms/${index}`;
  const { floor, walls, isOutlined } = roomOutline(room);
  const isWanted = isHighlighted(highlight, path);
  const outline = `${polyline(floor.map((point) => ({ x: point.x * scale, y: point.y * scale })))}Z`;
  const containers = room.containers ?? [];
  const zones = drawZones(room.zones ?? [], { path: `${path}/zones`, scale, highlight, containers });
  const drawing: ContainerDrawing = { shapes: [], labels: [], marks: [] };
  drawContainers(containers, { path: `${path}/containers`, scale, highlight, depth: 0, drawing });
  const parts = [
    tag('path', {
      d: outline,
      fill: isWanted ? PALETTE.accentFill : PALETTE.floor,
      ...(isOutlined ? {} : { stroke: PALETTE.hair, 'stroke-width': 1 }),
    }),
    zones.shapes,
    group({ stroke: PALETTE.container, 'stroke-width': 0.9 }, drawing.shapes),
    drawWalls(walls, { scale, centre: { x: room.w_mm / 2, y: room.d_mm / 2 } }),
    zones.labels,
    group({ fill: PALETTE.ink }, drawing.labels),
    ...drawing.marks.map(ringAround),
    drawHeading({ room, index, x, y }, style),
  ];
  return tag('g', { transform: `translate(${px(x)} ${px(y)})` }, parts.join(''));
}

/** The name and the size above the room, side by side if there is enough space. */
function drawHeading({ room, index }: PlacedRoom, { scale, unit, highlight }: RoomStyle): string {
  const width = slotWidth(room, scale);
  const name = shorten(room.name, width, { sizePx: ROOM_NAME_PX });
  const size = formatSize(room.w_mm, room.d_mm, unit);
  const isBeside = textWidth(name, ROOM_NAME_PX) + SPACE_PX + textWidth(size, SIZE_PX) <= width;
  const colour = isHighlighted(highlight, `/rooms/${index}`) ? PALETTE.accent : PALETTE.ink;
  const style = { 'font-size': ROOM_NAME_PX, 'font-weight': 650, fill: colour };
  const sizeStyle = { 'font-size': SIZE_PX, 'font-weight': 400, fill: PALETTE.faint };
  // In one text element the size follows the name, whatever the width of the font.
  if (isBeside)
    return tag(
      'text',
      { y: -10, ...style },
      escapeXml(name) + tag('tspan', { dx: SPACE_PX, ...sizeStyle }, escapeXml(size)),
    );
  return text(name, { y: -22, ...style }) + text(shorten(size, width, { sizePx: SIZE_PX }), { y: -10, ...sizeStyle });
}

/**
 * A double frame around the highlighted object. A small object gets a ring too, because it is hard to see in a
 * large hall.
 */
function ringAround({ x, y, w, h }: Box): string {
  const style = { fill: 'none', stroke: PALETTE.accent };
  const frame = (by: number) => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by });
  const frames = [
    rectangle(frame(4), { ...style, rx: 5, 'stroke-width': 2.5 }),
    rectangle(frame(9), { ...style, rx: 9, 'stroke-width': 1.2, 'stroke-opacity': 0.5 }),
  ];
  if (Math.hypot(w, h) > LARGEST_RINGED_PX) return frames.join('');
  const centre = { cx: x + w / 2, cy: y + h / 2, r: RING_PX };
  return frames.join('') + tag('circle', { ...style, ...centre, 'stroke-width': 2.5 });
}
