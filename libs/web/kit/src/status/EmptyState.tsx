import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon/Icon.js';
import styles from './State.module.css';

export interface EmptyStateProps {
  readonly icon?: IconName;
  /** "No parts yet". */
  readonly title: string;
  /** One sentence: what it is for. */
  readonly children?: ReactNode;
  /** One button. */
  readonly action?: ReactNode;
  /** One link. */
  readonly link?: ReactNode;
}

export function EmptyState({ icon = 'inbox', title, children, action, link }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {(action !== undefined || link !== undefined) && (
        <div className={styles.actions}>
          {action}
          {link}
        </div>
      )}
    </div>
  );
}
