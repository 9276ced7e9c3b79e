import { useEdges } from '@cubit/web-kit';
import { type RefObject, useEffect, useMemo } from 'react';
import { bandKey, Lines } from '../model/bands.js';
import { type List, recordCount, useStoreState } from '../model/use-list.js';
import type { ListState } from '../model/use-list-state.js';
import { EVERYTHING, NOTHING, selectedCount, type Selection } from '../selection/selection.js';
import { BandRow } from './BandRow.js';
import { TableFoot } from './TableFoot.js';
import { TableHead } from './TableHead.js';
import { BoneRow, TableRow } from './TableRow.js';
import { cellId, type TableContext, TableProvider } from './table-context.js';
import { heightOf } from './row-window.js';
import { useBands } from './use-bands.js';
import { useRowWindow } from './use-row-window.js';
import { useScrollMemory } from './use-scroll-memory.js';
import { useTableKeys } from './use-table-keys.js';
import { CHECK_PX, useFolded, useTableState } from './use-table-state.js';
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

/** Rows that stand in for the first page. */
const BONES = 12;

/** The records of a list as a grid: rows and columns in sight alone are drawn. */
export function Table({ state, list, selection, onSelection, gridRef }: TableProps) {
  const { kind, columns, sort, set, setSetting } = state;
  const { store, memory } = list;
  const stored = useStoreState(store);
  const { count, exact, loading } = stored;
  const records = recordCount(stored);
  const [rowHeight, head] = useTokenPx('--row', '--table-head');
  const { bands, note } = useBands(state, stored);
  const { folded, onFold } = useFolded(list);
  const lines = useMemo(() => new Lines(bands, count, folded), [bands, count, folded]);
  const { rows, scrollTo } = useRowWindow({ scrollerRef: gridRef, count: lines.count, rowHeight, head });
  const visible = useVisibleColumns(gridRef, columns);
  useScrollMemory(gridRef, memory, count > 0);
  useEdges(gridRef);
  useEffect(() => {
    if (rows.last >= rows.first) store.showAll(lines.records(rows.first, rows.last));
  }, [store, rows, lines]);
  const table = useTableState({ ...{ state, list, selection, onSelection, gridRef, lines, scrollTo, onFold } });
  const context: TableContext = useMemo(() => ({ ...table.context, visible }), [table.context, visible]);
  const onKeyDown = useTableKeys({
    ...table.keys,
    lines: lines.count,
    columns: columns.length,
    isSelecting: kind.can.update && selectedCount(selection, records) > 0,
    page: () => pageRows(gridRef, rowHeight),
  });
  const id = table.context.id;
  const { line } = table.keys.place;
  const isShown = line >= rows.first && line <= rows.last;
  return (
    <TableProvider value={context}>
      <div className={styles.frame}>
        <div
          ref={gridRef}
          role="grid"
          tabIndex={0}
          className={styles.table}
          aria-label={kind.plural}
          aria-rowcount={exact ? lines.count + 1 : -1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-activedescendant={isShown ? cellId(id, table.context.active) : undefined}
          aria-busy={(loading && count === 0) || undefined}
          onKeyDown={onKeyDown}
        >
          <div style={{ width: visible.width + CHECK_PX, minWidth: '100%' }}>
            <TableHead
              sort={sort}
              total={records}
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
                indexes(0, BONES - 1).map((bone) => <BoneRow key={bone} line={bone} top={bone * rowHeight} />)}
              {indexes(rows.first, rows.last).map((each) => {
                const found = lines.at(each);
                const top = rows.offset + (each - rows.first) * rowHeight;
                const place = { line: each, top };
                if ('record' in found) return <TableRow key={found.record} index={found.record} {...place} />;
                const key = `band ${bandKey(found.band)}`;
                return <BandRow key={key} {...found} {...place} columns={columns.length + 1} onFold={table.fold} />;
              })}
            </div>
          </div>
        </div>
        <TableFoot store={store} kind={kind} note={note} />
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
