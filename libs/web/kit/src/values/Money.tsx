import { type DecimalText, formatMoney } from './decimal-text.js';
import styles from './Num.module.css';

export interface MoneyProps {
  readonly amount: DecimalText;
  /** ISO 4217. */
  readonly currency: string;
  readonly locale?: string;
}

/** An amount with its currency, grouped. */
export function Money({ amount, currency, locale }: MoneyProps) {
  return <span className={styles.number}>{formatMoney(amount, currency, locale)}</span>;
}
