import { useKeys } from '@cubit/web-kit';
import { type KeyboardEvent, useMemo } from 'react';

/** A cell by its line: that of a record or of the head of a group. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface TableKeysOptions {
  readonly place: Place;
  /** Of the group whose head is active. */
  readonly head: { readonly isFolded: boolean; fold(isFolded: boolean): void } | undefined;
  readonly lines: number;
  readonly columns: number;
  /** Rows of one screen. */
  readonly page: () => number;
  readonly move: (to: Place, extend: boolean) => void;
  readonly open: () => void;
  readonly peek: () => void;
  readonly select: (range: boolean) => void;
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
  const { move, select, selectAll, edit, isSelecting, actions } = options;
  const { line, column } = options.place;
  const keys = useMemo(() => {
    const back = () => move({ line, column }, false);
    const to = (step: number, extend: boolean) => () => move({ line: line + step, column }, extend);
    const toggle = () => select(false);
    return {
      j: { title: 'Next row', run: to(1, false), back },
      k: { title: 'Previous row', run: to(-1, false), back },
      'shift+j': { title: 'Select to the next row', run: to(1, true) },
      'shift+k': { title: 'Select to the previous row', run: to(-1, true) },
      x: { title: 'Select the row', run: toggle, back: toggle },
      'shift+x': { title: 'Select up to the row', run: () => select(true) },
      'mod+a': { title: 'Select all of the filter', run: selectAll },
      ...(isSelecting ? {} : { e: { title: 'Edit the cell', run: edit } }),
      '.': { title: 'Actions of the row', run: actions },
    };
  }, [line, column, move, select, selectAll, edit, isSelecting, actions]);
  useKeys('List', keys, GRID_KEYS);
  return (event) => {
    if (event.target !== event.currentTarget || event.altKey) return;
    const act = actOf(event, options);
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** Those of `actOf`, as they are listed. */
const GRID_KEYS = {
  enter: 'Open the record',
  left: 'Fold the group, at its head',
  right: 'Unfold the group, at its head',
  space: 'Peek at the record, or close the peek',
  esc: 'Clear the selection',
  'mod+down': 'Last row',
  'mod+up': 'First row',
};

function actOf(event: KeyboardEvent, options: TableKeysOptions): (() => void) | undefined {
  const { place, lines, columns, head, move, page } = options;
  const all = event.ctrlKey || event.metaKey;
  const to = (toLine: number, toColumn: number) => () => move({ line: toLine, column: toColumn }, event.shiftKey);
  const { line, column } = place;
  const acts: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: to(all ? lines - 1 : line + 1, column),
    ArrowUp: to(all ? 0 : line - 1, column),
    ArrowRight: to(line, column + 1),
    ArrowLeft: to(line, column - 1),
    PageDown: to(line + page(), column),
    PageUp: to(line - page(), column),
    Home: to(all ? 0 : line, 0),
    End: to(all ? lines - 1 : line, columns - 1),
    Enter: options.open,
    F2: options.edit,
    ' ': options.peek,
    Escape: options.clear,
    ...(head && headActs(head)),
  };
  return acts[event.key];
}

function headActs({ isFolded, fold }: NonNullable<TableKeysOptions['head']>): Readonly<Record<string, () => void>> {
  const toggle = () => fold(!isFolded);
  return { ArrowRight: () => fold(false), ArrowLeft: () => fold(true), Enter: toggle, ' ': toggle };
}
