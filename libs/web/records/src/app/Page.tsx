import { VisuallyHidden } from '@cubit/web-kit';
import { type ReactNode, useEffect } from 'react';
import styles from './Page.module.css';

export interface PageProps {
  /** The heading and the title of the tab. */
  readonly title: string;
  /** Beside the heading: buttons, the primary one last. */
  readonly actions?: ReactNode;
  /** Below the heading: one sentence or chips. */
  readonly lead?: ReactNode;
  /** Without the heading on the screen; screen readers and the tab still have it. */
  readonly bare?: boolean;
  /** Reading width in place of the whole width. */
  readonly narrow?: boolean;
  /** Fills the height; its parts scroll by themselves. */
  readonly fill?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The `main` of every page: one heading, the title of the tab. */
export function Page({ title, actions, lead, children, ...props }: PageProps) {
  useEffect(() => {
    document.title = title === '' ? 'Cubit' : `${title} · Cubit`;
  }, [title]);
  return (
    <main
      id="content"
      tabIndex={-1}
      className={styles.page}
      data-narrow={props.narrow || undefined}
      data-fill={props.fill || undefined}
      aria-busy={props.busy || undefined}
    >
      {props.bare === true ? (
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
      ) : (
        <div className={styles.head}>
          <div className={styles.heading}>
            <h1 className={styles.title}>{title}</h1>
            {lead !== undefined && <div className={styles.lead}>{lead}</div>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </main>
  );
}
