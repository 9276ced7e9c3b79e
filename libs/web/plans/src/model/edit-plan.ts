import { freeName } from './names.js';
import type { Bin, Box, Container, Opening, Plan, Room, Shelf, Wall, Zone } from './plan.js';
import {
  indexOf,
  insertAt,
  lengthOf,
  listOf,
  nodeAt,
  parentOf,
  removeAt,
  replaceAt,
  roomOf,
  roomPointer,
  valueAt,
} from './pointer.js';

/** A plan after a change, and what is selected then. */
export interface Edit {
  readonly plan: Plan;
  readonly selected: string | null;
}

/** The smallest side of what is drawn or resized. */
export const LEAST_MM = 10;

/** Sets members of an element; undefined removes one. */
export function patchNode(plan: Plan, pointer: string, members: Readonly<Record<string, unknown>>): Plan {
  return replaceAt(plan, pointer, (node) => {
    const next = { ...(node as object), ...members };
    return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
  });
}

export function renameNode(plan: Plan, pointer: string, name: string): Plan {
  return patchNode(plan, pointer, { name });
}

/** Moves an element with what is in it. A room has no place of its own, and a shelf moves up and down alone. */
export function moveNode(plan: Plan, pointer: string, { x, y }: { readonly x: number; readonly y: number }): Plan {
  const found = nodeAt(plan, pointer);
  switch (found?.type) {
    case 'zone':
      return patchNode(plan, pointer, shifted(found.node, x, y));
    case 'container':
      return replaceAt(plan, pointer, () => shiftedContainer(found.node, x, y));
    case 'wall': {
      const { x1, y1, x2, y2 } = found.node;
      return patchNode(plan, pointer, { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y });
    }
    case 'opening':
      return moveOpening(plan, pointer, { x, y });
    case 'shelf':
      return patchNode(plan, pointer, { from_bottom_mm: Math.max(0, found.node.from_bottom_mm - y) });
    default:
      return plan;
  }
}

/** An opening slides along its wall. */
function moveOpening(plan: Plan, pointer: string, by: { readonly x: number; readonly y: number }): Plan {
  const wall = valueAt(plan, parentOf(pointer) ?? '') as Wall;
  const { at_mm: at, w_mm: width } = valueAt(plan, pointer) as Opening;
  const length = wallLength(wall);
  if (length === 0) return plan;
  const along = (by.x * (wall.x2 - wall.x1) + by.y * (wall.y2 - wall.y1)) / length;
  return patchNode(plan, pointer, { at_mm: Math.round(Math.max(0, Math.min(length - width, at + along))) });
}

export function wallLength({ x1, y1, x2, y2 }: Wall): number {
  return Math.hypot(x2 - x1, y2 - y1);
}

function shifted({ x_mm, y_mm }: Box, x: number, y: number) {
  return { x_mm: x_mm + x, y_mm: y_mm + y };
}

function shiftedContainer(container: Container, x: number, y: number): Container {
  const inner = container.containers?.map((each) => shiftedContainer(each, x, y));
  return { ...container, ...shifted(container, x, y), ...(inner ? { containers: inner } : {}) };
}

/** Gives a zone or a container another box. What is in a container stays where it is in the room. */
export function resizeNode(plan: Plan, pointer: string, { x_mm, y_mm, w_mm, d_mm }: Box): Plan {
  return patchNode(plan, pointer, { x_mm, y_mm, w_mm: Math.max(LEAST_MM, w_mm), d_mm: Math.max(LEAST_MM, d_mm) });
}

/** Walls on the right or lower edge of a room stay on it. */
export function resizeRoom(plan: Plan, pointer: string, size: Pick<Room, 'w_mm' | 'd_mm'>): Plan {
  const room = valueAt(plan, pointer) as Room;
  const [w, d] = [Math.max(LEAST_MM, size.w_mm), Math.max(LEAST_MM, size.d_mm)];
  const x = (value: number) => (value === room.w_mm ? w : value);
  const y = (value: number) => (value === room.d_mm ? d : value);
  const walls = room.walls?.map((wall) => {
    const onEdge = isOnEdge(wall, room);
    return onEdge ? { ...wall, x1: x(wall.x1), y1: y(wall.y1), x2: x(wall.x2), y2: y(wall.y2) } : wall;
  });
  return patchNode(plan, pointer, { w_mm: w, d_mm: d, ...(walls ? { walls } : {}) });
}

function isOnEdge({ x1, y1, x2, y2 }: Wall, { w_mm: w, d_mm: d }: Room): boolean {
  return (x1 === x2 && (x1 === 0 || x1 === w)) || (y1 === y2 && (y1 === 0 || y1 === d));
}

/** Removes an element. Then the one after it is selected, or the one before, or what contained it. */
export function removeNode(plan: Plan, pointer: string): Edit {
  const next = removeAt(plan, pointer);
  const list = listOf(pointer);
  const left = lengthOf(next, list);
  if (left === 0) return { plan: next, selected: parentOf(pointer) };
  return { plan: next, selected: `${list}/${Math.min(indexOf(pointer), left - 1)}` };
}

