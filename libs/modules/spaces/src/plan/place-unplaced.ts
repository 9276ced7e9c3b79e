import type { Area } from '../floorplan/floorplan.js';
import type { Geometry } from '../floorplan/plan-nodes.js';
import type { LocationRecord } from './match-locations.js';

const WIDTH_MM = 900;
const DEPTH_MM = 450;
const GAP_MM = 150;
const IN_A_ROW = 6;

/** The area of each sibling: as measured, otherwise in rows in front of the measured ones. */
export function placeUnplaced(neighbours: readonly LocationRecord[], around: Geometry): ReadonlyMap<string, Area> {
  const placed = new Map<string, Area>();
  const unplaced: LocationRecord[] = [];
  for (const neighbour of neighbours) {
    const area = measured(neighbour.fields.geometry);
    if (area) placed.set(neighbour.id, area);
    else unplaced.push(neighbour);
  }
  const left = around.x_mm ?? 0;
  const below = [...placed.values()].reduce(
    (most, { y_mm, d_mm }) => Math.max(most, y_mm + d_mm + GAP_MM),
    around.y_mm ?? 0,
  );
  for (const [index, { id, fields }] of unplaced.entries()) {
    const { w_mm = WIDTH_MM, d_mm = DEPTH_MM } = fields.geometry ?? {};
    const [column, row] = [index % IN_A_ROW, Math.floor(index / IN_A_ROW)];
    const at = { x_mm: left + column * (WIDTH_MM + GAP_MM), y_mm: below + row * (DEPTH_MM + GAP_MM) };
    placed.set(id, { ...at, w_mm, d_mm });
  }
  return placed;
}

function measured({ x_mm, y_mm, w_mm, d_mm }: Geometry = {}): Area | null {
  if (x_mm === undefined || y_mm === undefined || w_mm === undefined || d_mm === undefined) return null;
  return { x_mm, y_mm, w_mm, d_mm };
}
