import {
  addEdgeOpening,
  addNamed,
  addOpening,
  addRoom,
  addWall,
  type Edge,
  type Edit,
  edgeWall,
  EDGES,
  LEAST_MM,
  moveNode,
  moveToRoom,
  patchNode,
  resizeNode,
  resizeRoom,
  wallLength,
} from './edit-plan.js';
import { layOut, type PlacedRoom, roomAt, type Sheet } from './layout.js';
import { freePattern } from './names.js';
import type { Box, Container, Plan, Point } from './plan.js';
import { nodeAt, parentOf, roomOf, roomPointer } from './pointer.js';
import { isInside } from './problems.js';
import { addRow, type Row, usualCount } from './rows.js';
import { alongWall, shapesOf } from './shapes.js';
import { boxBetween, snapBox, type SnapOptions, snapPoint, straighten, toGrid } from './snap.js';

export const TOOLS = ['select', 'room', 'wall', 'door', 'zone', 'container', 'row'] as const;
export type Tool = (typeof TOOLS)[number];

/** Sides that a handle moves: `left`, `right`, `top`, `bottom`, or the end of a wall. */
export type Handle = `${'' | 'top' | 'bottom'}${'' | 'left' | 'right'}` | 'first' | 'last';

export interface Snapping {
  readonly grid: number;
  /** How far edges attract, in millimetres. */
  readonly reach: number;
}

/** What was begun on the drawing. Points are on the sheet. */
export type Gesture =
  | { readonly type: 'move'; readonly pointer: string; readonly from: Point }
  | { readonly type: 'resize'; readonly pointer: string; readonly handle: Handle }
  | { readonly type: 'draw'; readonly tool: Exclude<Tool, 'select' | 'door'>; readonly from: Point };

/** What a gesture has made; `row` if it drew one. */
export interface Gestured extends Edit {
  readonly row?: DrawnRow;
}

/** A row that was just drawn: its number of containers and its names can still be changed. */
export interface DrawnRow {
  /** The element whose containers they are. */
  readonly inside: string;
  readonly first: string;
  readonly row: Row;
}

/** Where a gesture has come to. */
export interface GestureEnd {
  readonly to: Point;
  readonly snapping: Snapping;
}

/** The plan after a gesture. Null if it makes nothing. */
export function gestured(plan: Plan, gesture: Gesture, end: GestureEnd): Gestured | null {
  const towards = { ...end, sheet: layOut(plan) };
  switch (gesture.type) {
    case 'move':
      return moved(plan, gesture, towards);
    case 'resize':
      return resized(plan, gesture, towards);
    case 'draw':
      return drawn(plan, gesture, towards);
  }
}

interface Towards extends GestureEnd {
  readonly sheet: Sheet;
}

type Of<Type extends Gesture['type']> = Extract<Gesture, { readonly type: Type }>;

function moved(plan: Plan, { pointer, from }: Of<'move'>, { to, snapping, sheet }: Towards): Gestured | null {
  const found = nodeAt(plan, pointer);
  const by = { x: to.x - from.x, y: to.y - from.y };
  if (found?.type === 'zone' || found?.type === 'container') {
    const { node } = found;
    const home = sheet.rooms[roomOf(pointer)];
    const [x, y] = [(home?.x ?? 0) + node.x_mm + by.x, (home?.y ?? 0) + node.y_mm + by.y];
    const over = roomAt(sheet, { x: x + node.w_mm / 2, y: y + node.d_mm / 2 });
    if (over && home && over.index !== home.index) {
      const box = snapBox({ ...node, x_mm: x - over.x, y_mm: y - over.y }, options(over, null, snapping));
      return moveToRoom(plan, pointer, { room: over.index, x: box.x_mm, y: box.y_mm });
    }
    const wanted = { ...node, x_mm: node.x_mm + by.x, y_mm: node.y_mm + by.y };
    const box = home ? snapBox(wanted, options(home, pointer, snapping)) : wanted;
    const shift = { x: box.x_mm - node.x_mm, y: box.y_mm - node.y_mm };
    return { plan: shift.x === 0 && shift.y === 0 ? plan : moveNode(plan, pointer, shift), selected: pointer };
  }
  const shift = { x: toGrid(by.x, snapping.grid), y: toGrid(by.y, snapping.grid) };
  return { plan: shift.x === 0 && shift.y === 0 ? plan : moveNode(plan, pointer, shift), selected: pointer };
}

