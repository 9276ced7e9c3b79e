import { cx } from '../cx.js';
import { initialsOf, tintOf } from './initials.js';
import styles from './Avatar.module.css';

export interface AvatarProps {
  readonly name: string;
  /** What the tint is made from: the id, so that it stays when the name changes. */
  readonly seed?: string;
  /** Pixels: 16, 20 (default), 24, 32. */
  readonly size?: 16 | 20 | 24 | 32;
  /** False where the name stands beside it. */
  readonly labelled?: boolean;
}

/** A person: initials on one of eight tints. */
export function Avatar({ name, seed = name, size = 20, labelled = true }: AvatarProps) {
  return (
    <span
      className={cx(styles.avatar, styles[`size${size}`])}
      data-tint={tintOf(seed)}
      role={labelled ? 'img' : undefined}
      aria-label={labelled ? name : undefined}
      aria-hidden={labelled ? undefined : true}
      title={labelled ? name : undefined}
    >
      <span className={styles.initials} data-initials={initialsOf(name)} aria-hidden="true" />
    </span>
  );
}
