import type { Floorplan, Unit } from '../floorplan/floorplan.js';
import { drawFaces } from './draw-faces.js';
import { drawRoom } from './draw-room.js';
import { drawSheet } from './draw-sheet.js';
import type { Highlight } from './highlight.js';
import type { Section } from './section.js';
import { chooseScale, layOutLevel, rowWidth, type IndexedRoom } from './sheet-layout.js';

export interface DrawingOptions {
  /** Draws only the rooms of this level. Empty: rooms without a level. */
  readonly level?: string;
  readonly highlight?: Highlight;
  /** The path of the highlighted location, shown below the title. */
  readonly highlightPath?: string;
}

const NARROWEST_PX = 620;

/** The whole plan as SVG: levels with their rooms, and fronts of racks. It contains no scripts and loads nothing. */
export function drawFloorplan(floorplan: Floorplan, options: DrawingOptions = {}): string {
  const { level, highlight = null, highlightPath } = options;
  const unit: Unit = floorplan.units_entered ?? 'mm';
  const indexed = floorplan.rooms
    .map((room, index): IndexedRoom => ({ room, index }))
    .filter(({ room }) => level === undefined || (room.level ?? '') === level);
  const rooms = indexed.map(({ room }) => room);
  const scale = chooseScale(rooms);
  const byLevel = Map.groupBy(indexed, ({ room }) => room.level ?? '');
  const widthPx = rowWidth([...byLevel.values()], scale);
  const levels = [...byLevel].map(([name, group]): Section => {
    const { rooms: placed, width, height } = layOutLevel(group, { scale, widthPx });
    const markup = placed.map((room) => drawRoom(room, { scale, unit, highlight })).join('');
    return { title: name, markup, width, height };
  });
  const widest = levels.reduce((most, { width }) => Math.max(most, width), NARROWEST_PX);
  const faces = drawFaces(indexed, { widthPx: widest, unit, highlight });
  return drawSheet({
    title: floorplan.site?.name ?? rooms[0]?.name ?? '',
    subtitle: highlightPath ?? summary(rooms.length, byLevel.size),
    isFinding: highlightPath !== undefined,
    sections: faces ? [...levels, faces] : levels,
    width: Math.max(widest, faces?.width ?? 0),
    rooms,
    scale,
    unit,
  });
}

function summary(rooms: number, levels: number): string {
  const some = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  return levels > 1 ? `${some(rooms, 'room')} on ${some(levels, 'level')}` : some(rooms, 'room');
}