function resized(plan: Plan, { pointer, handle }: Of<'resize'>, { to, snapping, sheet }: Towards): Gestured | null {
  const found = nodeAt(plan, pointer);
  const home = sheet.rooms[roomOf(pointer)];
  if (!found || !home) return null;
  const own = { x: to.x - home.x, y: to.y - home.y };
  if (found.type === 'room') {
    const [x, y] = [toGrid(own.x, snapping.grid), toGrid(own.y, snapping.grid)];
    const { w_mm, d_mm } = found.node;
    const size = { w_mm: handle.endsWith('right') ? x : w_mm, d_mm: handle.startsWith('bottom') ? y : d_mm };
    return { plan: resizeRoom(plan, pointer, size), selected: pointer };
  }
  const at = snapPoint(own, options(home, pointer, snapping));
  if (found.type === 'wall') {
    const { x1, y1, x2, y2 } = found.node;
    const end = straighten(handle === 'first' ? { x: x2, y: y2 } : { x: x1, y: y1 }, at);
    const ends = handle === 'first' ? { x1: end.x, y1: end.y } : { x2: end.x, y2: end.y };
    return { plan: patchNode(plan, pointer, ends), selected: pointer };
  }
  if (found.type !== 'zone' && found.type !== 'container') return null;
  return { plan: resizeNode(plan, pointer, stretched(found.node, handle, at)), selected: pointer };
}

/** A box with the sides of a handle at a point. A side does not pass the one across. */
function stretched({ x_mm, y_mm, w_mm, d_mm }: Box, handle: Handle, at: Point): Box {
  let [left, top, right, bottom] = [x_mm, y_mm, x_mm + w_mm, y_mm + d_mm];
  if (handle.endsWith('left')) left = Math.min(at.x, right - LEAST_MM);
  if (handle.endsWith('right')) right = Math.max(at.x, left + LEAST_MM);
  if (handle.startsWith('top')) top = Math.min(at.y, bottom - LEAST_MM);
  if (handle.startsWith('bottom')) bottom = Math.max(at.y, top + LEAST_MM);
  return { x_mm: left, y_mm: top, w_mm: right - left, d_mm: bottom - top };
}

/** What snaps in a room: its own edges, and those of what is in it but for the element itself. */
function options({ room }: PlacedRoom, pointer: string | null, snapping: Snapping): SnapOptions {
  const floor = { x_mm: 0, y_mm: 0, w_mm: room.w_mm, d_mm: room.d_mm };
  const own = pointer?.replace(/^\/rooms\/\d+/, '');
  const others = shapesOf(room).filter((shape) => own === undefined || !`${shape.pointer}/`.startsWith(`${own}/`));
  return { ...snapping, neighbours: [floor, ...others.map(({ box }) => box)] };
}

/** What a click makes that draws no box. */
const USUAL = {
  room: { w_mm: 5_000, d_mm: 4_000 },
  zone: { w_mm: 1_500, d_mm: 1_000 },
  container: { w_mm: 1_000, d_mm: 500 },
  row: { w_mm: 4_000, d_mm: 500 },
} as const;

function drawn(plan: Plan, { tool, from }: Of<'draw'>, { to, snapping, sheet }: Towards): Gestured | null {
  if (tool === 'room') {
    const { w_mm, d_mm } = boxBetween(from, to);
    const isClick = Math.max(w_mm, d_mm) < snapping.reach;
    const side = (mm: number) => Math.max(snapping.grid, toGrid(mm, snapping.grid));
    const size = isClick ? USUAL.room : { w_mm: side(w_mm), d_mm: side(d_mm) };
    const level = plan.rooms.at(-1)?.level;
    return addRoom(plan, { name: 'Room', ...(level === undefined ? {} : { level }), ...size });
  }
  const home = roomAt(sheet, from);
  if (!home) return null;
  const snap = options(home, null, snapping);
  const start = snapPoint({ x: from.x - home.x, y: from.y - home.y }, snap);
  const inRoom = { x: clamp(to.x - home.x, home.room.w_mm), y: clamp(to.y - home.y, home.room.d_mm) };
  const end = snapPoint(inRoom, snap);
  if (tool === 'wall') {
    const { x, y } = straighten(start, end);
    if (Math.hypot(x - start.x, y - start.y) < LEAST_MM) return null;
    return addWall(plan, home.index, { x1: start.x, y1: start.y, x2: x, y2: y });
  }
  const box = boxBetween(start, end);
  const isClick = Math.hypot(to.x - from.x, to.y - from.y) < snapping.reach;
  if (!isClick && Math.min(box.w_mm, box.d_mm) < LEAST_MM) return null;
  return addBox(plan, { tool, room: home.index, box: isClick ? usualBox(tool, start, home) : box });
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));

