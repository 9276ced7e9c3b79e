import type { Band } from '../model/bands.js';
import styles from './Table.module.css';

export interface BandRowProps {
  readonly band: Band;
  readonly top: number;
  readonly columns: number;
}

/** The head of a group of rows. */
export function BandRow({ band, top, columns }: BandRowProps) {
  return (
    <div className={styles.band} style={{ transform: `translateY(${top}px)` }} role="row">
      <span role="rowheader" aria-colspan={columns} className={styles.bandTitle}>
        {band.title} <span className={styles.bandCount}>{band.count}</span>
      </span>
    </div>
  );
}
