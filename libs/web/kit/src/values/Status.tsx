import type { Color, Tone } from '@cubit/web-contract';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/Icon.js';
import { cx } from '../cx.js';
import styles from './Status.module.css';

export interface StatusProps {
  /** The word: colour is never the only sign. */
  readonly children: ReactNode;
  readonly tone?: Tone;
  /** In place of a tone: a colour of the contract. */
  readonly color?: Color;
  /** In place of the dot. */
  readonly icon?: IconName;
  /** An open ring: not begun yet. */
  readonly hollow?: boolean;
}

/** A dot and a word. */
export function Status({ children, tone, color, icon, hollow = false }: StatusProps) {
  const paint = { color: color === undefined ? `var(--${tone ?? 'text-3'})` : `var(--color-${color})` };
  return (
    <span className={styles.status}>
      {icon === undefined ? (
        <span className={cx(styles.dot, hollow && styles.hollow)} style={paint} aria-hidden="true" />
      ) : (
        <span className={styles.icon} style={paint}>
          <Icon name={icon} size={14} />
        </span>
      )}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
