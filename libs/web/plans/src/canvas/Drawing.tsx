import { memo } from 'react';
import type { PlacedLevel } from '../model/layout.js';
import type { VisibleRoom } from '../model/shapes.js';
import { RoomDrawing } from './RoomDrawing.js';
import styles from './canvas.module.css';

export interface DrawingProps {
  readonly rooms: readonly VisibleRoom[];
  readonly levels: readonly PlacedLevel[];
  /** Pixels per millimetre. */
  readonly scale: number;
  readonly faulty: ReadonlySet<string>;
}

const LEVEL_PX = 40;
const METRE_MM = 1_000;
const LEAST_GRID_PX = 20;

/** The rooms and what is in them. Moving the sheet draws none of it again. */
export const Drawing = memo(function Drawing({ rooms, levels, scale, faulty }: DrawingProps) {
  const metre = METRE_MM * scale;
  const grid = metre >= LEAST_GRID_PX;
  return (
    <>
      {grid && (
        <defs>
          <pattern id="plan-grid" width={metre} height={metre} patternUnits="userSpaceOnUse">
            <path d={`M ${metre} 0 H 0 V ${metre}`} className={styles.gridLine} />
          </pattern>
        </defs>
      )}
      {levels.map(
        ({ name, y }) =>
          name !== undefined && (
            <text key={name} x={0} y={y * scale - LEVEL_PX + 8} className={styles.level}>
              {name}
            </text>
          ),
      )}
      {rooms.map((room) => (
        <RoomDrawing key={room.placed.index} {...{ room, scale, faulty }} withGrid={grid} />
      ))}
    </>
  );
});
