import { wallLength } from './edit-plan.js';
import type { Box, Container, Plan, Room, Shelf, Wall } from './plan.js';
import { roomPointer } from './pointer.js';

/** Something that can be stored and is probably not meant. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
}

export const MOST_PROBLEMS = 200;

const ofRooms = new WeakMap<Room, readonly Problem[]>();

/** Problems in the order of the document: the rules by which the server warns. */
export function problemsOf({ rooms }: Plan): readonly Problem[] {
  const found: Problem[] = duplicates(rooms, '/rooms', ({ name, level = '' }) => `${level}\n${name.toLowerCase()}`).map(
    (pointer) => ({ pointer, message: 'Another room of the level has the same name.' }),
  );
  for (const [index, room] of rooms.entries()) {
    if (found.length >= MOST_PROBLEMS) break;
    const at = roomPointer(index);
    found.push(...problemsOfRoom(room).map((problem) => ({ ...problem, pointer: at + problem.pointer })));
  }
  return found.slice(0, MOST_PROBLEMS);
}

/** With pointers within the room. */
function problemsOfRoom(room: Room): readonly Problem[] {
  const known = ofRooms.get(room);
  if (known) return known;
  const found: Problem[] = [];
  const floor = { x_mm: 0, y_mm: 0, w_mm: room.w_mm, d_mm: room.d_mm };
  for (const [index, wall] of (room.walls ?? []).entries()) found.push(...wallProblems(wall, room, `/walls/${index}`));
  for (const [index, zone] of (room.zones ?? []).entries())
    if (!isInside(zone, floor)) found.push({ pointer: `/zones/${index}`, message: 'It reaches beyond its room.' });
  found.push(...namesakes(room.zones, '/zones'));
  const containers = room.containers ?? [];
  for (const { index, other } of overlaps(containers)) {
    const name = containers[other]?.name ?? '';
    found.push({ pointer: `/containers/${index}`, message: `It overlaps with ${name}.` });
  }
  containerProblems(containers, { list: '/containers', around: floor, what: 'room', found });
  ofRooms.set(room, found);
  return found;
}

interface Around {
  readonly list: string;
  readonly around: Box;
  readonly what: 'room' | 'container';
  readonly found: Problem[];
}

function containerProblems(containers: readonly Container[], { list, around, what, found }: Around): void {
  found.push(...namesakes(containers, list));
  for (const [index, container] of containers.entries()) {
    const pointer = `${list}/${index}`;
    if (!isInside(container, around)) found.push({ pointer, message: `It reaches beyond its ${what}.` });
    found.push(...shelfProblems(container.face?.shelves, container.h_mm, `${pointer}/face/shelves`));
    const inner = { list: `${pointer}/containers`, around: container, what: 'container', found } as const;
    if (container.containers) containerProblems(container.containers, inner);
  }
}

function shelfProblems(shelves: readonly Shelf[] = [], height: number | undefined, list: string): readonly Problem[] {
  const above = shelves.flatMap(({ from_bottom_mm: at }, index) =>
    height !== undefined && at > height
      ? [{ pointer: `${list}/${index}`, message: 'It is above the top of its container.' }]
      : [],
  );
  return [...namesakes(shelves, list), ...above];
}

function wallProblems(wall: Wall, room: Room, pointer: string): readonly Problem[] {
  const length = wallLength(wall);
  const isOutside =
    [wall.x1, wall.x2].some((x) => x < 0 || x > room.w_mm) || [wall.y1, wall.y2].some((y) => y < 0 || y > room.d_mm);
  return [
    ...(length === 0 ? [{ pointer, message: 'It has no length.' }] : []),
    ...(isOutside ? [{ pointer, message: 'It reaches beyond its room.' }] : []),
    ...(wall.openings ?? []).flatMap(({ at_mm: at, w_mm: width }, index) =>
      // A corner at an angle rarely falls on a whole millimetre.
      at + width > length + 1
        ? [{ pointer: `${pointer}/openings/${index}`, message: 'It reaches beyond the end of its wall.' }]
        : [],
    ),
  ];
}

export function isInside(box: Box, around: Box): boolean {
  return (
    box.x_mm >= around.x_mm &&
    box.y_mm >= around.y_mm &&
    box.x_mm + box.w_mm <= around.x_mm + around.w_mm &&
    box.y_mm + box.d_mm <= around.y_mm + around.d_mm
  );
}

function overlap(a: Box, b: Box): boolean {
  return a.x_mm < b.x_mm + b.w_mm && b.x_mm < a.x_mm + a.w_mm && a.y_mm < b.y_mm + b.d_mm && b.y_mm < a.y_mm + a.d_mm;
}

/** What stands on the floor and shares it with another one, each once. What is mounted on a wall can be above a bench. */
function overlaps(containers: readonly Container[]): readonly { readonly index: number; readonly other: number }[] {
  const placed = containers
    .map((box, index) => ({ box, index }))
    .filter(({ box }) => box.wall_mounted !== true)
    .sort((a, b) => a.box.x_mm - b.box.x_mm);
  const found = new Map<number, number>();
  let open: (typeof placed)[number][] = [];
  for (const next of placed) {
    open = open.filter(({ box }) => box.x_mm + box.w_mm > next.box.x_mm);
    for (const before of open) {
      if (!overlap(before.box, next.box)) continue;
      const [other = 0, index = 0] = [before.index, next.index].toSorted((a, b) => a - b);
      if (!found.has(index)) found.set(index, other);
    }
    if (found.size >= MOST_PROBLEMS) break;
    open.push(next);
  }
  return [...found].map(([index, other]) => ({ index, other })).toSorted((a, b) => a.index - b.index);
}

function namesakes(items: readonly { readonly name: string }[] = [], list: string): readonly Problem[] {
  return duplicates(items, list, ({ name }) => name.toLowerCase()).map((pointer) => ({
    pointer,
    message: 'Another one beside it has the same name.',
  }));
}

function duplicates<Item>(items: readonly Item[], list: string, keyOf: (item: Item) => string): readonly string[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew ? [] : [`${list}/${index}`];
  });
}
