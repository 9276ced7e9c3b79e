import { cx } from '../cx.js';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** Bones of the final size: lines of text by default. */
  readonly shape?: 'lines' | 'rows' | 'block';
  /** How many lines or rows. */
  readonly count?: number;
  /** Pixels, of a block. */
  readonly height?: number;
  /** Said by screen readers. */
  readonly label?: string;
}

/** Stands in for what loads; it appears after 150 ms. */
export function Skeleton({ shape = 'lines', count = 3, height, label = 'Loading' }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-busy="true" role="group" aria-label={label}>
      {Array.from({ length: shape === 'block' ? 1 : count }, (_, index) => (
        <span key={index} className={cx(styles.bone, styles[shape])} style={{ height }} aria-hidden="true" />
      ))}
    </div>
  );
}
