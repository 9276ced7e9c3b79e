import type { ReactNode } from 'react';
import { cx } from '../cx.js';
import styles from './Card.module.css';

export interface CardProps {
  readonly children: ReactNode;
  /** Makes the whole card a target of its first link. */
  readonly linked?: boolean;
  readonly selected?: boolean;
  readonly className?: string;
  readonly drive?: string;
}

/** One thing among others: on a board, in a gallery, in a list on a phone. */
export function Card({ children, linked = false, selected = false, className, drive }: CardProps) {
  return (
    <article
      className={cx(styles.card, linked && styles.linked, className)}
      data-selected={selected || undefined}
      data-drive={drive}
    >
      {children}
    </article>
  );
}
