import type { Plan, Point, Room } from './plan.js';

/** A room on the sheet. Rooms have no common coordinates, so they stand beside each other, level by level. */
export interface PlacedRoom {
  readonly index: number;
  readonly room: Room;
  /** Its top-left corner on the sheet, in millimetres. */
  readonly x: number;
  readonly y: number;
}

export interface PlacedLevel {
  readonly name: string | undefined;
  readonly y: number;
  readonly rooms: readonly PlacedRoom[];
}

export interface Sheet {
  readonly levels: readonly PlacedLevel[];
  readonly rooms: readonly PlacedRoom[];
  readonly width: number;
  readonly height: number;
  /** Where the next room of the last level would stand. */
  readonly next: Point;
}

/** Ratio of width to height, as on a landscape page. */
const LANDSCAPE = 1.9;
const LEAST_GAP_MM = 600;
const GAP_OF_ROOM = 0.14;
const LEAST_SHEET_MM = 12_000;

export function levelsOf({ rooms }: Plan): ReadonlyMap<string | undefined, readonly (readonly [number, Room])[]> {
  return Map.groupBy([...rooms.entries()], ([, { level }]) => level);
}

/** Space between rooms, which also has their names. */
export function gapOf({ rooms }: Plan): number {
  const longest = rooms.reduce((most, { w_mm, d_mm }) => Math.max(most, w_mm, d_mm), 0);
  return Math.max(LEAST_GAP_MM, longest * GAP_OF_ROOM);
}

/**
 * The width of rows: a power of two, so that rooms seldom change their row while one is drawn or resized.
 */
function rowWidth({ rooms }: Plan, gap: number): number {
  const area = rooms.reduce((sum, { w_mm, d_mm }) => sum + (w_mm + gap) * (d_mm + gap), 0);
  return 2 ** Math.ceil(Math.log2(Math.max(LEAST_SHEET_MM, Math.sqrt(area * LANDSCAPE))));
}

export function layOut(plan: Plan): Sheet {
  const gap = gapOf(plan);
  const limit = rowWidth(plan, gap);
  const levels: PlacedLevel[] = [];
  let [top, width] = [0, 0];
  let next: Point = { x: 0, y: 0 };
  for (const [name, entries] of levelsOf(plan)) {
    const rooms: PlacedRoom[] = [];
    let [x, y, depth] = [0, top, 0];
    for (const [index, room] of entries) {
      if (x > 0 && x + room.w_mm > limit) [x, y, depth] = [0, y + depth + gap, 0];
      rooms.push({ index, room, x, y });
      depth = Math.max(depth, room.d_mm);
      width = Math.max(width, x + room.w_mm);
      x += room.w_mm + gap;
    }
    next = { x, y };
    levels.push({ name, y: top, rooms });
    top = y + depth + 2 * gap;
  }
  const rooms = levels.flatMap((level) => level.rooms).toSorted((a, b) => a.index - b.index);
  return { levels, rooms, width, height: Math.max(0, top - 2 * gap), next };
}

/** The room under a point of the sheet. */
export function roomAt({ rooms }: Sheet, { x, y }: Point): PlacedRoom | undefined {
  return rooms.find((each) => {
    const [dx, dy] = [x - each.x, y - each.y];
    return dx >= 0 && dy >= 0 && dx <= each.room.w_mm && dy <= each.room.d_mm;
  });
}
