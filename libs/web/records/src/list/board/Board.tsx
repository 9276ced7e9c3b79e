import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import type { CubitRecord, UiField } from '@cubit/web-client';
import { Disclosure, EmptyState, ErrorState, Skeleton, VisuallyHidden } from '@cubit/web-kit';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { joinFilter, valueCondition } from '../model/filter-text.js';
import { isFocusFree } from '../is-focus-free.js';
import { ListFault } from '../ListFault.js';
import { isFilterFault } from '../model/filter-fault.js';
import { boardField, boardFields } from '../model/layouts.js';
import { useGroups } from '../model/use-groups.js';
import type { ListState } from '../model/use-list-state.js';
import { ListToolbar } from '../toolbar/ListToolbar.js';
import { boardTools } from './board-tools.js';
import { BoardLane } from './BoardLane.js';
import { useColumns } from './use-columns.js';
import { type Moves, useMove } from './use-move.js';
import styles from './Board.module.css';

interface BoardProps {
  readonly state: ListState;
}

/** The toolbar, and records in columns by an enum, a reference or a person. */
export function Board({ state }: BoardProps) {
  const { kind, group, filter } = state;
  // The columns ask for the same.
  const { error, refetch } = useGroups(kind, { key: boardField(kind, group)?.name, filter });
  return (
    <>
      <ListToolbar state={state} error={error} tools={boardTools(state)} />
      {error ? <ListFault state={state} error={error} onRetry={() => void refetch()} /> : <FieldBoard state={state} />}
    </>
  );
}

function FieldBoard({ state }: BoardProps) {
  const { kind, group } = state;
  const field = boardField(kind, group);
  if (!field)
    return <EmptyState icon="square-kanban" title={`${kind.plural} have no field that could make columns.`} />;
  const lanes = boardFields(kind).find(({ name }) => name === state.lanes && name !== field.name);
  const key = `${field.name} ${lanes?.name ?? ''}`;
  return lanes ? <Lanes key={key} {...{ state, field, lanes }} /> : <Columns key={key} state={state} field={field} />;
}

/** Lanes beyond these are closed at first, so that a board of many does not load all of them. */
const OPEN_LANES = 3;

/** A board for each value of a second field. */
function Lanes({ state, field, lanes }: ColumnsProps & { readonly lanes: UiField }) {
  const { kind, filter } = state;
  const { columns, error, retry, loading } = useColumns(kind, lanes, filter);
  if (error) return <ColumnsFault error={error} onRetry={retry} />;
  if (loading) return <Skeleton shape="block" height={360} />;
  const filled = columns.filter(({ count }) => count !== 0);
  return (
    <div className={styles.lanes} role="group" aria-label={`Lanes by ${lanes.title.toLowerCase()}`}>
      {filled.length === 0 && <EmptyState icon="square-kanban" title={`No ${kind.plural.toLowerCase()} here.`} />}
      {filled.map(({ value, title, count }, index) => (
        <Disclosure
          key={value ?? ''}
          level={2}
          title={title}
          aside={<span className={styles.laneCount}>{count ?? ''}</span>}
          defaultOpen={index < OPEN_LANES}
        >
          <Columns
            state={{ ...state, filter: joinFilter([filter, valueCondition(lanes, value)]) }}
            field={field}
            lane={title}
          />
        </Disclosure>
      ))}
    </div>
  );
}

/** A fault of the filter is said above the board, and not for a moment here before. */
function ColumnsFault({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return isFilterFault(error) ? null : <ErrorState error={error} onRetry={onRetry} />;
}

interface ColumnsProps {
  readonly state: ListState;
  readonly field: UiField;
  /** The title of the lane that the columns are in. */
  readonly lane?: string;
}

function Columns({ state, field, lane }: ColumnsProps) {
  const board = useId();
  const { kind, filter } = state;
  const { columns, error, retry, loading } = useColumns(kind, field, filter);
  const { moves, move, announcement } = useMove(kind, field);
  const [moved, setMoved] = useState<ReadonlyMap<string, CubitRecord>>(new Map());
  const ref = useRef<HTMLDivElement>(null);
  const follow = useFollowedCard(ref, moves);
  useEffect(() => (ref.current ? autoScrollForElements({ element: ref.current }) : undefined), [loading]);
  if (error) return <ColumnsFault error={error} onRetry={retry} />;
  if (loading) return <Skeleton shape="block" height={360} />;
  return (
    <div
      ref={ref}
      className={styles.board}
      role="group"
      aria-label={[`${kind.plural} by ${field.title.toLowerCase()}`, lane].filter(Boolean).join(', ')}
      data-lane={lane}
      data-sideways
      tabIndex={0}
    >
      {columns.map((column) => (
        <BoardLane
          key={column.value ?? ''}
          {...{ board, state, field, column, columns, moves, moved }}
          lane={lane}
          onMove={(record, to) => {
            follow(record.id);
            setMoved((before) => new Map(before).set(record.id, record));
            void move(record, to);
          }}
        />
      ))}
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </div>
  );
}

/** A card keeps the focus when it is moved: in the other column, it is another element. */
function useFollowedCard(board: RefObject<HTMLElement | null>, moves: Moves): (id: string) => void {
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const id = followed.current;
    if (id === undefined) return;
    if (isFocusFree()) board.current?.querySelector<HTMLElement>(`[data-drive$="/${id}"] a`)?.focus();
    if (!moves.has(id)) followed.current = undefined;
  });
  return (id) => {
    followed.current = id;
  };
}
