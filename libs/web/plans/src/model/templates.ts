import { addNamed } from './edit-plan.js';
import { FORMAT, type Plan, type Unit } from './plan.js';
import { rowContainers, shelvesFor } from './rows.js';

export interface RoomTemplate {
  readonly name: string;
  readonly w_mm: number;
  readonly d_mm: number;
  readonly units: Unit;
}

export function oneRoom({ name, w_mm, d_mm, units }: RoomTemplate): Plan {
  return { format: FORMAT, units_entered: units, rooms: [{ name, w_mm, d_mm }] };
}

export interface RackWall extends RoomTemplate {
  readonly racks: number;
  readonly shelves: number;
}

const RACK_DEPTH_MM = 500;
const RACK_HEIGHT_MM = 2_000;

/** A room with racks along its upper wall, each with the same shelves. */
export function rackWall({ racks, shelves, ...room }: RackWall): Plan {
  const depth = Math.min(RACK_DEPTH_MM, room.d_mm);
  const box = { x_mm: 0, y_mm: 0, w_mm: Math.max(room.w_mm, depth), d_mm: depth };
  const wall = rowContainers({ box, count: racks, gap_mm: 0, names: 'Rack {A}' }).map((rack) => ({
    ...rack,
    h_mm: RACK_HEIGHT_MM,
    face: { shelves: shelvesFor(RACK_HEIGHT_MM, shelves) },
  }));
  return addNamed(oneRoom(room), '/rooms/0/containers', wall).plan;
}
