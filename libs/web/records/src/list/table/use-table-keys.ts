import { useKeys } from '@cubit/web-kit';
import { type KeyboardEvent, useMemo } from 'react';
import type { ActiveCell } from './table-context.js';

export interface TableKeysOptions {
  readonly active: ActiveCell;
  readonly rows: number;
  readonly columns: number;
  /** Rows of one screen. */
  readonly page: () => number;
  readonly move: (cell: ActiveCell, extend: boolean) => void;
  readonly open: (row: number) => void;
  readonly peek: (row: number) => void;
  readonly select: (row: number, range: boolean) => void;
  readonly selectAll: () => void;
  /** Undefined where Escape has another layer to close first. */
  readonly clear: (() => void) | undefined;
  readonly edit: () => void;
  /** While rows are selected, the key that edits the cell edits them. */
  readonly isSelecting: boolean;
  readonly actions: () => void;
}

/** Keys of a table. Letters work on the whole page, arrows while the table has the focus. */
export function useTableKeys(options: TableKeysOptions): (event: KeyboardEvent) => void {
  const { active, rows, move, select, selectAll, edit, isSelecting, actions } = options;
  const keys = useMemo(() => {
    const back = () => move(active, false);
    const to = (step: number, extend: boolean) => () => move({ ...active, row: active.row + step }, extend);
    const toggle = () => select(active.row, false);
    return {
      j: { title: 'Next row', run: to(1, false), back },
      k: { title: 'Previous row', run: to(-1, false), back },
      'shift+j': { title: 'Select to the next row', run: to(1, true) },
      'shift+k': { title: 'Select to the previous row', run: to(-1, true) },
      x: { title: 'Select the row', run: toggle, back: toggle },
      'shift+x': { title: 'Select up to the row', run: () => select(active.row, true) },
      'mod+a': { title: 'Select all of the filter', run: selectAll },
      ...(isSelecting ? {} : { e: { title: 'Edit the cell', run: edit } }),
      '.': { title: 'Actions of the row', run: actions },
    };
  }, [active, move, select, selectAll, edit, isSelecting, actions]);
  useKeys('List', keys, GRID_KEYS);
  return (event) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const act = actOf(event, options, rows);
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** Those of `actOf`, as they are listed. */
const GRID_KEYS = {
  enter: 'Open the record',
  space: 'Peek at the record, or close the peek',
  esc: 'Clear the selection',
  'mod+down': 'Last row',
  'mod+up': 'First row',
};

function actOf(event: KeyboardEvent, options: TableKeysOptions, rows: number): (() => void) | undefined {
  const { active, columns, move, page } = options;
  const all = event.ctrlKey || event.metaKey;
  const to = (row: number, column: number) => () => move({ row, column }, event.shiftKey);
  const { row, column } = active;
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: to(all ? rows - 1 : row + 1, column),
    ArrowUp: to(all ? 0 : row - 1, column),
    ArrowRight: to(row, column + 1),
    ArrowLeft: to(row, column - 1),
    PageDown: to(row + page(), column),
    PageUp: to(row - page(), column),
    Home: to(all ? 0 : row, 0),
    End: to(all ? rows - 1 : row, columns - 1),
    Enter: () => options.open(row),
    F2: options.edit,
    ' ': () => options.peek(row),
    Escape: options.clear,
  };
  return acts[event.key];
}
