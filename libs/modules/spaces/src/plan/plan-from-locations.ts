import type { Area, Bin, Container, Floorplan, Room, Shelf, Unit, Zone } from '../floorplan/floorplan.js';
import { FLOORPLAN_FORMAT } from '../floorplan/floorplan.js';
import { placeUnplaced } from './place-unplaced.js';
import type { Subtree } from '../location/location-subtree.js';
import type { LocationRecord } from './match-locations.js';

export interface PlanFromLocations {
  readonly site?: string;
  readonly level?: string;
  readonly units?: Unit;
}

interface FoundRoom {
  readonly room: LocationRecord;
  readonly level: string | undefined;
  /** Containers in it; for a site or level, those in no room. */
  readonly contents: readonly LocationRecord[];
}

const GROUPS: readonly (string | undefined)[] = ['site', 'level', 'room'];

/** Builds a floor plan document from a location tree. Locations without measurements are laid out in rows. */
export function planFromLocations(tree: Subtree, { site, level, units }: PlanFromLocations): Floorplan {
  const found = roomsOf(tree, tree.root, level);
  const ordered = found.toSorted((a, b) => (a.room.fields.rank ?? Infinity) - (b.room.fields.rank ?? Infinity) || 0);
  return {
    format: FLOORPLAN_FORMAT,
    ...(units ? { units_entered: units } : {}),
    ...(site === undefined ? {} : { site: { name: site } }),
    rooms: ordered.map((room) => roomOf(tree, room)),
  };
}

function roomsOf(tree: Subtree, at: LocationRecord, level: string | undefined): readonly FoundRoom[] {
  const inside = tree.below(at);
  const groups = inside.filter(({ fields }) => GROUPS.includes(fields.type));
  const contents = inside.filter(({ fields }) => !GROUPS.includes(fields.type));
  const name = at.fields.type === 'level' ? at.fields.name : level;
  const own = at.fields.type === 'room' || contents.length > 0 || (at === tree.root && groups.length === 0);
  return [
    ...(own ? [{ room: at, level: name, contents }] : []),
    ...groups.flatMap((group) => roomsOf(tree, group, name)),
  ];
}

function roomOf(tree: Subtree, { room, level, contents }: FoundRoom): Room {
  const { name, geometry = {}, walls } = room.fields;
  const zones = contents.filter(({ fields }) => fields.type === 'zone');
  const standing = contents.flatMap((each) => (each.fields.type === 'zone' ? standingIn(tree, each) : [each]));
  const placedZones = placeUnplaced(zones, geometry);
  const placed = placeUnplaced(standing, geometry);
  const areas = [...placedZones.values(), ...placed.values()];
  const containers = standing.map((each) => containerOf(tree, each, placed));
  return {
    name,
    ...(level === undefined ? {} : { level }),
    w_mm: geometry.w_mm ?? extent(areas.map(({ x_mm, w_mm }) => x_mm + w_mm)),
    d_mm: geometry.d_mm ?? extent(areas.map(({ y_mm, d_mm }) => y_mm + d_mm)),
    ...(walls ? { walls } : {}),
    ...(zones.length > 0
      ? { zones: zones.map((zone): Zone => ({ name: zone.fields.name, ...areaOf(zone, placedZones) })) }
      : {}),
    ...(containers.length > 0 ? { containers } : {}),
  };
}

/** Containers of a zone belong to the room in the document. */
function standingIn(tree: Subtree, zone: LocationRecord): readonly LocationRecord[] {
  return tree.below(zone).flatMap((each) => (each.fields.type === 'zone' ? standingIn(tree, each) : [each]));
}

function containerOf(tree: Subtree, at: LocationRecord, placed: ReadonlyMap<string, Area>): Container {
  const inside = tree.below(at);
  const shelves = inside.filter(({ fields }) => fields.type === 'shelf');
  const nested = inside.filter(({ fields }) => fields.type !== 'shelf');
  const area = areaOf(at, placed);
  const { h_mm, wall_mounted } = at.fields.geometry ?? {};
  const places = placeUnplaced(nested, area);
  return {
    name: at.fields.name,
    ...area,
    ...(h_mm === undefined ? {} : { h_mm }),
    ...(wall_mounted === undefined ? {} : { wall_mounted }),
    ...(shelves.length > 0 ? { face: { shelves: shelvesOf(tree, shelves, h_mm) } } : {}),
    ...(nested.length > 0 ? { containers: nested.map((each) => containerOf(tree, each, places)) } : {}),
  };
}

const SHELF_MM = 400;

/** Shelves without a measured height are distributed evenly. */
function shelvesOf(
  tree: Subtree,
  shelves: readonly LocationRecord[],
  height = shelves.length * SHELF_MM,
): readonly Shelf[] {
  return shelves.map((shelf, index) => ({
    name: shelf.fields.name,
    from_bottom_mm: shelf.fields.geometry?.from_bottom_mm ?? Math.round((height * index) / shelves.length),
    ...binsIn(tree, shelf),
  }));
}

function binsIn(tree: Subtree, above: LocationRecord): Pick<Bin, 'bins'> {
  const inside = tree.below(above);
  if (inside.length === 0) return {};
  const bins = inside.map((each): Bin => {
    const type = each.fields.type === 'container' ? ({ type: 'container' } as const) : {};
    return { name: each.fields.name, ...type, ...binsIn(tree, each) };
  });
  return { bins };
}

const EMPTY_ROOM_MM = 4_000;
const AISLE_MM = 1_000;

function extent(ends: readonly number[]): number {
  return ends.reduce((most, end) => Math.max(most, end + AISLE_MM), EMPTY_ROOM_MM);
}

function areaOf({ id }: LocationRecord, placed: ReadonlyMap<string, Area>): Area {
  return placed.get(id) ?? { x_mm: 0, y_mm: 0, w_mm: 1, d_mm: 1 };
}
