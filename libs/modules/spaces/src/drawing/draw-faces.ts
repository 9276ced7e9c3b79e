import type { Unit } from '../floorplan/floorplan.js';
import { drawFace } from './draw-face.js';
import type { Section } from './section.js';
import { facesOf, wantedFace } from './faces.js';
import type { Highlight } from './highlight.js';
import type { IndexedRoom } from './sheet-layout.js';
import { px, tag } from './svg.js';

/** Maximum number of fronts on a sheet. Others are drawn when they are requested. */
const MOST_FACES = 48;
const HEIGHT_PX = 150;
const WANTED_HEIGHT_PX = 280;
const GAP_PX = 30;

interface FacesRequest {
  readonly widthPx: number;
  readonly unit: Unit;
  readonly highlight: Highlight;
}

/** Racks and cabinets from the front: the highlighted one, or all; null if there is none. */
export function drawFaces(rooms: readonly IndexedRoom[], { widthPx, unit, highlight }: FacesRequest): Section | null {
  const all = facesOf(rooms);
  const wanted = wantedFace(all, highlight);
  const faces = wanted ? [wanted] : highlight === null && all.length <= MOST_FACES ? all : [];
  if (faces.length === 0) return null;
  const heightPx = wanted ? WANTED_HEIGHT_PX : HEIGHT_PX;
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  const parts = faces.map((face) => {
    const drawn = drawFace(face, { heightPx, unit, highlight });
    if (x > 0 && x + drawn.width > widthPx) [x, y, rowHeight] = [0, y + rowHeight + GAP_PX, 0];
    const placed = tag('g', { transform: `translate(${px(x)} ${px(y)})` }, drawn.markup);
    rowHeight = Math.max(rowHeight, drawn.height);
    x += drawn.width + GAP_PX;
    width = Math.max(width, x - GAP_PX);
    return placed;
  });
  return { title: wanted ? 'Seen from the front' : 'Fronts', markup: parts.join(''), width, height: y + rowHeight };
}
