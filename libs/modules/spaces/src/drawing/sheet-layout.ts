import type { Room } from '../floorplan/floorplan.js';
import { textWidth } from './text-width.js';

/** A room of a document with its index. */
export interface IndexedRoom {
  readonly room: Room;
  readonly index: number;
}

export interface PlacedRoom extends IndexedRoom {
  /** Its top-left corner, below its name. */
  readonly x: number;
  readonly y: number;
}

export interface LevelLayout {
  readonly rooms: readonly PlacedRoom[];
  readonly width: number;
  readonly height: number;
}

export const ROOM_NAME_PX = 13;
const ROOM_HEADING_PX = 38;
const GAP_PX = 40;
const NARROWEST_SLOT_PX = 110;
const WIDEST_NAME_PX = 260;
const LARGEST_SIDE_PX = 2_200;
const LARGEST_SHEET_PX = 5_000;
/** Ratio of width to height of a level, as on a landscape page. */
const LANDSCAPE = 1.9;
/** With more rooms, the order of depths is used, which leaves fewer gaps in the rows. */
const MANY_ROOMS = 12;

/** Pixels per millimetre: one scale for the whole sheet, so that rooms can be compared. */
export function chooseScale(rooms: readonly Room[]): number {
  const sizes = rooms.map(({ w_mm, d_mm }) => Math.sqrt(w_mm) * Math.sqrt(d_mm)).toSorted((a, b) => a - b);
  const median = sizes[Math.floor(sizes.length / 2)] ?? 1;
  const longest = rooms.reduce((most, { w_mm, d_mm }) => Math.max(most, w_mm, d_mm), 0);
  const whole = Math.hypot(...sizes);
  return Math.min(typicalRoomPx(rooms.length) / median, LARGEST_SIDE_PX / longest, LARGEST_SHEET_PX / whole);
}

function typicalRoomPx(count: number): number {
  if (count === 1) return 1_150;
  if (count <= 4) return 560;
  if (count <= MANY_ROOMS) return 400;
  return count <= 60 ? 260 : 170;
}

/**
 * The width of rows on all levels: at least that of the widest room, and such that the largest level has the ratio
 * of a landscape page.
 */
export function rowWidth(levels: readonly (readonly IndexedRoom[])[], scale: number): number {
  const widest = levels.flat().reduce((most, { room }) => Math.max(most, slotWidth(room, scale)), 0);
  const areas = levels.map((rooms) =>
    rooms.reduce(
      (sum, { room }) => sum + (slotWidth(room, scale) + GAP_PX) * (room.d_mm * scale + ROOM_HEADING_PX + GAP_PX),
      0,
    ),
  );
  return Math.max(widest, Math.sqrt(Math.max(...areas) * LANDSCAPE));
}

/** Rooms have no common coordinates, so they are laid out in rows, in their own order. */
export function layOutLevel(
  rooms: readonly IndexedRoom[],
  { scale, widthPx: limit }: { readonly scale: number; readonly widthPx: number },
): LevelLayout {
  const ordered = rooms.length > MANY_ROOMS ? rooms.toSorted((a, b) => b.room.d_mm - a.room.d_mm) : rooms;
  const slots = ordered.map((indexed) => ({
    indexed,
    w: slotWidth(indexed.room, scale),
    h: indexed.room.d_mm * scale,
  }));
  const placed: PlacedRoom[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const { indexed, w, h } of slots) {
    if (x > 0 && x + w > limit) [x, y, rowHeight] = [0, y + rowHeight + ROOM_HEADING_PX + GAP_PX, 0];
    placed.push({ ...indexed, x, y: y + ROOM_HEADING_PX });
    rowHeight = Math.max(rowHeight, h);
    width = Math.max(width, x + w);
    x += w + GAP_PX;
  }
  return { rooms: placed, width, height: y + ROOM_HEADING_PX + rowHeight };
}

export function slotWidth({ name, w_mm }: Room, scale: number): number {
  const named = Math.min(textWidth(name, ROOM_NAME_PX), WIDEST_NAME_PX);
  return Math.max(w_mm * scale, named, NARROWEST_SLOT_PX);
}
