import { pointer } from '@cubit/core';
import type { Bin, Container, Floorplan, Room, Shelf, Wall, Zone } from './floorplan.js';

/** An element of a plan document with the location that it creates. */
export interface PlanNode {
  /** JSON Pointer into the document. A level has no object of its own: it has the pointer of the first room that names it. */
  readonly pointer: string;
  readonly type: 'site' | 'level' | 'room' | 'zone' | 'container' | 'shelf' | 'bin';
  readonly name: string;
  /** Position among its siblings of the same type. */
  readonly rank: number;
  readonly geometry?: Geometry;
  readonly walls?: readonly Wall[];
  readonly children: readonly PlanNode[];
}

export interface Geometry {
  readonly x_mm?: number;
  readonly y_mm?: number;
  readonly w_mm?: number;
  readonly d_mm?: number;
  readonly h_mm?: number;
  readonly from_bottom_mm?: number;
  readonly wall_mounted?: boolean;
}

/** The location tree of a document, from the site, or from the levels or rooms if it has none. */
export function planNodes({ site, rooms }: Floorplan): readonly PlanNode[] {
  const placed = rooms.map((room, index) => ({ level: room.level, node: roomNode(room, index) }));
  const levels = Map.groupBy(placed, ({ level }) => level);
  const below = [...levels].flatMap(([level, group], rank): readonly PlanNode[] => {
    const nodes = group.map(({ node }) => node);
    if (level === undefined) return nodes;
    return [{ pointer: `${nodes[0]?.pointer ?? ''}/level`, type: 'level', name: level, rank, children: nodes }];
  });
  return site ? [{ pointer: '/site', type: 'site', name: site.name, rank: 0, children: below }] : below;
}

function roomNode(room: Room, rank: number): PlanNode {
  const at = `/rooms/${rank}`;
  return {
    pointer: at,
    type: 'room',
    name: room.name,
    rank,
    geometry: { w_mm: room.w_mm, d_mm: room.d_mm },
    ...(room.walls ? { walls: room.walls.map(wallOf) } : {}),
    children: [
      ...(room.zones ?? []).map((zone, index) => zoneNode(zone, `${at}/zones`, index)),
      ...containerNodes(room.containers, `${at}/containers`),
    ],
  };
}

/** Without unknown properties, because the walls of a location have their own schema. */
function wallOf({ x1, y1, x2, y2, openings }: Wall): Wall {
  const known = openings?.map(({ at_mm, w_mm, kind }) => ({ at_mm, w_mm, ...(kind ? { kind } : {}) }));
  return { x1, y1, x2, y2, ...(known ? { openings: known } : {}) };
}

function zoneNode({ name, x_mm, y_mm, w_mm, d_mm }: Zone, path: string, rank: number): PlanNode {
  const geometry = { x_mm, y_mm, w_mm, d_mm };
  return { pointer: pointer(path, rank), type: 'zone', name, rank, geometry, children: [] };
}

function containerNodes(containers: readonly Container[] | undefined, path: string): readonly PlanNode[] {
  return (containers ?? []).map((container, rank) => {
    const at = pointer(path, rank);
    const { name, x_mm, y_mm, w_mm, d_mm, h_mm, wall_mounted } = container;
    const geometry = {
      ...{ x_mm, y_mm, w_mm, d_mm },
      ...(h_mm === undefined ? {} : { h_mm }),
      ...(wall_mounted === undefined ? {} : { wall_mounted }),
    };
    const shelves = (container.face?.shelves ?? []).map((shelf, index) =>
      shelfNode(shelf, `${at}/face/shelves`, index),
    );
    const children = [...shelves, ...containerNodes(container.containers, `${at}/containers`)];
    return { pointer: at, type: 'container', name, rank, geometry, children };
  });
}

function shelfNode({ name, from_bottom_mm, bins }: Shelf, path: string, rank: number): PlanNode {
  const at = pointer(path, rank);
  return { pointer: at, type: 'shelf', name, rank, geometry: { from_bottom_mm }, children: binNodes(bins, at) };
}

function binNodes(bins: readonly Bin[] | undefined, above: string): readonly PlanNode[] {
  return (bins ?? []).map(({ name, type = 'bin', bins: inside }, rank) => {
    const at = pointer(`${above}/bins`, rank);
    return { pointer: at, type, name, rank, children: binNodes(inside, at) };
  });
}
