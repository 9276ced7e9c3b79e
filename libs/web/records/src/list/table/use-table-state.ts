import { type CubitRecord, pagePaths } from '@cubit/web-client';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useGo, useSearchParams } from '../../app/address.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { isEditable } from '../edit/is-editable.js';
import { type Band, bandKey, type Lines } from '../model/bands.js';
import { remember } from '../model/list-memory.js';
import type { List } from '../model/use-list.js';
import type { ListState } from '../model/use-list-state.js';
import { EVERYTHING, extended, NOTHING, type Selection, toggled } from '../selection/selection.js';
import { loadCellEditor } from './lazy-editor.js';
import { type ActiveCell, isSame } from './table-context.js';
import type { Place } from './use-table-keys.js';

export interface TableStateOptions {
  readonly state: ListState;
  readonly list: List;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly lines: Lines;
  readonly scrollTo: (line: number) => void;
  readonly onFold: (band: Band, isFolded: boolean) => void;
}

/** The active cell, what is edited, and what keys do. */
export function useTableState(options: TableStateOptions) {
  const { state, list, selection, onSelection, lines } = options;
  const { kind, set } = state;
  const { store } = list;
  const id = useId();
  const { slug } = useWorkspace();
  const go = useGo();
  const peeked = useSearchParams()['peek'];
  const cell = useCell(options);
  const { active, activate, editing, edit, close, menuOpen, setMenuOpen } = cell;
  const anchor = useRef(active.row);
  const pathOf = useCallback((record: CubitRecord) => pagePaths.record(slug, record.kind, record.id), [slug]);
  const idsBetween = useCallback(
    (a: number, b: number) => {
      const shown = lines.records(lines.ofRecord(Math.min(a, b)), lines.ofRecord(Math.max(a, b)));
      // Rows that are not loaded are not selected.
      return shown.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, index) => store.at(first + index)?.id ?? []).flat(),
      );
    },
    [store, lines],
  );
  const peek = useCallback(
    (row: number, replace = false) => {
      const record = store.at(row);
      if (!record) return;
      const shown = `${record.kind}/${record.id}`;
      set({ peek: shown === peeked && !replace ? undefined : shown }, { replace });
    },
    [store, set, peeked],
  );
  const select = useCallback(
    (row: number, range: boolean) => {
      const record = store.at(row);
      if (!record) return;
      onSelection(range ? extended(selection, idsBetween(anchor.current, row)) : toggled(selection, record.id));
      anchor.current = row;
    },
    [store, selection, onSelection, idsBetween],
  );
  const reach = useReach(options, { active, activate });
  const move = useCallback(
    (to: Place, extend: boolean) => {
      const next = reach(to);
      if (!next || next.isHead) return;
      if (extend && next.row !== active.row) onSelection(extended(selection, idsBetween(anchor.current, next.row)));
      else anchor.current = next.row;
      if (peeked !== undefined && next.row !== active.row) peek(next.row, true);
    },
    [reach, active, selection, onSelection, idsBetween, peeked, peek],
  );
  const context = useMemo(
    () => ({ id, kind, store, selection, active, editing, menuOpen, setMenuOpen, activate, select, edit, close }),
    [id, kind, store, selection, active, editing, menuOpen, setMenuOpen, activate, select, edit, close],
  );
  const keys = {
    ...{ move, head: cell.head },
    place: { line: lineOf(lines, active), column: active.column },
    select: useCallback((range: boolean) => !active.isHead && select(active.row, range), [select, active]),
    edit: useCallback(() => edit(active), [edit, active]),
    actions: useCallback(() => !active.isHead && setMenuOpen(true), [setMenuOpen, active]),
    selectAll: useCallback(() => onSelection(EVERYTHING), [onSelection]),
    clear: peeked === undefined ? () => onSelection(NOTHING) : undefined,
    open: () => {
      const record = store.at(active.row);
      if (record) go(pathOf(record));
    },
    peek: () => peek(active.row),
  };
  return { context, keys, fold: cell.fold };
}

function lineOf(lines: Lines, { row, isHead }: ActiveCell): number {
  return (isHead ? lines.ofHead(row) : undefined) ?? lines.ofRecord(row);
}

type Cell = Pick<ReturnType<typeof useCell>, 'active' | 'activate'>;

