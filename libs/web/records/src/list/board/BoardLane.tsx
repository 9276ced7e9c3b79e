import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import type { CubitRecord, UiField } from '@cubit/web-client';
import { Button, Skeleton, Status } from '@cubit/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useRecords } from '../../app/queries.js';
import { toneOf } from '../../cells/index.js';
import { fieldsToLoad } from '../model/columns.js';
import { conditionText, joinFilter } from '../model/filter-text.js';
import type { ListState } from '../model/use-list-state.js';
import { BoardCard } from './BoardCard.js';
import type { BoardColumn } from './use-columns.js';
import type { Moves } from './use-move.js';
import styles from './Board.module.css';

export interface BoardLaneProps {
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
const MOST_CARDS = 200;

/** One column: the first 50 cards, then more. */
export function BoardLane(props: BoardLaneProps) {
  const { state, field, column, moves, moved, onMove } = props;
  const { kind, filter, columns: shown } = state;
  const [limit, setLimit] = useState(CARDS);
  const ref = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isOver = useDropTarget(ref, list, (record) => onMove(record, column));
  const condition =
    column.value === null ? conditionText(field, 'empty', '') : conditionText(field, 'is', column.value);
  const shape = fieldsToLoad(kind, shown);
  const { data, isPending } = useRecords(kind.id, {
    filter: joinFilter([filter, condition]),
    sort: state.sort ?? kind.ui.order?.field,
    fields: [...new Set([...shape.fields, field.name])],
    expand: shape.expand,
    limit,
  });
  const stay = (data?.data ?? []).filter(({ id }) => !moves.has(id) || moves.get(id) === column.value);
  const arriving = [...moves].flatMap(([id, value]) => {
    const record = value === column.value && !stay.some((each) => each.id === id) ? moved.get(id) : undefined;
    return record ? [record] : [];
  });
  const cards = [...arriving, ...stay];
  const rest = (column.count ?? 0) - cards.length;
  return (
    <section ref={ref} className={styles.lane} aria-label={column.title} data-over={isOver || undefined}>
      <h2 className={styles.laneHead}>
        <Status tone={toneOf(field.ui, column.value, {})} hollow={column.value === null}>
          {column.title}
        </Status>
        <span className={styles.laneCount}>{column.count ?? ''}</span>
      </h2>
      <ul ref={list} className={styles.cards}>
        {cards.map((record) => (
          <BoardCard
            key={record.id}
            {...{ kind, field, record }}
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
            {limit < MOST_CARDS ? (
              <Button size="small" variant="quiet" wide onPress={() => setLimit(limit + CARDS)}>
                {`${Math.min(rest, CARDS)} more`}
              </Button>
            ) : (
              <Button
                size="small"
                variant="quiet"
                wide
                onPress={() => state.set({ layout: 'table', filter: joinFilter([filter, condition]) })}
              >
                {`All ${column.count ?? ''} as a table`}
              </Button>
            )}
          </li>
        )}
      </ul>
    </section>
  );
}

type Container = React.RefObject<HTMLElement | null>;

function useDropTarget(lane: Container, list: Container, onDrop: (record: CubitRecord) => void): boolean {
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
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false);
          drop.current(source.data['record'] as CubitRecord);
        },
      }),
    );
  }, [lane, list]);
  return isOver;
}
