import { cx } from '@cubit/web-kit';
import { memo } from 'react';
import type { Opening, Room, Wall } from '../model/plan.js';
import { roomPointer } from '../model/pointer.js';
import type { Shape, VisibleRoom } from '../model/shapes.js';
import { fitText, LABEL_PX } from './fit-text.js';
import styles from './canvas.module.css';

interface RoomDrawingProps {
  readonly room: VisibleRoom;
  readonly scale: number;
  readonly faulty: ReadonlySet<string>;
  readonly withGrid: boolean;
}

const NAME_PX = 8;
const PADDING_PX = 3;

export function RoomDrawing({ room: { placed, shapes, specks }, scale, faulty, withGrid }: RoomDrawingProps) {
  const { index, room, x, y } = placed;
  const at = roomPointer(index);
  const [w, d] = [room.w_mm * scale, room.d_mm * scale];
  return (
    <g data-room={index} transform={`translate(${x * scale} ${y * scale})`}>
      <text y={-NAME_PX} className={styles.roomName}>
        {fitText(room.name, Math.max(120, w), 13)}
      </text>
      <rect width={w} height={d} className={styles.floor} />
      {withGrid && <rect width={w} height={d} fill="url(#plan-grid)" />}
      {specks.length > 0 && <path d={speckPath(specks, scale)} className={styles.specks} />}
      {[...shapes, ...specks.filter(({ pointer }) => faulty.has(at + pointer))].map((shape) => (
        <ShapeDrawing key={shape.pointer} {...{ shape, scale }} isFaulty={faulty.has(at + shape.pointer)} />
      ))}
      <rect width={w} height={d} className={styles.room} data-faulty={faulty.has(at) || undefined} />
      {(room.walls ?? []).map((wall, number) => (
        <WallDrawing
          key={number}
          {...{ wall, scale }}
          opensUp={opensUp(wall, room)}
          isFaulty={faulty.has(`${at}/walls/${number}`)}
        />
      ))}
    </g>
  );
}

function speckPath(specks: readonly Shape[], scale: number): string {
  const px = (mm: number) => Math.round(mm * scale * 10) / 10;
  return specks
    .map(({ box }) => `M${px(box.x_mm)} ${px(box.y_mm)}h${px(box.w_mm)}v${px(box.d_mm)}h${-px(box.w_mm)}z`)
    .join('');
}

interface ShapeDrawingProps {
  readonly shape: Shape;
  readonly scale: number;
  readonly isFaulty: boolean;
}

const ShapeDrawing = memo(function ShapeDrawing({ shape, scale, isFaulty }: ShapeDrawingProps) {
  const { type, box, name, hangs, depth, isFilled } = shape;
  const [x, y, w, d] = [box.x_mm * scale, box.y_mm * scale, box.w_mm * scale, box.d_mm * scale];
  const isUpright = w < 40 && d > 1.5 * w;
  const text = fitText(name, (isUpright ? d : w) - PADDING_PX, LABEL_PX);
  const hasRoom = (isUpright ? w : d) >= LABEL_PX + 3;
  return (
    <g data-shape={type}>
      <rect
        x={x}
        y={y}
        width={w}
        height={d}
        className={cx(styles[type], hangs && styles.hangs)}
        data-depth={Math.min(2, depth)}
        data-faulty={isFaulty || undefined}
      />
      {text !== '' && hasRoom && (
        <text
          className={type === 'zone' ? styles.zoneName : styles.name}
          {...(isFilled
            ? { x: x + 4, y: y + LABEL_PX + 2, textAnchor: 'start' }
            : {
                x: x + w / 2,
                y: y + d / 2,
                dy: '0.35em',
                textAnchor: 'middle',
                transform: isUpright ? `rotate(-90 ${x + w / 2} ${y + d / 2})` : undefined,
              })}
        >
          {text}
        </text>
      )}
    </g>
  );
});

interface WallDrawingProps {
  readonly wall: Wall;
  readonly scale: number;
  readonly isFaulty: boolean;
  /** Its doors open to the other side than its direction has on its right. */
  readonly opensUp: boolean;
}

/** Doors in an edge open into the room. */
function opensUp({ x1, y1, x2, y2 }: Wall, { w_mm: w, d_mm: d }: Room): boolean {
  if (y1 === y2) return y1 === d ? x2 > x1 : y1 === 0 && x2 < x1;
  if (x1 !== x2) return false;
  return x1 === w ? y2 < y1 : x1 === 0 && y2 > y1;
}

const WallDrawing = memo(function WallDrawing({ wall, scale, isFaulty, opensUp: isFlipped }: WallDrawingProps) {
  const { x1, y1, x2, y2, openings = [] } = wall;
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return null;
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return (
    <g transform={`translate(${x1 * scale} ${y1 * scale}) rotate(${angle}) scale(1 ${isFlipped ? -1 : 1})`}>
      <line x2={length * scale} className={styles.wall} data-faulty={isFaulty || undefined} />
      {openings.map((opening, index) => (
        <OpeningDrawing key={index} opening={opening} scale={scale} />
      ))}
    </g>
  );
});

/** Along the x axis, from the first end of its wall. */
function OpeningDrawing({ opening, scale }: { readonly opening: Opening; readonly scale: number }) {
  const { at_mm, w_mm, kind } = opening;
  const [from, w] = [at_mm * scale, w_mm * scale];
  return (
    <>
      <line x1={from} x2={from + w} className={styles.gap} />
      {kind === 'door' && <path d={`M${from + w} 0v${w}A${w} ${w} 0 0 1 ${from} 0`} className={styles.door} />}
      {kind === 'window' && <line x1={from} x2={from + w} className={styles.window} />}
    </>
  );
}