/** Makes the cell at a place the active one, and brings it into sight. */
function useReach({ state, lines, scrollTo, gridRef }: TableStateOptions, { active, activate }: Cell) {
  const { columns } = state;
  return useCallback(
    (to: Place): ActiveCell | undefined => {
      if (lines.count === 0) return undefined;
      const line = clamp(to.line, lines.count);
      const column = clamp(to.column, columns.length);
      const found = lines.at(line);
      const cell = 'band' in found ? headCell(found.band, column) : { row: found.record, column, isHead: false };
      activate(cell);
      scrollTo(line);
      if (column !== active.column) scrollColumn(gridRef.current, columns, column);
      return cell;
    },
    [lines, columns, activate, scrollTo, active, gridRef],
  );
}

const headCell = ({ first }: Band, column: number): ActiveCell => ({ row: first, column, isHead: true });

/** Which cell is active, which one is edited, and whether the actions of the row are open. */
function useCell({ state, list, gridRef, lines, onFold }: TableStateOptions) {
  const { kind, columns } = state;
  const { store, memory } = list;
  const [kept, setActive] = useState<ActiveCell>({ row: memory.row, column: memory.column, isHead: memory.isHead });
  const [editing, setEditing] = useState<ActiveCell | null>(null);
  const [menuOpen, setMenu] = useState(false);
  const line = lineOf(lines, kept);
  const found = lines.at(line);
  const band = 'band' in found ? found : undefined;
  // A group may have come, gone, or begin elsewhere since.
  const row = band ? band.band.first : kept.row;
  const isHead = band !== undefined;
  const active = useMemo(() => ({ row, column: kept.column, isHead }), [row, kept.column, isHead]);
  // What is typed after the key that opens the editor must reach it.
  useEffect(() => {
    if (kind.can.update) void loadCellEditor();
  }, [kind.can.update]);
  const activate = useCallback(
    (cell: ActiveCell) => {
      remember(memory, cell);
      setActive(cell);
    },
    [memory],
  );
  const open = useRef<ActiveCell>(null);
  const setOpen = useCallback((cell: ActiveCell | null) => {
    open.current = cell;
    setEditing(cell);
  }, []);
  const close = useCallback(
    (cell: ActiveCell) => {
      // Its answer may come when another cell is edited.
      if (!open.current || !isSame(open.current, cell)) return;
      setOpen(null);
      gridRef.current?.focus();
    },
    [setOpen, gridRef],
  );
  const edit = useCallback(
    (cell: ActiveCell) => {
      const field = columns[cell.column]?.field;
      const record = cell.isHead ? undefined : store.at(cell.row);
      if (field && record && isEditable(kind, field)) setOpen(cell);
    },
    [columns, store, kind, setOpen],
  );
  const setMenuOpen = useCallback(
    (open: boolean) => {
      setMenu(open);
      if (!open) gridRef.current?.focus();
    },
    [gridRef],
  );
  const fold = useCallback(
    (of: Band, isFolded: boolean) => {
      activate(headCell(of, active.column));
      onFold(of, isFolded);
      gridRef.current?.focus();
    },
    [activate, onFold, active.column, gridRef],
  );
  const head = band && { isFolded: band.isFolded, fold: (isFolded: boolean) => fold(band.band, isFolded) };
  return { active, activate, editing, edit, close, menuOpen, setMenuOpen, head, fold };
}

/** Folded groups of the list, by key; they stay folded when Back shows it again. */
export function useFolded({ memory }: List) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(memory.folded);
  const onFold = useCallback(
    (band: Band, isFolded: boolean) => {
      const next = new Set(memory.folded);
      if (isFolded) next.add(bandKey(band));
      else next.delete(bandKey(band));
      remember(memory, { folded: next });
      setFolded(next);
    },
    [memory],
  );
  return { folded, onFold };
}

const clamp = (index: number, count: number): number => Math.min(Math.max(0, index), count - 1);

export const CHECK_PX = 40;

/** Brings a column into sight, beside the title that stays in place. */
function scrollColumn(grid: HTMLElement | null, columns: ListState['columns'], index: number): void {
  if (!grid) return;
  if (index === 0) {
    grid.scrollLeft = 0;
    return;
  }
  const sticky = CHECK_PX + (columns[0]?.width ?? 0);
  const start = columns.slice(1, index).reduce((sum, { width }) => sum + width, 0);
  const end = start + (columns[index]?.width ?? 0);
  const room = grid.clientWidth - sticky;
  if (start < grid.scrollLeft) grid.scrollLeft = start;
  else if (end > grid.scrollLeft + room) grid.scrollLeft = end - room;
}