export function addRoom(plan: Plan, room: Room): Edit {
  const taken = plan.rooms.filter(({ level }) => level === room.level).map(({ name }) => name);
  const named = { ...room, name: freeName(room.name, taken) };
  return { plan: insertAt(plan, '/rooms/-', [named]), selected: roomPointer(plan.rooms.length) };
}

type NamedList = 'zones' | 'containers' | 'face/shelves' | 'bins';

/** Adds named elements to the list of an element, the first selected. Names that are taken get a number. */
export function addNamed(
  plan: Plan,
  list: `${string}/${NamedList}`,
  nodes: readonly (Zone | Container | Shelf | Bin)[],
): Edit {
  const before = (valueAt(plan, list) ?? []) as readonly { readonly name: string }[];
  const taken = before.map(({ name }) => name);
  const named = nodes.map((node) => {
    const name = freeName(node.name, taken);
    taken.push(name);
    return { ...node, name };
  });
  return { plan: insertAt(plan, `${list}/-`, named), selected: `${list}/${before.length}` };
}

export function addWall(plan: Plan, room: number, wall: Wall): Edit {
  const list = `${roomPointer(room)}/walls`;
  return { plan: insertAt(plan, `${list}/-`, [wall]), selected: `${list}/${lengthOf(plan, list)}` };
}

export function addOpening(plan: Plan, wall: string, opening: Opening): Edit {
  const list = `${wall}/openings`;
  return { plan: insertAt(plan, `${list}/-`, [opening]), selected: `${list}/${lengthOf(plan, list)}` };
}

export const EDGES = ['top', 'right', 'bottom', 'left'] as const;
export type Edge = (typeof EDGES)[number];

/** The wall along an edge of a room. */
export function edgeWall({ w_mm: w, d_mm: d }: Room, edge: Edge): Wall {
  return {
    top: { x1: 0, y1: 0, x2: w, y2: 0 },
    right: { x1: w, y1: 0, x2: w, y2: d },
    bottom: { x1: 0, y1: d, x2: w, y2: d },
    left: { x1: 0, y1: 0, x2: 0, y2: d },
  }[edge];
}

/** Adds an opening to an edge of a room: to its wall, if the document has one along it. */
export function addEdgeOpening(plan: Plan, at: { readonly room: number; readonly edge: Edge }, opening: Opening): Edit {
  const room = plan.rooms[at.room];
  if (!room) return { plan, selected: null };
  const wanted = edgeWall(room, at.edge);
  const known = (room.walls ?? []).findIndex(
    ({ x1, y1, x2, y2 }) => x1 === wanted.x1 && y1 === wanted.y1 && x2 === wanted.x2 && y2 === wanted.y2,
  );
  if (known >= 0) return addOpening(plan, `${roomPointer(at.room)}/walls/${known}`, opening);
  const { plan: walled, selected } = addWall(plan, at.room, wanted);
  return addOpening(walled, selected ?? '', opening);
}

/** A copy beside the element, to the right if the room goes on there, else below. */
export function duplicateNode(plan: Plan, pointer: string): Edit {
  const found = nodeAt(plan, pointer);
  if (!found || found.type === 'opening') return { plan, selected: pointer };
  const list = listOf(pointer);
  const siblings = (valueAt(plan, list) ?? []) as readonly { readonly name?: string; readonly level?: string }[];
  const at = indexOf(pointer) + 1;
  const named = found.node as { readonly name?: string };
  const taken = siblings.flatMap(({ name }) => name ?? []);
  const copy = named.name === undefined ? found.node : { ...found.node, name: freeName(named.name, taken) };
  const copied = insertAt(plan, `${list}/${at}`, [copy]);
  const selected = `${list}/${at}`;
  const room = plan.rooms[roomOf(pointer)];
  if (found.type === 'wall') return { plan: moveNode(copied, selected, { x: 100, y: 100 }), selected };
  if ((found.type !== 'zone' && found.type !== 'container') || !room) return { plan: copied, selected };
  const { x_mm: x, w_mm: w, d_mm: d } = found.node;
  const by = x + 2 * w <= room.w_mm ? { x: w, y: 0 } : { x: 0, y: d };
  return { plan: moveNode(copied, selected, by), selected };
}

/** Puts a zone or a container of one room into another, at its place there. */
export function moveToRoom(
  plan: Plan,
  pointer: string,
  to: { readonly room: number; readonly x: number; readonly y: number },
): Edit {
  const found = nodeAt(plan, pointer);
  if (found?.type !== 'zone' && found?.type !== 'container') return { plan, selected: pointer };
  const list = found.type === 'zone' ? ('zones' as const) : ('containers' as const);
  const by = { x: to.x - found.node.x_mm, y: to.y - found.node.y_mm };
  const moved = moveNode(plan, pointer, by);
  const node = valueAt(moved, pointer) as Zone | Container;
  return addNamed(removeAt(moved, pointer), `${roomPointer(to.room)}/${list}`, [node]);
}

/** The floor of a room, or of the container that an element is in. */
export function boxAround(plan: Plan, pointer: string): Box | undefined {
  const parent = parentOf(pointer);
  const found = parent === null ? undefined : nodeAt(plan, parent);
  if (found?.type === 'room') return { x_mm: 0, y_mm: 0, w_mm: found.node.w_mm, d_mm: found.node.d_mm };
  return found?.type === 'container' ? found.node : undefined;
}
