import { formatDecimal, Icon } from '@cubit/web-kit';
import type { Band } from '../model/bands.js';
import { cellId, useTable } from './table-context.js';
import styles from './Table.module.css';

export interface BandRowProps {
  readonly band: Band;
  readonly isFolded: boolean;
  readonly line: number;
  readonly top: number;
  readonly columns: number;
  readonly onFold: (band: Band, isFolded: boolean) => void;
}

/** The head of a group of rows, which folds it. */
export function BandRow({ band, isFolded, line, top, columns, onFold }: BandRowProps) {
  const { id, active } = useTable();
  const cell = { row: band.first, column: 0, isHead: true };
  return (
    <div className={styles.band} style={{ transform: `translateY(${top}px)` }} role="row" aria-rowindex={line + 2}>
      <span
        id={cellId(id, cell)}
        role="rowheader"
        aria-colindex={1}
        aria-colspan={columns}
        aria-expanded={!isFolded}
        className={styles.bandTitle}
        data-active={(active.isHead && active.row === band.first) || undefined}
      >
        <button
          type="button"
          tabIndex={-1}
          className={styles.bandButton}
          aria-expanded={!isFolded}
          // The grid keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFold(band, !isFolded)}
        >
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={14} />
          {band.title} <span className={styles.bandCount}>{band.count !== undefined && formatDecimal(band.count)}</span>
        </button>
      </span>
    </div>
  );
}
