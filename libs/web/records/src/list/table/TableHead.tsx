import { Icon } from '@cubit/web-kit';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { Column } from '../model/columns.js';
import { directionOf, nextSort } from '../model/sort.js';
import { RowCheckbox } from '../selection/RowCheckbox.js';
import { selectedCount } from '../selection/selection.js';
import { useTable } from './table-context.js';
import styles from './Table.module.css';

export interface TableHeadProps {
  readonly sort: string | undefined;
  readonly total: number;
  readonly onSort: (sort: string) => void;
  readonly onSelectAll: (all: boolean) => void;
  readonly onWidth: (key: string, width: number) => void;
}

export function TableHead({ sort, total, onSort, onSelectAll, onWidth }: TableHeadProps) {
  const { kind, visible, selection } = useTable();
  const count = selectedCount(selection, total);
  const head = (column: Column, index: number) => (
    <HeadCell key={column.key} {...{ column, index, sort, onSort, onWidth }} />
  );
  return (
    <div className={styles.head} role="row" aria-rowindex={1}>
      <span className={styles.check} role="columnheader" aria-colindex={1}>
        <RowCheckbox
          label={`Select all ${kind.plural.toLowerCase()}`}
          checked={total > 0 && count === total}
          some={count > 0 && count < total}
          tabbable
          onSelect={onSelectAll}
        />
      </span>
      {visible.title && head(visible.title, 0)}
      <span className={styles.gap} style={{ width: visible.before }} />
      {visible.columns.map(({ column, index }) => head(column, index))}
    </div>
  );
}

interface HeadCellProps extends Pick<TableHeadProps, 'sort' | 'onSort' | 'onWidth'> {
  readonly column: Column;
  readonly index: number;
}

function HeadCell({ column, index, sort, onSort, onWidth }: HeadCellProps) {
  const direction = directionOf(sort, column.sort);
  const [width, setWidth] = useState<number>();
  const { sort: key } = column;
  return (
    <span
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={key === null ? undefined : (direction ?? 'none')}
      className={index === 0 ? styles.titleHead : styles.headCell}
      style={{ width: width ?? column.width }}
      data-numeric={column.numeric || undefined}
    >
      {key === null ? (
        <span className={styles.headText}>{column.title}</span>
      ) : (
        <button type="button" className={styles.headButton} onClick={() => onSort(nextSort(sort, key))}>
          <span className={styles.headText}>{column.title}</span>
          {direction !== undefined && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} />}
        </button>
      )}
      <WidthHandle
        title={column.title}
        width={column.width}
        onMove={setWidth}
        onEnd={(next) => {
          setWidth(undefined);
          onWidth(column.key, next);
        }}
      />
    </span>
  );
}

const LEAST_PX = 64;
const MOST_PX = 960;
const KEY_STEP_PX = 16;

interface WidthHandleProps {
  readonly title: string;
  readonly width: number;
  readonly onMove: (width: number) => void;
  readonly onEnd: (width: number) => void;
}

/** Drags the border of a column, or moves it by arrow keys. */
function WidthHandle({ title, width, onMove, onEnd }: WidthHandleProps) {
  const [start, setStart] = useState<number>();
  const within = (next: number) => Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, next)));
  const at = (event: PointerEvent) => within(width + event.clientX - (start ?? event.clientX));
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart(event.clientX);
  };
  const onPointerUp = (event: PointerEvent) => {
    if (start === undefined) return;
    setStart(undefined);
    if (event.clientX !== start) onEnd(at(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -KEY_STEP_PX : event.key === 'ArrowRight' ? KEY_STEP_PX : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onEnd(within(width + by));
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={width}
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      tabIndex={-1}
      className={styles.handle}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => start !== undefined && onMove(at(event))}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    />
  );
}
