import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import type { CubitRecord } from '@cubit/web-client';
import { EmptyState, Skeleton, VisuallyHidden } from '@cubit/web-kit';
import { useEffect, useRef, useState } from 'react';
import { ListError } from '../ListError.js';
import { boardField } from '../model/layouts.js';
import type { ListState } from '../model/use-list-state.js';
import { BoardLane } from './BoardLane.js';
import { useColumns } from './use-columns.js';
import { useMove } from './use-move.js';
import styles from './Board.module.css';

/** Records in columns by an enum, a reference or a person. */
export function Board({ state }: { readonly state: ListState }) {
  const { kind, group } = state;
  const field = boardField(kind, group);
  if (!field)
    return <EmptyState icon="square-kanban" title={`${kind.plural} have no field that could make columns.`} />;
  return <Columns key={field.name} state={state} field={field} />;
}

interface ColumnsProps {
  readonly state: ListState;
  readonly field: NonNullable<ReturnType<typeof boardField>>;
}

function Columns({ state, field }: ColumnsProps) {
  const { kind, filter } = state;
  const { columns, error, retry, loading } = useColumns(kind, field, filter);
  const { moves, move, announcement } = useMove(kind, field);
  const [moved, setMoved] = useState<ReadonlyMap<string, CubitRecord>>(new Map());
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => (ref.current ? autoScrollForElements({ element: ref.current }) : undefined), [loading]);
  if (error) return <ListError error={error} onRetry={retry} />;
  if (loading) return <Skeleton shape="block" height={360} />;
  return (
    <div
      ref={ref}
      className={styles.board}
      role="group"
      aria-label={`${kind.plural} by ${field.title.toLowerCase()}`}
      tabIndex={-1}
    >
      {columns.map((column) => (
        <BoardLane
          key={column.value ?? ''}
          {...{ state, field, column, columns, moves, moved }}
          onMove={(record, to) => {
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
