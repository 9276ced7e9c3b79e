import { cx } from '../cx.js';
import styles from './Spinner.module.css';

export interface SpinnerProps {
  /** Said by screen readers. */
  readonly label?: string;
  readonly className?: string;
}

/** Work that runs; it fades in after 150 ms, so that short work shows nothing. */
export function Spinner({ label = 'Loading', className }: SpinnerProps) {
  return (
    <svg
      className={cx(styles.spinner, className)}
      width={16}
      height={16}
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
    >
      <circle className={styles.track} cx={8} cy={8} r={6} />
      <path d="M8 2a6 6 0 0 1 6 6" />
    </svg>
  );
}
