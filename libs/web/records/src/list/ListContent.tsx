import { Skeleton } from '@cubit/web-kit';
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { pictureFields } from '../cells/picture-path.js';
import { isFocusFree } from './is-focus-free.js';
import { ListBars } from './ListBars.js';
import { ListEmpty } from './ListEmpty.js';
import { ListFault } from './ListFault.js';
import { bandedSort } from './model/bands.js';
import { fieldsToLoad } from './model/columns.js';
import { groupingOf, isOfMany } from './model/grouping.js';
import { coverOf } from './model/layouts.js';
import { remember } from './model/list-memory.js';
import { type List, recordCount, useList, useStoreState } from './model/use-list.js';
import type { ListState } from './model/use-list-state.js';
import { useGroupedRows } from './model/use-table-groups.js';
import { EVERYTHING, type Selection } from './selection/selection.js';
import { Table } from './table/Table.js';
import { ListToolbar } from './toolbar/ListToolbar.js';
import { useNarrow } from './use-narrow.js';

const Board = lazy(async () => ({ default: (await import('./board/Board.js')).Board }));
const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar.js')).Calendar }));
const CardGrid = lazy(async () => ({ default: (await import('./cards/CardGrid.js')).CardGrid }));
const Gallery = lazy(async () => ({ default: (await import('./gallery/Gallery.js')).Gallery }));
const Tree = lazy(async () => ({ default: (await import('./tree/Tree.js')).Tree }));

/** The toolbar of a list, and its records in the layout of the address. */
export function ListContent({ state }: { readonly state: ListState }) {
  const { layout } = state;
  if (layout === 'table' || layout === 'gallery') return <StoreContent state={state} />;
  const Layout = { board: Board, calendar: Calendar, tree: Tree }[layout];
  return (
    <Suspense fallback={<LoadingLayout state={state} />}>
      <Layout state={state} />
    </Suspense>
  );
}

function LoadingLayout({ state }: { readonly state: ListState }) {
  return (
    <>
      <ListToolbar state={state} error={null} />
      <Skeleton shape="block" height={360} />
    </>
  );
}

function StoreContent({ state }: { readonly state: ListState }) {
  const { slug } = useWorkspace();
  const { kind, filter, sort, columns, layout } = state;
  const shape = useMemo(() => {
    const { fields, expand } = fieldsToLoad(kind, columns);
    const drawn = new Set(layout === 'gallery' ? [coverOf(kind), ...pictureFields(kind)] : []);
    const own = kind.fields.flatMap(({ name }) => (drawn.has(name) ? [name] : []));
    return { expand, fields: [...new Set([...fields, ...own])] };
  }, [kind, columns, layout]);
  const isNarrow = useNarrow();
  const grouping = layout === 'table' ? groupingOf(kind, state.group) : undefined;
  const isMany = grouping !== undefined && isOfMany(grouping.field);
  const group = isMany ? undefined : grouping?.field.name;
  // Cards have no heads.
  const list = useList(
    { slug, kind: kind.id, filter, sort: bandedSort(sort, group), ...shape },
    isMany && !isNarrow ? grouping : undefined,
  );
  useGroupedRows(state, list);
  // Another filter is another list, which begins with all of it selected where that was asked for.
  const [allOf, setAllOf] = useState<string>();
  return <StoreList key={list.key} {...{ state, list }} selectsAll={allOf === filter} onSelectAllOf={setAllOf} />;
}

interface StoreListProps {
  readonly state: ListState;
  readonly list: List;
  /** It begins with all of it selected. */
  readonly selectsAll: boolean;
  /** Selects all of the list with this filter once it is there; undefined: of none. */
  readonly onSelectAllOf: (filter: string | undefined) => void;
}

function StoreList({ state, list, selectsAll, onSelectAllOf }: StoreListProps) {
  const rowsRef = useRef<HTMLDivElement>(null);
  const { store, memory } = list;
  const stored = useStoreState(store);
  const { count, error, loading } = stored;
  const [selection, setSelection] = useState<Selection>(selectsAll ? EVERYTHING : memory.selection);
  useEffect(() => remember(memory, { selection }), [memory, selection]);
  const select = (next: Selection) => {
    onSelectAllOf(undefined);
    setSelection(next);
  };
  const selectAll = (filter: string) => {
    if (filter !== state.filter) return onSelectAllOf(filter);
    select(EVERYTHING);
    rowsRef.current?.focus({ preventScroll: true });
  };
  const isEmpty = !loading && count === 0 && !error;
  return (
    <>
      <ListBars
        {...{ state, list, error, selection }}
        total={recordCount(stored)}
        onSelection={select}
        onSelectAll={selectAll}
      />
      {count === 0 && error ? (
        <ListFault state={state} error={error} onRetry={() => store.reload()} />
      ) : isEmpty ? (
        <ListEmpty state={state} />
      ) : (
        <Rows {...{ state, list, selection, rowsRef }} onSelection={select} />
      )}
    </>
  );
}

interface RowsProps extends Pick<StoreListProps, 'state' | 'list'> {
  readonly rowsRef: RefObject<HTMLDivElement | null>;
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
}

const PHONE_CARD_PX = 82;
const CARD_FIELDS = 4;

function Rows({ state, list, rowsRef: ref, selection, onSelection }: RowsProps) {
  const { kind, columns, layout } = state;
  const isNarrow = useNarrow();
  const { count } = useStoreState(list.store);
  useFirstFocus(ref, count > 0 && layout === 'table' && !isNarrow);
  const shared = { kind, list, selection, onSelection, scrollerRef: ref };
  if (layout === 'gallery' || isNarrow) {
    const fields = columns.slice(1, 1 + CARD_FIELDS);
    return (
      <Suspense fallback={<Skeleton shape="block" height={360} />}>
        {layout === 'gallery' ? (
          <Gallery {...shared} columns={columns} />
        ) : (
          <CardGrid {...shared} columns={fields} cardWidth={640} cardHeight={PHONE_CARD_PX} />
        )}
      </Suspense>
    );
  }
  return <Table state={state} list={list} selection={selection} onSelection={onSelection} gridRef={ref} />;
}

/** Back from a record returns the focus to the grid, so that keys go on where they were: unless some part of the page has it. */
function useFirstFocus(ref: React.RefObject<HTMLElement | null>, ready: boolean): void {
  useEffect(() => {
    if (ready && isFocusFree()) ref.current?.focus({ preventScroll: true });
  }, [ref, ready]);
}
