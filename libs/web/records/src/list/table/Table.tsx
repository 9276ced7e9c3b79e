import { type CubitRecord, pagePaths } from '@cubit/web-client';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useEdges } from '@cubit/web-kit';
import { useGo, useSearchParams } from '../../app/address.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { isEditable } from '../edit/is-editable.js';
import { Lines } from '../model/bands.js';
import { remember } from '../model/list-memory.js';
import { type List, useStoreState } from '../model/use-list.js';
import type { ListState } from '../model/use-list-state.js';
import { EVERYTHING, extended, NOTHING, selectedCount, type Selection, toggled } from '../selection/selection.js';
import { BandRow } from './BandRow.js';
import { loadCellEditor } from './lazy-editor.js';
import { TableFoot } from './TableFoot.js';
import { TableHead } from './TableHead.js';
import { BoneRow, TableRow } from './TableRow.js';
import { type ActiveCell, cellId, type TableContext, TableProvider } from './table-context.js';
import { heightOf } from './row-window.js';
import { useBands } from './use-bands.js';
import { useRowWindow } from './use-row-window.js';
import { useScrollMemory } from './use-scroll-memory.js';
import { useTableKeys } from './use-table-keys.js';
import { useTokenPx } from './use-token-px.js';
import { useVisibleColumns } from './use-visible-columns.js';
import styles from './Table.module.css';

export interface TableProps {
  readonly state: ListState;
  readonly list: List;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
  /** Receives the grid, so that the page can give it the focus. */
  readonly gridRef: RefObject<HTMLDivElement | null>;
}

const CHECK_PX = 40;
/** Rows that stand in for the first page. */
const BONES = 12;

