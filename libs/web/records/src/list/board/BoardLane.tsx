import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { apiPaths, type CubitRecord, type Page, type UiField } from '@cubit/web-client';
import { Button, Skeleton, Status } from '@cubit/web-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryKeys } from '../../app/query-keys.js';
import { useApp } from '../../app/app-context.js';
import type { RecordsQuery } from '../../app/queries.js';
import { useWorkspace } from '../../app/workspace-context.js';
import { toneOf } from '../../cells/index.js';
import { fieldsToLoad } from '../model/columns.js';
import { joinFilter, valueCondition } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import { BoardCard } from './BoardCard.js';
import type { BoardColumn } from './use-columns.js';
import type { Moves } from './use-move.js';
import styles from './Board.module.css';

export interface BoardLaneProps {
  /** Cards can be dropped in columns of the same board alone. */
  readonly board: string;
  /** The title of the lane of the board. */
  readonly lane: string | undefined;
  readonly state: ListState;
  readonly field: UiField;
  readonly column: BoardColumn;
  readonly columns: readonly BoardColumn[];
  readonly moves: Moves;
  /** Records that were moved, by id: a card that arrives is not loaded yet. */
  readonly moved: ReadonlyMap<string, CubitRecord>;
  readonly onMove: (record: CubitRecord, to: BoardColumn) => void;
}

const CARDS = 50;

/** One column: the first 50 cards, then 50 more with each press. */
export function BoardLane(props: BoardLaneProps) {
  const { state, field, column, moves, moved, onMove } = props;
  const { kind, filter, columns: shown } = state;
  const Heading = props.lane === undefined ? 'h2' : 'h3';
  const name = props.lane === undefined ? column.title : `${props.lane}, ${column.title}`;
  const ref = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isOver = useDropTarget({ lane: ref, list, board: props.board }, (record) => onMove(record, column));
  const shape = fieldsToLoad(kind, shown);
  const { records, isPending, isFetchingNextPage, fetchNextPage } = useCards(kind.id, {
    filter: joinFilter([filter, valueCondition(field, column.value)]),
    sort: state.sort ?? kind.ui.order?.field,
    fields: [...new Set([...shape.fields, field.name])],
    expand: shape.expand,
    limit: CARDS,
  });
  const stay = records.filter(({ id }) => !moves.has(id) || moves.get(id) === column.value);
  const arriving = [...moves].flatMap(([id, value]) => {
    const record = value === column.value && !stay.some((each) => each.id === id) ? moved.get(id) : undefined;
    return record ? [record] : [];
  });
  const cards = [...arriving, ...stay];
  const rest = (column.count ?? 0) - cards.length;
  return (
    <section
      ref={ref}
      className={styles.lane}
      aria-label={name}
      data-empty={(column.count === 0 && cards.length === 0) || undefined}
      data-over={isOver || undefined}
    >
      <Heading className={styles.laneHead}>
        <Status tone={toneOf(field.ui, column.value, {})} hollow={column.value === null}>
          {column.title}
        </Status>
        <span className={styles.laneCount}>{column.count ?? ''}</span>
      </Heading>
      <ul ref={list} className={styles.cards}>
        {cards.map((record) => (
          <BoardCard
            key={record.id}
            {...{ kind, field, record }}
            board={props.board}
            columns={shown}
            lanes={props.columns}
            onMove={onMove}
          />
        ))}
        {isPending && (
          <li>
            <Skeleton count={4} />
          </li>
        )}
        {!isPending && cards.length === 0 && (
          <li className={styles.nothing}>Nothing here. Drop a card, or press M on one.</li>
        )}
        {rest > 0 && (
          <li>
            <Button size="small" variant="quiet" wide pending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              {`${Math.min(rest, CARDS)} more`}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The cards of a column, page by page, live. */
function useCards(kind: string, query: RecordsQuery) {
  const { api } = useApp();
  const { slug } = useWorkspace();
  const { data, ...rest } = useInfiniteQuery({
    queryKey: queryKeys.recordsPart(slug, kind, ['cards', query]),
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<CubitRecord>>(apiPaths.kind(slug, kind), { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  });
  return { ...rest, records: data?.pages.flatMap((page) => page.data) ?? [] };
}

type Container = React.RefObject<HTMLElement | null>;

interface DropTarget {
  readonly lane: Container;
  readonly list: Container;
  readonly board: string;
}

function useDropTarget({ lane, list, board }: DropTarget, onDrop: (record: CubitRecord) => void): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    if (!lane.current || !list.current) return undefined;
    return combine(
      autoScrollForElements({ element: list.current }),
      dropTargetForElements({
        element: lane.current,
        canDrop: ({ source }) => source.data['board'] === board,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          drop.current(source.data['record'] as CubitRecord);
        },
      }),
    );
  }, [lane, list, board]);
  return isOver;
}
