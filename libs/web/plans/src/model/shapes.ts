import type { PlacedRoom, Sheet } from './layout.js';
import type { Box, Container, Point, Room, Wall } from './plan.js';
import { roomPointer } from './pointer.js';

/** A rectangle of a room, in its coordinates. */
export interface Shape {
  /** Within the room: `/containers/3`. */
  readonly pointer: string;
  readonly type: 'zone' | 'container';
  readonly name: string;
  readonly box: Box;
  /** How many containers it is in. */
  readonly depth: number;
  readonly hangs: boolean;
  /** Others are drawn in it. */
  readonly isFilled: boolean;
}

const ofRooms = new WeakMap<Room, readonly Shape[]>();

/** The rectangles of a room, those that cover others later. */
export function shapesOf(room: Room): readonly Shape[] {
  const known = ofRooms.get(room);
  if (known) return known;
  const shapes: Shape[] = (room.zones ?? []).map((zone, index) => ({
    ...{ pointer: `/zones/${index}`, type: 'zone', name: zone.name, box: zone, depth: 0, hangs: false, isFilled: true },
  }));
  const visit = (containers: readonly Container[], list: string, depth: number) => {
    for (const [index, container] of containers.entries()) {
      const pointer = `${list}/${index}`;
      const { name, wall_mounted: hangs = false, containers: inner = [] } = container;
      shapes.push({ pointer, type: 'container', name, box: container, depth, hangs, isFilled: inner.length > 0 });
      if (container.containers) visit(container.containers, `${pointer}/containers`, depth + 1);
    }
  };
  visit(room.containers ?? [], '/containers', 0);
  ofRooms.set(room, shapes);
  return shapes;
}

/** A stretch of the sheet, in millimetres. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface VisibleRoom {
  readonly placed: PlacedRoom;
  /** Drawn one by one. */
  readonly shapes: readonly Shape[];
  /** Too small or too many to be told apart: drawn as one path. */
  readonly specks: readonly Shape[];
}

/** Rectangles that are drawn one by one; of more, the larger ones. */
export const MOST_SHAPES = 1_200;
const LEAST_PX = 3;

/** What of the sheet is in a region, at a scale of so many pixels a millimetre. */
export function visibleIn({ rooms }: Sheet, region: Region, scale: number): readonly VisibleRoom[] {
  const seen = rooms
    .filter(({ x, y, room }) => touches({ x_mm: x, y_mm: y, w_mm: room.w_mm, d_mm: room.d_mm }, region))
    .map((placed) => {
      const { left, top, right, bottom } = region;
      const own = { left: left - placed.x, right: right - placed.x, top: top - placed.y, bottom: bottom - placed.y };
      return { placed, shapes: shapesOf(placed.room).filter(({ box }) => touches(box, own)) };
    });
  const sizes = seen.flatMap(({ shapes }) => shapes.map(({ box }) => sizeOf(box)));
  // All of one size are drawn in the same way.
  const beyond = sizes.length > MOST_SHAPES ? nthLargest(sizes, MOST_SHAPES + 1) : 0;
  const isDrawn = ({ box }: Shape) => sizeOf(box) >= LEAST_PX / scale && sizeOf(box) > beyond;
  return seen.map(({ placed, shapes }) => ({
    placed,
    shapes: shapes.filter(isDrawn),
    specks: shapes.filter((shape) => !isDrawn(shape)),
  }));
}

const sizeOf = ({ w_mm, d_mm }: Box) => Math.min(w_mm, d_mm);

function nthLargest(sizes: readonly number[], n: number): number {
  return sizes.toSorted((a, b) => b - a)[n - 1] ?? 0;
}

function touches({ x_mm: x, y_mm: y, w_mm: w, d_mm: d }: Box, { left, top, right, bottom }: Region): boolean {
  return x <= right && x + w >= left && y <= bottom && y + d >= top;
}

/** What is under a point of the sheet, the uppermost first; `reach` is how near to a line counts, in millimetres. */
export function hitAt(sheet: Sheet, point: Point, reach: number): string | null {
  for (const { index, room, x, y } of sheet.rooms) {
    const at = { x: point.x - x, y: point.y - y };
    const floor = { x_mm: 0, y_mm: 0, w_mm: room.w_mm, d_mm: room.d_mm };
    const shape = shapesOf(room).findLast(({ box }) => contains(box, at));
    if (shape?.type === 'container') return roomPointer(index) + shape.pointer;
    const line = lineAt(room, at, reach);
    if (line !== undefined) return roomPointer(index) + line;
    if (shape) return roomPointer(index) + shape.pointer;
    if (contains(floor, at)) return roomPointer(index);
  }
  return null;
}

function contains({ x_mm, y_mm, w_mm, d_mm }: Box, { x, y }: Point): boolean {
  return x >= x_mm && y >= y_mm && x <= x_mm + w_mm && y <= y_mm + d_mm;
}

/** A wall of the room within reach, or an opening in it. */
function lineAt(room: Room, at: Point, reach: number): string | undefined {
  for (const [index, wall] of (room.walls ?? []).entries()) {
    const { distance, along } = alongWall(wall, at);
    if (distance > reach) continue;
    const opening = (wall.openings ?? []).findIndex(({ at_mm, w_mm }) => along >= at_mm && along <= at_mm + w_mm);
    return opening < 0 ? `/walls/${index}` : `/walls/${index}/openings/${opening}`;
  }
  return undefined;
}

/** How far a point is from a wall, and how far from its first end the nearest point of the wall is. */
export function alongWall(
  { x1, y1, x2, y2 }: Wall,
  { x, y }: Point,
): { readonly distance: number; readonly along: number } {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return { distance: Math.hypot(x - x1, y - y1), along: 0 };
  const dot = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length;
  const along = Math.max(0, Math.min(length, dot));
  const nearest = { x: x1 + ((x2 - x1) * along) / length, y: y1 + ((y2 - y1) * along) / length };
  return { distance: Math.hypot(x - nearest.x, y - nearest.y), along };
}
