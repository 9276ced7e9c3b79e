import type { Opening } from '../floorplan/floorplan.js';
import { PALETTE } from './palette.js';
import type { WallRun } from './room-outline.js';
import { group, polyline, px, tag, type Point } from './svg.js';

const WALL_MM = 110;
const THINNEST_PX = 2.2;
const THICKEST_PX = 7.5;
/** Smaller swings are not drawn. */
const SMALLEST_SWING_PX = 7;
/** Wider doors have two leaves; from `GATE_MM` on, the opening is a rolling or sliding gate. */
const DOUBLE_DOOR_MM = 1_300;
export const GATE_MM = 2_600;

interface Wall {
  readonly start: Point;
  /** Unit vectors along the wall, and across it into the room. */
  readonly along: Point;
  readonly inward: Point;
  readonly length: number;
}

/** Walls with gaps at openings, and the known symbols in the gaps: swings of doors, panes of windows. */
export function drawWalls(
  runs: readonly WallRun[],
  { scale, centre }: { readonly scale: number; readonly centre: Point },
): string {
  const thickness = Math.min(Math.max(WALL_MM * scale, THINNEST_PX), THICKEST_PX);
  const solid: string[] = [];
  const glyphs: string[] = [];
  for (const run of runs) {
    const wall = wallOf(run, scale, centre);
    const openings = run.openings
      .map((opening) => gapOf(opening, wall.length, scale))
      .filter(({ from, to }) => to > from)
      .toSorted((a, b) => a.from - b.from);
    // Ends are extended by half the thickness, so that corners close. Edges of gaps are not.
    const half = thickness / 2;
    let reached = -half;
    for (const gap of openings) {
      if (gap.from > reached) solid.push(polyline([pointAt(wall, reached), pointAt(wall, gap.from)]));
      reached = Math.max(reached, gap.to);
      glyphs.push(drawOpening(gap, wall, thickness));
    }
    solid.push(polyline([pointAt(wall, reached), pointAt(wall, wall.length + half)]));
  }
  const lines = tag('path', {
    d: solid.join(''),
    fill: 'none',
    stroke: PALETTE.ink,
    'stroke-width': thickness,
  });
  return lines + group({ fill: 'none', stroke: PALETTE.ink, 'stroke-width': 0.9 }, glyphs);
}

function wallOf({ from, to }: WallRun, scale: number, centre: Point): Wall {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = length === 0 ? { x: 1, y: 0 } : { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const across = { x: -along.y, y: along.x };
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const side = (centre.x - middle.x) * across.x + (centre.y - middle.y) * across.y;
  const inward = side >= 0 ? across : { x: -across.x, y: -across.y };
  return { start: { x: from.x * scale, y: from.y * scale }, along, inward, length: length * scale };
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly opening: Opening;
}

/** Clipped to the wall. */
function gapOf(opening: Opening, length: number, scale: number): Gap {
  const from = Math.min(Math.max(opening.at_mm * scale, 0), length);
  return { opening, from, to: Math.max(Math.min((opening.at_mm + opening.w_mm) * scale, length), from) };
}

function pointAt({ start, along, inward }: Wall, distance: number, into = 0): Point {
  return {
    x: start.x + along.x * distance + inward.x * into,
    y: start.y + along.y * distance + inward.y * into,
  };
}

function drawOpening({ from, to, opening }: Gap, wall: Wall, thickness: number): string {
  const half = thickness / 2;
  const line = (into: number) => polyline([pointAt(wall, from, into), pointAt(wall, to, into)]);
  if (opening.kind === 'window') {
    const pane = [
      pointAt(wall, from, -half),
      pointAt(wall, to, -half),
      pointAt(wall, to, half),
      pointAt(wall, from, half),
    ];
    return tag('path', { d: `${polyline(pane)}Z${line(0)}`, fill: PALETTE.glass });
  }
  const threshold = { stroke: PALETTE.faint, 'stroke-width': 0.7, 'stroke-dasharray': '3 2.5' };
  if (opening.kind !== 'door') return tag('path', { d: line(-half) + line(half), ...threshold });
  const width = to - from;
  if (width < SMALLEST_SWING_PX) return '';
  if (opening.w_mm >= GATE_MM)
    return tag('path', { d: line(-half) + line(0) + line(half), ...threshold, stroke: PALETTE.ink });
  if (opening.w_mm < DOUBLE_DOOR_MM) return swing(wall, from, to);
  const middle = (from + to) / 2;
  return swing(wall, from, middle) + swing(wall, to, middle);
}

/** An open leaf inside the room, and the arc along which it moves. */
function swing(wall: Wall, hinge: number, closed: number): string {
  const radius = Math.abs(closed - hinge);
  const leaf = pointAt(wall, hinge, radius);
  const end = pointAt(wall, closed);
  const pivot = pointAt(wall, hinge);
  const turn = (leaf.x - pivot.x) * (end.y - pivot.y) - (leaf.y - pivot.y) * (end.x - pivot.x);
  const arc = `M${px(leaf.x)} ${px(leaf.y)}A${px(radius)} ${px(radius)} 0 0 ${turn > 0 ? 1 : 0} ${px(end.x)} ${px(end.y)}`;
  return (
    tag('path', { d: polyline([pivot, leaf]), 'stroke-width': 1.5 }) +
    tag('path', { d: arc, stroke: PALETTE.faint, 'stroke-width': 0.8 })
  );
}
