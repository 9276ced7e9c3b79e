import type { ReactNode } from 'react';
import styles from './Rows.module.css';

/** Rows of a panel. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

export interface RowProps {
  readonly title: string;
  readonly href: string;
  /** Below the title, on one line: what it has no room for is left out. */
  readonly details?: ReactNode;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
  /** Target of agents and tests. */
  readonly drive?: string;
}

/** A thing that leads to its page: its title, on two lines if it is long, and a line of details. */
export function Row({ title, href, details, actions, drive }: RowProps) {
  return (
    <li data-row className={styles.row} data-drive={drive}>
      <a data-row-link className={styles.title} href={href}>
        {title}
      </a>
      <span className={styles.details}>{details}</span>
      {actions !== undefined && <span className={styles.actions}>{actions}</span>}
    </li>
  );
}