/** A box of the usual size that begins at a point and stays in its room. */
function usualBox(tool: 'zone' | 'container' | 'row', at: Point, { room }: PlacedRoom): Box {
  const [w, d] = [Math.min(USUAL[tool].w_mm, room.w_mm), Math.min(USUAL[tool].d_mm, room.d_mm)];
  return { x_mm: clamp(at.x, room.w_mm - w), y_mm: clamp(at.y, room.d_mm - d), w_mm: w, d_mm: d };
}

export interface NewBox {
  readonly tool: 'zone' | 'container' | 'row';
  readonly room: number;
  readonly box: Box;
  /** Of a row. */
  readonly row?: Pick<Row, 'count' | 'gap_mm' | 'names'>;
}

/** Adds a zone, a container, or a row of containers. What is drawn within a container goes into it. */
export function addBox(plan: Plan, { tool, room, box, row: given }: NewBox): Gestured {
  if (tool === 'zone') return addNamed(plan, `${roomPointer(room)}/zones`, [{ name: 'Zone', ...box }]);
  const inside = containerAround(plan, room, box) ?? roomPointer(room);
  if (tool === 'container') return addNamed(plan, `${inside}/containers`, [{ name: 'Rack', ...box }]);
  const row = { box, ...(given ?? { count: usualCount(box), gap_mm: 0, names: freePattern(namesIn(plan, inside)) }) };
  const { plan: next, selected } = addRow(plan, inside, row);
  return { plan: next, selected, row: { inside, first: selected ?? '', row } };
}

/** The names of the containers of a room or a container. */
export function namesIn(plan: Plan, pointer: string): readonly string[] {
  const found = nodeAt(plan, pointer);
  const inner = found?.type === 'room' || found?.type === 'container' ? found.node.containers : undefined;
  return (inner ?? []).map(({ name }) => name);
}

function containerAround(plan: Plan, room: number, box: Box): string | undefined {
  const visit = (containers: readonly Container[], list: string): string | undefined => {
    for (const [index, container] of containers.entries()) {
      const isLarger = container.w_mm * container.d_mm > box.w_mm * box.d_mm;
      if (!isLarger || !isInside(box, container)) continue;
      const pointer = `${list}/${index}`;
      return visit(container.containers ?? [], `${pointer}/containers`) ?? pointer;
    }
    return undefined;
  };
  return visit(plan.rooms[room]?.containers ?? [], `${roomPointer(room)}/containers`);
}

export const DOOR_MM = 900;

/** A door in the wall, or in the edge of a room, that is nearest to a point. Null if none is within reach. */
export function addDoorAt(plan: Plan, point: Point, reach: number): Edit | null {
  const sheet = layOut(plan);
  let best: { readonly distance: number; readonly add: () => Edit } | null = null;
  for (const { index, room, x, y } of sheet.rooms) {
    const at = { x: point.x - x, y: point.y - y };
    const door = (length: number, along: number) => {
      const width = Math.min(DOOR_MM, Math.round(length));
      return { kind: 'door' as const, at_mm: Math.round(clamp(along - width / 2, length - width)), w_mm: width };
    };
    for (const [number, wall] of (room.walls ?? []).entries()) {
      const { distance, along } = alongWall(wall, at);
      if (distance > reach || (best && distance >= best.distance)) continue;
      const pointer = `${roomPointer(index)}/walls/${number}`;
      best = { distance, add: () => addOpening(plan, pointer, door(wallLength(wall), along)) };
    }
    for (const edge of EDGES) {
      const wall = edgeWall(room, edge);
      const { distance, along } = alongWall(wall, at);
      if (distance > reach || (best && distance >= best.distance)) continue;
      const place = { room: index, edge } satisfies { readonly room: number; readonly edge: Edge };
      best = { distance, add: () => addEdgeOpening(plan, place, door(wallLength(wall), along)) };
    }
  }
  return best?.add() ?? null;
}

/** Where an element is on the sheet; undefined for what has no place. */
export function placeOf(plan: Plan, pointer: string): Box | undefined {
  const found = nodeAt(plan, pointer);
  const home = layOut(plan).rooms[roomOf(pointer)];
  if (!found || !home) return undefined;
  const { x, y } = home;
  if (found.type === 'room') return { x_mm: x, y_mm: y, w_mm: found.node.w_mm, d_mm: found.node.d_mm };
  if (found.type === 'zone' || found.type === 'container')
    return { ...found.node, x_mm: x + found.node.x_mm, y_mm: y + found.node.y_mm };
  if (found.type === 'wall') {
    const { x1, y1, x2, y2 } = found.node;
    return { x_mm: x + Math.min(x1, x2), y_mm: y + Math.min(y1, y2), w_mm: Math.abs(x2 - x1), d_mm: Math.abs(y2 - y1) };
  }
  const parent = parentOf(pointer);
  return parent === null ? undefined : placeOf(plan, parent);
}
