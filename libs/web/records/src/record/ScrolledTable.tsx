import { useEdges } from '@cubit/web-kit';
import { type ReactNode, useRef } from 'react';
import styles from './record.module.css';

/** A table that scrolls sideways where there is no room, with a shadow at an edge that hides columns. */
export function ScrolledTable({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  useEdges(scroller);
  return (
    <div className={styles.edges}>
      <div className={styles.scroll} ref={scroller} role="group" aria-label={title} tabIndex={0}>
        <table className={styles.table} aria-label={title}>
          {children}
        </table>
      </div>
    </div>
  );
}
