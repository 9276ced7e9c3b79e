import type { Tone } from '@cubit/web-contract';
import { cx } from '../cx.js';
import styles from './Progress.module.css';

export interface ProgressProps {
  readonly label: string;
  /** 0 to 1; without it the end is not known. */
  readonly value?: number;
  readonly tone?: Tone;
  /** Shows the per cent at the right. */
  readonly showValue?: boolean;
}

export function Progress({ label, value, tone, showValue = false }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span
          className={cx(styles.bar, percent === undefined && styles.unknown, tone !== undefined && styles[tone])}
          style={{ transform: percent === undefined ? undefined : `scaleX(${percent / 100})` }}
        />
      </span>
      {showValue && percent !== undefined && <span className={styles.value}>{percent} %</span>}
    </span>
  );
}
