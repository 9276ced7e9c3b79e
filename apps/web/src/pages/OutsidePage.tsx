import { Mark } from '@cubit/web-kit';
import { Page } from '@cubit/web-records';
import type { ReactNode } from 'react';
import styles from './OutsidePage.module.css';

export interface OutsidePageProps {
  readonly title: string;
  /** One sentence below the heading. */
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page beside workspaces: a card in the middle. */
export function OutsidePage({ title, lead, wide = false, children }: OutsidePageProps) {
  return (
    <div className={styles.outside}>
      <div className={styles.card} data-wide={wide || undefined}>
        <header>
          <a className={styles.mark} href="/" aria-label="Cubit">
            <Mark size={32} />
          </a>
        </header>
        <Page title={title} lead={lead}>
          {children}
        </Page>
      </div>
    </div>
  );
}
