import type { Tone } from '@cubit/web-contract';
import { cx } from '../cx.js';
import { type DecimalFormat, type DecimalText, formatDecimal } from './decimal-text.js';
import tones from '../styles/tones.module.css';
import styles from './Num.module.css';

export interface NumProps extends DecimalFormat {
  /** Text keeps all digits. */
  readonly value: DecimalText | number;
  readonly unit?: string;
  readonly tone?: Tone;
}

/** A number with digits of equal width, its unit beside it. */
export function Num({ value, unit, tone, ...format }: NumProps) {
  return (
    <span className={cx(styles.number, tone !== undefined && tones[tone])}>
      {formatDecimal(value, format)}
      {unit !== undefined && unit !== '' && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
