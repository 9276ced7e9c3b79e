import type { Turned } from './use-fit.js';
import styles from './wall.module.css';

/** Which page is shown, where there are several. */
export function Pages({ page, pages }: Pick<Turned<unknown>, 'page' | 'pages'>) {
  if (pages === 1) return null;
  return (
    <p className={styles.label}>
      Page {page + 1} of {pages}
    </p>
  );
}
