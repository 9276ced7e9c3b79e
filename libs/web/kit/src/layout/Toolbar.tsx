import type { ReactNode, Ref } from 'react';
import styles from './Toolbar.module.css';

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** At the right end. */
  readonly end?: ReactNode;
  /** They do not wrap: some of them can be narrower. */
  readonly oneRow?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A row of controls above a list; they wrap where there is no room. */
export function Toolbar({ label, children, end, oneRow, ref }: ToolbarProps) {
  return (
    <div ref={ref} className={styles.toolbar} role="group" aria-label={label} data-one-row={oneRow}>
      {children}
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  );
}
