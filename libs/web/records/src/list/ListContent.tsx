import { isApiError } from '@cubit/web-client';
import { Button, EmptyState, ErrorState, Skeleton } from '@cubit/web-kit';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useWorkspace } from '../app/workspace-context.js';
import { CardGrid } from './cards/CardGrid.js';
import { isFocusFree } from './is-focus-free.js';
import { ListEmpty } from './ListEmpty.js';
import { bandedSort } from './model/bands.js';
import { fieldsToLoad } from './model/columns.js';
import { bandField, coverOf } from './model/layouts.js';
import { remember } from './model/list-memory.js';
import { type List, useList, useStoreState } from './model/use-list.js';
import type { ListState } from './model/use-list-state.js';
import { NOTHING, type Selection, selectedCount } from './selection/selection.js';
import { Table } from './table/Table.js';
import { ListToolbar } from './toolbar/ListToolbar.js';
import { useNarrow } from './use-narrow.js';
import styles from './ListContent.module.css';

const SelectionBar = lazy(async () => ({ default: (await import('./selection/SelectionBar.js')).SelectionBar }));
const Board = lazy(async () => ({ default: (await import('./board/Board.js')).Board }));
const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar.js')).Calendar }));
const Gallery = lazy(async () => ({ default: (await import('./gallery/Gallery.js')).Gallery }));
const Tree = lazy(async () => ({ default: (await import('./tree/Tree.js')).Tree }));

/** The toolbar of a list, and its records in the layout of the address. */
export function ListContent({ state }: { readonly state: ListState }) {
  const { layout } = state;
  if (layout === 'table' || layout === 'gallery') return <StoreContent state={state} />;
  if (layout === 'tree') return <TreeContent state={state} />;
  const Layout = { board: Board, calendar: Calendar }[layout];
  return (
    <>
      <ListToolbar state={state} error={null} />
      <Suspense fallback={<Skeleton shape="block" height={360} />}>
        <Layout state={state} />
      </Suspense>
    </>
  );
}

function TreeContent({ state }: { readonly state: ListState }) {
  const [selection, setSelection] = useState(NOTHING);
  const shared = { state, selection, onSelection: setSelection };
  return (
    <>
      <Bars {...shared} total={0} error={null} />
      <Suspense fallback={<Skeleton shape="block" height={360} />}>
        <Tree {...shared} />
      </Suspense>
    </>
  );
}

interface BarsProps {
  readonly state: ListState;
  readonly list?: List;
  readonly error: unknown;
  readonly selection: Selection;
  /** Number of records of the list, where all of them can be selected. */
  readonly total: number;
  readonly onSelection: (selection: Selection) => void;
}

/** The toolbar, and in its place what can be done with a selection. */
function Bars({ error, ...selected }: BarsProps) {
  const { state, selection, total } = selected;
  // It stays for as long as the list: work on a selection goes on when that is cleared.
  const [isSelecting, setSelecting] = useState(false);
  if (!isSelecting && selectedCount(selection, total) > 0) setSelecting(true);
  return (
    <div className={styles.bars}>
      <ListToolbar state={state} error={error} />
      {isSelecting && (
        <Suspense>
          <SelectionBar {...selected} />
        </Suspense>
      )}
    </div>
  );
}

function StoreContent({ state }: { readonly state: ListState }) {
  const { slug } = useWorkspace();
  const { kind, filter, sort, columns, layout } = state;
  const cover = layout === 'gallery' ? coverOf(kind) : undefined;
  const shape = useMemo(() => {
    const { fields, expand } = fieldsToLoad(kind, columns);
    return { expand, fields: cover === undefined || fields.includes(cover) ? fields : [...fields, cover] };
  }, [kind, columns, cover]);
  const bands = layout === 'table' ? bandField(kind, state.group)?.name : undefined;
  const list = useList({ slug, kind: kind.id, filter, sort: bandedSort(sort, bands), ...shape });
  return <StoreList key={list.key} state={state} list={list} />;
}

interface StoreListProps {
  readonly state: ListState;
  readonly list: List;
}

function StoreList({ state, list }: StoreListProps) {
  const { store, memory } = list;
  const { count, error, loading } = useStoreState(store);
  const [selection, setSelection] = useState<Selection>(memory.selection);
  const select = (next: Selection) => {
    remember(memory, { selection: next });
    setSelection(next);
  };
  const isEmpty = !loading && count === 0 && !error;
  return (
    <>
      <Bars {...{ state, list, error, selection }} total={count} onSelection={select} />
      {count === 0 && error ? (
        <Failed state={state} error={error} onRetry={() => store.reload()} />
      ) : isEmpty ? (
        <ListEmpty state={state} />
      ) : (
        <Rows state={state} list={list} selection={selection} onSelection={select} />
      )}
    </>
  );
}

interface FailedProps {
  readonly state: ListState;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Failed({ state, error, onRetry }: FailedProps) {
  const isFilter = isApiError(error) && error.code === 'invalid_filter';
  if (!isFilter) return <ErrorState error={error} onRetry={onRetry} />;
  const clear = (
    <Button icon="x" onPress={() => state.set({ filter: undefined })}>
      Clear the filter
    </Button>
  );
  return <EmptyState icon="filter" title="The filter cannot be read" action={clear} />;
}

interface RowsProps extends StoreListProps {
  readonly selection: Selection;
  readonly onSelection: (selection: Selection) => void;
}

const PHONE_CARD_PX = 104;
const CARD_FIELDS = 4;

function Rows({ state, list, selection, onSelection }: RowsProps) {
  const { kind, columns, layout } = state;
  const ref = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const { count } = useStoreState(list.store);
  useFirstFocus(ref, count > 0 && layout === 'table' && !isNarrow);
  const shared = { kind, list, selection, onSelection, scrollerRef: ref };
  if (layout === 'gallery') {
    return (
      <Suspense fallback={<Skeleton shape="block" height={360} />}>
        <Gallery {...shared} columns={columns} />
      </Suspense>
    );
  }
  if (isNarrow) {
    return (
      <CardGrid {...shared} columns={columns.slice(1, 1 + CARD_FIELDS)} cardWidth={640} cardHeight={PHONE_CARD_PX} />
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
