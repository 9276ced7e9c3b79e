import type { Tone } from '@cubit/web-contract';
import type { ReactNode } from 'react';
import { cx } from '../cx.js';
import styles from './Badge.module.css';

export interface BadgeProps {
  /** A count or a word of two. */
  readonly children: ReactNode;
  readonly tone?: Tone | 'accent';
}

/** A small number or word on a soft ground: unread, beta. Not for the status of rows. */
export function Badge({ children, tone }: BadgeProps) {
  return <span className={cx(styles.badge, tone !== undefined && styles[tone])}>{children}</span>;
}
