import type { Handle } from '../model/gesture.js';
import type { Point } from '../model/plan.js';
import { nodeAt, roomOf } from '../model/pointer.js';
import type { Plan } from '../model/plan.js';
import type { Sheet } from '../model/layout.js';

export interface PlacedHandle extends Point {
  readonly handle: Handle;
}

/** The handles of an element, in millimetres on the sheet. */
export function handlesOf(plan: Plan, sheet: Sheet, pointer: string): readonly PlacedHandle[] {
  const found = nodeAt(plan, pointer);
  const home = sheet.rooms[roomOf(pointer)];
  if (!found || !home) return [];
  if (found.type === 'wall') {
    const { x1, y1, x2, y2 } = found.node;
    return [
      { handle: 'first', x: home.x + x1, y: home.y + y1 },
      { handle: 'last', x: home.x + x2, y: home.y + y2 },
    ];
  }
  if (found.type === 'room') {
    const [right, bottom] = [home.x + found.node.w_mm, home.y + found.node.d_mm];
    return [
      { handle: 'right', x: right, y: home.y + found.node.d_mm / 2 },
      { handle: 'bottom', x: home.x + found.node.w_mm / 2, y: bottom },
      { handle: 'bottomright', x: right, y: bottom },
    ];
  }
  if (found.type !== 'zone' && found.type !== 'container') return [];
  const { x_mm, y_mm, w_mm, d_mm } = found.node;
  const columns = [
    ['left', home.x + x_mm],
    ['', home.x + x_mm + w_mm / 2],
    ['right', home.x + x_mm + w_mm],
  ] as const;
  const rows = [
    ['top', home.y + y_mm],
    ['', home.y + y_mm + d_mm / 2],
    ['bottom', home.y + y_mm + d_mm],
  ] as const;
  return rows.flatMap(([row, y]) =>
    columns.flatMap(([column, x]) =>
      row === '' && column === '' ? [] : [{ handle: `${row}${column}` as const, x, y }],
    ),
  );
}

const CURSORS: Readonly<Record<string, string>> = {
  left: 'ew-resize',
  right: 'ew-resize',
  top: 'ns-resize',
  bottom: 'ns-resize',
  topleft: 'nwse-resize',
  bottomright: 'nwse-resize',
  topright: 'nesw-resize',
  bottomleft: 'nesw-resize',
  first: 'move',
  last: 'move',
};

export const cursorOf = (handle: Handle): string => CURSORS[handle] ?? 'move';
