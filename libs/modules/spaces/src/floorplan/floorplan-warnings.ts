import { pointer } from '@cubit/core';
import type { Area, Container, Floorplan, Room, Wall } from './floorplan.js';
import { overlappingAreas } from './overlapping-areas.js';
import { propertyWarnings } from './property-warnings.js';
import { WarningList, type Warning } from './warning-list.js';

export type { Warning } from './warning-list.js';

/** Warnings about valid but implausible content, in document order. */
export function floorplanWarnings(floorplan: Floorplan): readonly Warning[] {
  const list = new WarningList();
  propertyWarnings(floorplan, list);
  for (const { path } of duplicatesOf(floorplan.rooms, '/rooms', ({ name, level }) =>
    JSON.stringify([level, fold(name)]),
  ))
    list.add(pointer(path, 'name'), 'Another room of the level has the same name.');
  for (const [index, room] of floorplan.rooms.entries()) {
    if (list.full) break;
    roomWarnings(room, `/rooms/${index}`, list);
  }
  return list.warnings;
}

function roomWarnings(room: Room, path: string, list: WarningList): void {
  for (const [index, wall] of (room.walls ?? []).entries())
    wallWarnings(wall, { room, path: `${path}/walls/${index}`, list });
  const zones = room.zones ?? [];
  for (const [index, zone] of zones.entries())
    if (!isInside(zone, room)) list.add(`${path}/zones/${index}`, 'It reaches beyond its room.');
  duplicateNames(zones, `${path}/zones`, list);
  const standing = (room.containers ?? []).map((container, index) => ({ area: container, index }));
  containerWarnings(room.containers ?? [], { within: room, path: `${path}/containers`, list, what: 'room' });
  // Only objects on the floor: shelves of a rack are above each other, and wall cupboards above benches.
  const onFloor = standing.filter(({ area }) => area.wall_mounted !== true);
  for (const { index, other } of overlappingAreas(onFloor, () => list.full))
    list.add(`${path}/containers/${index}`, `It overlaps with /containers/${other} of its room.`);
}

interface Around {
  readonly within: Area | Room;
  readonly what: 'room' | 'container';
  readonly path: string;
  readonly list: WarningList;
}

function containerWarnings(containers: readonly Container[], { within, what, path, list }: Around): void {
  duplicateNames(containers, path, list);
  for (const [index, container] of containers.entries()) {
    if (list.full) return;
    const at = `${path}/${index}`;
    if (!isInside(container, within)) list.add(at, `It reaches beyond its ${what}.`);
    shelfWarnings(container, at, list);
    if (container.containers)
      containerWarnings(container.containers, { within: container, what: 'container', path: `${at}/containers`, list });
  }
}

function shelfWarnings({ face, h_mm: height }: Container, path: string, list: WarningList): void {
  const shelves = face?.shelves ?? [];
  duplicateNames(shelves, `${path}/face/shelves`, list);
  if (height === undefined) return;
  for (const [index, shelf] of shelves.entries())
    if (shelf.from_bottom_mm > height)
      list.add(`${path}/face/shelves/${index}/from_bottom_mm`, 'It is above the top of its container.');
}

function wallWarnings(
  wall: Wall,
  { room, path, list }: { readonly room: Room; readonly path: string; readonly list: WarningList },
): void {
  const length = Math.hypot(wall.x2 - wall.x1, wall.y2 - wall.y1);
  if (length === 0) list.add(path, 'It has no length.');
  const xs = [wall.x1, wall.x2];
  const ys = [wall.y1, wall.y2];
  if (xs.some((x) => x < 0 || x > room.w_mm) || ys.some((y) => y < 0 || y > room.d_mm))
    list.add(path, 'It reaches beyond its room.');
  for (const [index, { at_mm: at, w_mm: width }] of (wall.openings ?? []).entries())
    // A corner at an angle rarely falls on a whole millimetre.
    if (at + width > length + 1) list.add(`${path}/openings/${index}`, 'It reaches beyond the end of its wall.');
}

function isInside(area: Area, within: Area | Room): boolean {
  const left = 'x_mm' in within ? within.x_mm : 0;
  const top = 'y_mm' in within ? within.y_mm : 0;
  return (
    area.x_mm >= left &&
    area.y_mm >= top &&
    area.x_mm + area.w_mm <= left + within.w_mm &&
    area.y_mm + area.d_mm <= top + within.d_mm
  );
}

function duplicateNames(items: readonly { readonly name: string }[], path: string, list: WarningList): void {
  for (const duplicate of duplicatesOf(items, path, ({ name }) => fold(name)))
    list.add(pointer(duplicate.path, 'name'), 'Another one beside it has the same name.');
}

/** All elements except the first of each key. */
function duplicatesOf<Item>(items: readonly Item[], path: string, keyOf: (item: Item) => string) {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew ? [] : [{ path: pointer(path, index) }];
  });
}

/** Names are compared ignoring case. */
function fold(name: string): string {
  return name.toLowerCase();
}
