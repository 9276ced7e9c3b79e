import styles from './Mark.module.css';

export interface MarkProps {
  /** Pixels; 24 by default. */
  readonly size?: number;
  /** Said by screen readers; without it the mark is decoration. */
  readonly label?: string;
}

/** Cubit's mark: a cube in three lines. */
export function Mark({ size = 24, label }: MarkProps) {
  return (
    <svg
      className={styles.mark}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      <path className={styles.face} d="M12 12 20.5 7.2v9.6L12 21.6Z" />
      <path d="M12 2.4 20.5 7.2v9.6L12 21.6 3.5 16.8V7.2Z" />
      <path d="M3.5 7.2 12 12l8.5-4.8" />
      <path d="M12 12v9.6" />
    </svg>
  );
}
