import type { Container } from '../floorplan/floorplan.js';
import { overlappingAreas } from '../floorplan/overlapping-areas.js';
import { boxLabel } from './fit-label.js';
import { isHighlighted, type Highlight } from './highlight.js';
import { CONTAINER_FILLS, HALO, HANGING_FILL, PALETTE } from './palette.js';
import { escapeXml, px, rectangle, tag, text, type Attributes, type Box } from './svg.js';
import { shorten } from './text-width.js';

/** What is inside a container is drawn this much smaller on each side, so that both edges are visible. */
const INSET_PX = 2;
const SMALLEST_PX = 1.2;
/** Minimum height of a free strip for a name. */
const STRIP_PX = 10;
/** Above this number of overlaps, no place can be found for every name. */
const MOST_PAIRS = 20_000;
const LABEL = { largestPx: 12, smallestPx: 6.5 };

export interface ContainerDrawing {
  readonly shapes: string[];
  /** Drawn over all shapes, so that no shape covers a name. */
  readonly labels: string[];
  readonly marks: Box[];
}

interface Within {
  readonly path: string;
  readonly scale: number;
  readonly highlight: Highlight;
  readonly depth: number;
  readonly drawing: ContainerDrawing;
}

/**
 * Containers from above, with their contents. Containers exactly above each other are one shape with the name of
 * the first.
 */
export function drawContainers(containers: readonly Container[], within: Within): void {
  const stacks = Map.groupBy(
    containers.map((container, index) => ({ container, pointer: `${within.path}/${index}` })),
    ({ container: { x_mm, y_mm, w_mm, d_mm } }) => `${x_mm} ${y_mm} ${w_mm} ${d_mm}`,
  );
  const shapes = [...stacks.values()];
  const covers = coversOf(shapes.flatMap(([first]) => (first ? [first.container] : [])));
  for (const [index, stack] of shapes.entries()) drawStack(stack, covers.get(index) ?? [], within);
}

/** For each container, the later ones that overlap it: its name must not be under them. */
function coversOf(containers: readonly Container[]): ReadonlyMap<number, readonly Container[]> {
  const covers = new Map<number, Container[]>();
  let pairs = 0;
  const areas = containers.map((area, index) => ({ area, index }));
  for (const { index, other } of overlappingAreas(areas, () => pairs >= MOST_PAIRS)) {
    pairs += 1;
    const later = containers[index];
    if (!later) continue;
    const known = covers.get(other);
    if (known) known.push(later);
    else covers.set(other, [later]);
  }
  return covers;
}

interface Pointed {
  readonly container: Container;
  readonly pointer: string;
}

function drawStack(stack: readonly Pointed[], covers: readonly Container[], within: Within): void {
  const { scale, depth, highlight, drawing } = within;
  const wanted = stack.find(({ pointer }) => isHighlighted(highlight, pointer));
  const shown = wanted ?? stack[0];
  if (!shown) return;
  const { container } = shown;
  const box = boxOf(container, scale, depth);
  const names = stack.map((each) => each.container.name);
  const style = wanted
    ? { fill: PALETTE.accentFill, stroke: PALETTE.accent, 'stroke-width': 2 }
    : container.wall_mounted === true
      ? { fill: HANGING_FILL, stroke: PALETTE.hanging, 'stroke-dasharray': '4 2.5' }
      : { fill: CONTAINER_FILLS[Math.min(depth, CONTAINER_FILLS.length - 1)] };
  const isRounded = Math.min(box.w, box.h) > 12;
  drawing.shapes.push(
    rectangle(box, { ...style, rx: isRounded ? 1.5 : undefined }, tag('title', {}, escapeXml(names.join('\n')))),
  );
  if (wanted) drawing.marks.push(box);
  for (const { container: each, pointer } of stack)
    drawContainers(each.containers ?? [], { ...within, path: `${pointer}/containers`, depth: depth + 1 });
  const more = stack.length > 1 ? ` +${stack.length - 1}` : '';
  const nested = stack
    .flatMap(({ container: each }) => each.containers ?? [])
    .map((each) => boxOf(each, scale, depth + 1));
  const inside = [...nested, ...covers.map((each) => clip(boxOf(each, scale, depth), box))];
  drawing.labels.push(labelOf(`${container.name}${more}`, { box, inside, depth, isWanted: wanted !== undefined }));
}