/** The records of a list as a grid: rows and columns in sight alone are drawn. */
export function Table({ state, list, selection, onSelection, gridRef }: TableProps) {
  const { kind, columns, sort, set, setSetting } = state;
  const { store, memory } = list;
  const { count, exact, loading } = useStoreState(store);
  const [rowHeight, head] = useTokenPx('--row', '--table-head');
  const bands = useBands(state);
  const lines = useMemo(() => new Lines(bands, count), [bands, count]);
  const { rows, scrollTo: scrollToLine } = useRowWindow({ scrollerRef: gridRef, count: lines.count, rowHeight, head });
  const scrollTo = useCallback((index: number) => scrollToLine(lines.ofRecord(index)), [lines, scrollToLine]);
  const shown = [lines.recordFrom(rows.first), lines.recordFrom(rows.last)] as const;
  const visible = useVisibleColumns(gridRef, columns);
  useScrollMemory(gridRef, memory, count > 0);
  useEdges(gridRef);
  useEffect(() => {
    if (rows.last >= rows.first) store.show(lines.recordFrom(rows.first), lines.recordFrom(rows.last));
  }, [store, rows, lines]);
  const table = useTableState({ ...{ state, list, selection, onSelection, count, scrollTo, gridRef } });
  const context: TableContext = useMemo(() => ({ ...table.context, visible }), [table.context, visible]);
  const onKeyDown = useTableKeys({
    ...table.keys,
    rows: count,
    columns: columns.length,
    isSelecting: kind.can.update && selectedCount(selection, count) > 0,
    page: () => pageRows(gridRef, rowHeight),
  });
  const id = table.context.id;
  const isShown = table.context.active.row >= shown[0] && table.context.active.row <= shown[1];
  return (
    <TableProvider value={context}>
      <div className={styles.frame}>
        <div
          ref={gridRef}
          role="grid"
          tabIndex={0}
          className={styles.table}
          aria-label={kind.plural}
          aria-rowcount={exact ? count + 1 : -1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-activedescendant={isShown ? cellId(id, table.context.active) : undefined}
          aria-busy={(loading && count === 0) || undefined}
          onKeyDown={onKeyDown}
        >
          <div style={{ width: visible.width + CHECK_PX, minWidth: '100%' }}>
            <TableHead
              sort={sort}
              total={count}
              onSort={(next) => set({ sort: next })}
              onSelectAll={(all) => onSelection(all ? EVERYTHING : NOTHING)}
              onWidth={(key, width) =>
                setSetting((before) => ({ ...before, widths: { ...before.widths, [key]: width } }))
              }
            />
            <div
              role="rowgroup"
              className={styles.rows}
              style={{ height: heightOf({ count: lines.count, rowHeight, viewport: 0 }) }}
            >
              {loading &&
                count === 0 &&
                indexes(0, BONES - 1).map((line) => <BoneRow key={line} index={line} top={line * rowHeight} />)}
              {indexes(rows.first, rows.last).map((line) => {
                const found = lines.at(line);
                const top = rows.offset + (line - rows.first) * rowHeight;
                if ('record' in found) return <TableRow key={found.record} index={found.record} top={top} />;
                const { band } = found;
                return <BandRow key={`band ${band.value}`} {...{ band, top }} columns={columns.length + 1} />;
              })}
            </div>
          </div>
        </div>
        <TableFoot store={store} kind={kind} />
      </div>
    </TableProvider>
  );
}

function indexes(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
}

function pageRows(gridRef: RefObject<HTMLElement | null>, rowHeight: number): number {
  return Math.max(1, Math.floor((gridRef.current?.clientHeight ?? 0) / rowHeight) - 2);
}

interface TableStateOptions extends TableProps {
  readonly count: number;
  readonly scrollTo: (index: number) => void;
}

/** The active cell, what is edited, and what keys do. */
function useTableState({ state, list, selection, onSelection, count, scrollTo, gridRef }: TableStateOptions) {
  const { kind, columns, set } = state;
  const { store } = list;
  const id = useId();
  const { slug } = useWorkspace();
  const go = useGo();
  const peeked = useSearchParams()['peek'];
  const { active, activate, editing, edit, menuOpen, setMenuOpen } = useCell({ state, list, gridRef });
  const anchor = useRef(active.row);
  const pathOf = useCallback((record: CubitRecord) => pagePaths.record(slug, record.kind, record.id), [slug]);
  const idsBetween = useCallback(
    (a: number, b: number) => store.between(Math.min(a, b), Math.max(a, b)).map((record) => record.id),
    [store],
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
  const move = useCallback(
    (to: ActiveCell, extend: boolean) => {
      if (count === 0) return;
      const cell = { row: clamp(to.row, count), column: clamp(to.column, columns.length) };
      if (extend && cell.row !== active.row) onSelection(extended(selection, idsBetween(anchor.current, cell.row)));
      else anchor.current = cell.row;
      activate(cell);
      scrollTo(cell.row);
      if (cell.column !== active.column) scrollColumn(gridRef.current, columns, cell.column);
      if (peeked !== undefined && cell.row !== active.row) peek(cell.row, true);
    },
    [count, columns, active, selection, onSelection, idsBetween, activate, scrollTo, gridRef, peeked, peek],
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
  const context = useMemo(
    () => ({ id, kind, store, selection, active, editing, menuOpen, setMenuOpen, activate, select, edit }),
    [id, kind, store, selection, active, editing, menuOpen, setMenuOpen, activate, select, edit],
  );
  const keys = {
    ...{ active, move, select, peek },
    edit: useCallback(() => edit(active), [edit, active]),
    actions: useCallback(() => setMenuOpen(true), [setMenuOpen]),
    selectAll: useCallback(() => onSelection(EVERYTHING), [onSelection]),
    clear: peeked === undefined ? () => onSelection(NOTHING) : undefined,
    open: (row: number) => {
      const record = store.at(row);
      if (record) go(pathOf(record));
    },
  };
  return { context, keys };
}

/** Which cell is active, which one is edited, and whether the actions of the row are open. */
function useCell({ state, list, gridRef }: Pick<TableProps, 'state' | 'list' | 'gridRef'>) {
  const { kind, columns } = state;
  const { store, memory } = list;
  const [active, setActive] = useState<ActiveCell>({ row: memory.row, column: memory.column });
  const [editing, setEditing] = useState<ActiveCell | null>(null);
  const [menuOpen, setMenu] = useState(false);
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
  const edit = useCallback(
    (cell: ActiveCell | null) => {
      if (cell === null) {
        setEditing(null);
        return gridRef.current?.focus();
      }
      const field = columns[cell.column]?.field;
      const record = store.at(cell.row);
      if (field && record && isEditable(kind, field)) setEditing(cell);
    },
    [columns, store, kind, gridRef],
  );
  const setMenuOpen = useCallback(
    (open: boolean) => {
      setMenu(open);
      if (!open) gridRef.current?.focus();
    },
    [gridRef],
  );
  return { active, activate, editing, edit, menuOpen, setMenuOpen };
}

const clamp = (index: number, count: number): number => Math.min(Math.max(0, index), count - 1);

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
