import { keyLabels } from '../keys/key-combination.js';
import { cx } from '../cx.js';
import styles from './Kbd.module.css';

export interface KbdProps {
  /** As in `useKeys`: `mod+k`, `g h`, `?`. */
  readonly keys: string;
  readonly className?: string;
}

/** A key or a sequence of keys, as they stand on the keyboard. */
export function Kbd({ keys, className }: KbdProps) {
  return (
    <span className={cx(styles.keys, className)}>
      {keyLabels(keys).map((label, index) => (
        <kbd key={index} className={styles.key}>
          {label}
        </kbd>
      ))}
    </span>
  );
}