function boxOf({ x_mm, y_mm, w_mm, d_mm }: Container, scale: number, depth: number): Box {
  const whole = { x: x_mm * scale, y: y_mm * scale, w: w_mm * scale, h: d_mm * scale };
  const inset = Math.min(depth * INSET_PX, (whole.w - SMALLEST_PX) / 2, (whole.h - SMALLEST_PX) / 2);
  const by = Math.max(inset, 0);
  return {
    x: whole.x + by,
    y: whole.y + by,
    w: Math.max(whole.w - 2 * by, SMALLEST_PX),
    h: Math.max(whole.h - 2 * by, SMALLEST_PX),
  };
}

function clip(box: Box, to: Box): Box {
  const [x, y] = [Math.max(box.x, to.x), Math.max(box.y, to.y)];
  return { x, y, w: Math.min(box.x + box.w, to.x + to.w) - x, h: Math.min(box.y + box.h, to.y + to.h) - y };
}

interface Labelled {
  readonly box: Box;
  readonly inside: readonly Box[];
  readonly depth: number;
  readonly isWanted: boolean;
}

/** In the container; beside its contents if there is a free strip; otherwise above it, over the floor only. */
function labelOf(name: string, { box, inside, depth, isWanted }: Labelled): string {
  const attributes = isWanted ? { fill: PALETTE.accent, 'font-weight': 700 } : {};
  // Names of the contents of one rack often begin alike, so the end distinguishes them.
  const keep = depth === 0 ? 'start' : 'end';
  const free = inside.length === 0 ? box : widestStrip(box, inside);
  const label = free ? boxLabel(name, free, { ...LABEL, keep, attributes }) : '';
  if (label !== '' || (depth > 0 && !isWanted)) return label;
  return nameBeside(name, isWanted ? framed(box) : box, attributes);
}

/** The frame around the highlighted object. */
const FRAME_PX = 10;

function framed({ x, y, w, h }: Box): Box {
  return { x: x - FRAME_PX, y: y - FRAME_PX, w: w + 2 * FRAME_PX, h: h + 2 * FRAME_PX };
}

const BESIDE_PX = 8.5;
/** The width of the wall and a line of text. Closer to the edge of the room, a name goes to the other side. */
const BESIDE_ROOM_PX = 16;

function nameBeside(name: string, box: Box, attributes: Attributes): string {
  const isUpright = box.h > box.w * 2.5;
  const short = shorten(name, isUpright ? box.h : box.w, { sizePx: BESIDE_PX });
  const style = { 'font-size': BESIDE_PX, 'font-weight': 600, ...HALO, ...attributes };
  if (short === '') return '';
  if (!isUpright)
    return text(short, { x: box.x, y: box.y < BESIDE_ROOM_PX ? box.y + box.h + 10 : box.y - 3, ...style });
  const [x, y] = [box.x < BESIDE_ROOM_PX ? box.x + box.w + 10 : box.x - 3, box.y + box.h];
  return text(short, { x, y, transform: `rotate(-90 ${px(x)} ${px(y)})`, ...style });
}

function widestStrip(box: Box, inside: readonly Box[]): Box | null {
  const left = Math.min(...inside.map(({ x }) => x)) - box.x;
  const top = Math.min(...inside.map(({ y }) => y)) - box.y;
  const right = box.x + box.w - Math.max(...inside.map(({ x, w }) => x + w));
  const bottom = box.y + box.h - Math.max(...inside.map(({ y, h }) => y + h));
  const strips = [
    { x: box.x, y: box.y, w: box.w, h: top },
    { x: box.x, y: box.y + box.h - bottom, w: box.w, h: bottom },
    { x: box.x, y: box.y, w: left, h: box.h },
    { x: box.x + box.w - right, y: box.y, w: right, h: box.h },
  ].filter(({ w, h }) => Math.min(w, h) >= STRIP_PX);
  return strips.toSorted((a, b) => b.w * b.h - a.w * a.h)[0] ?? null;
}
