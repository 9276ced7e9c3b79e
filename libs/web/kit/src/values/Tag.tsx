import type { Color } from '@cubit/web-contract';
import { Icon } from '../icon/Icon.js';
import styles from './Tag.module.css';

export interface TagProps {
  readonly children: string;
  readonly color?: Color;
  readonly href?: string;
  /** Shows a button that removes the tag. */
  readonly onRemove?: () => void;
}

/** A tag or a chip: an outline with a word. */
export function Tag({ children, color, href, onRemove }: TagProps) {
  return (
    <span className={styles.tag}>
      {color !== undefined && (
        <span className={styles.dot} style={{ background: `var(--color-${color})` }} aria-hidden="true" />
      )}
      {href === undefined ? (
        <span className={styles.text}>{children}</span>
      ) : (
        <a className={styles.text} href={href}>
          {children}
        </a>
      )}
      {onRemove !== undefined && (
        <button type="button" className={styles.remove} aria-label={`Remove ${children}`} onClick={onRemove}>
          <Icon name="x" size={12} />
        </button>
      )}
    </span>
  );
}
