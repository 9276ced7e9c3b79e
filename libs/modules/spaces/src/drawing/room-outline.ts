import type { Opening, Room, Wall } from '../floorplan/floorplan.js';
import type { Point } from './svg.js';

/** A straight piece of wall with its openings, in millimetres of its room. */
export interface WallRun {
  readonly from: Point;
  readonly to: Point;
  readonly openings: readonly Opening[];
}

export interface RoomOutline {
  /** The edge of the floor: the rectangle of the room, or the ring of its walls. */
  readonly floor: readonly Point[];
  readonly walls: readonly WallRun[];
  /** The walls follow the whole edge of the floor. */
  readonly isOutlined: boolean;
}

/** Points within this distance count as the same. */
const NEAR_MM = 60;
const FEWEST_SIDES = 3;
/** A fraction of the perimeter of the room. */
const HARDLY = 0.2;

/**
 * The walls to draw. Walls that form a ring of the size of the room are its outline. Otherwise the rectangle is,
 * with the openings of the walls along its edges.
 */
export function roomOutline(room: Room): RoomOutline {
  const walls = room.walls ?? [];
  const near = Math.min(NEAR_MM, room.w_mm / 50, room.d_mm / 50);
  const ring = ringOf(walls, room, near);
  if (ring) return { floor: ring, walls: walls.map(runOf), isOutlined: true };
  const corners = rectangleOf(room);
  const edges = corners.map((from, index): Edge => ({
    from,
    to: corners[(index + 1) % corners.length] ?? from,
    openings: [],
  }));
  const inner: WallRun[] = [];
  for (const wall of walls) {
    const edge = edges.find((candidate) => isAlong(wall, candidate, near));
    if (edge) edge.openings.push(...(wall.openings ?? []).map((opening) => ontoEdge(opening, wall, edge)));
    else inner.push(runOf(wall));
  }
  // A building at an angle: its walls touch every edge of the rectangle but follow almost none.
  const followed = lengthOf(walls.map(runOf)) - lengthOf(inner);
  if (followed < HARDLY * lengthOf(edges) && reachesAllEdges(walls.map(runOf), room, near))
    return { floor: corners, walls: walls.map(runOf), isOutlined: false };
  return { floor: corners, walls: [...edges, ...inner], isOutlined: true };
}

function lengthOf(runs: readonly WallRun[]): number {
  return runs.reduce((sum, { from, to }) => sum + Math.hypot(to.x - from.x, to.y - from.y), 0);
}

interface Edge extends WallRun {
  readonly openings: Opening[];
}

function rectangleOf({ w_mm: w, d_mm: d }: Room): readonly Point[] {
  return [
    { x: 0, y: 0 },
    { x: w, y: 0 },
    { x: w, y: d },
    { x: 0, y: d },
  ];
}

function runOf({ x1, y1, x2, y2, openings = [] }: Wall): WallRun {
  return { from: { x: x1, y: y1 }, to: { x: x2, y: y2 }, openings };
}

function isAlong({ x1, y1, x2, y2 }: Wall, { from, to }: WallRun, near: number): boolean {
  const isLevel = from.y === to.y;
  const [a, b, line] = isLevel ? [y1, y2, from.y] : [x1, x2, from.x];
  const [start, end] = isLevel ? [x1, x2] : [y1, y2];
  const [low, high] = isLevel
    ? [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    : [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const isOnLine = Math.abs(a - line) <= near && Math.abs(b - line) <= near;
  return isOnLine && [start, end].every((value) => value >= low - near && value <= high + near);
}

/** Measured from the first end of the edge instead of that of the wall. */
function ontoEdge(opening: Opening, { x1, y1, x2, y2 }: Wall, { from, to }: WallRun): Opening {
  const sign = from.y === to.y ? Math.sign(to.x - from.x) : Math.sign(to.y - from.y);
  const along = (x: number, y: number) => (from.y === to.y ? (x - from.x) * sign : (y - from.y) * sign);
  const start = along(x1, y1);
  const isForward = along(x2, y2) >= start;
  return { ...opening, at_mm: isForward ? start + opening.at_mm : start - opening.at_mm - opening.w_mm };
}

/** The corners of the walls in order, if they form a ring. */
function ringOf(walls: readonly Wall[], { w_mm: w, d_mm: d }: Room, near: number): readonly Point[] | null {
  const [first, ...rest] = walls;
  if (!first || walls.length < FEWEST_SIDES) return null;
  const points = [{ x: first.x1, y: first.y1 }];
  let at = { x: first.x2, y: first.y2 };
  const isSame = (a: Point, b: Point) => Math.abs(a.x - b.x) <= near && Math.abs(a.y - b.y) <= near;
  for (const { x1, y1, x2, y2 } of rest) {
    const [start, end] = [
      { x: x1, y: y1 },
      { x: x2, y: y2 },
    ];
    if (!isSame(start, at) && !isSame(end, at)) return null;
    points.push(at);
    at = isSame(start, at) ? end : start;
  }
  if (!isSame(at, points[0] ?? at)) return null;
  return reachesAllEdges(walls.map(runOf), { w_mm: w, d_mm: d }, near) ? points : null;
}

function reachesAllEdges(
  walls: readonly WallRun[],
  { w_mm: w, d_mm: d }: Pick<Room, 'w_mm' | 'd_mm'>,
  near: number,
): boolean {
  const ends = walls.flatMap(({ from, to }) => [from, to]);
  const isNear = (value: number, edge: number) => Math.abs(value - edge) <= near;
  const sides = [
    ({ x }: Point) => isNear(x, 0),
    ({ x }: Point) => isNear(x, w),
    ({ y }: Point) => isNear(y, 0),
    ({ y }: Point) => isNear(y, d),
  ];
  return walls.length >= FEWEST_SIDES && sides.every((isAt) => ends.some(isAt));
}
