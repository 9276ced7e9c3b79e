import type { MouseEvent } from 'react';
import { Icon, type IconName } from '../icon/Icon.js';
import styles from './PathLinks.module.css';

export interface PathStep {
  readonly title: string;
  readonly href?: string;
  readonly icon?: IconName;
}

export interface PathLinksProps {
  /** From the outermost on; the last one is the page. */
  readonly steps: readonly PathStep[];
  readonly onNavigate?: (event: MouseEvent<HTMLAnchorElement>, href: string) => void;
}

/** The way to the page, as links. */
export function PathLinks({ steps, onNavigate }: PathLinksProps) {
  return (
    <nav aria-label="Path" className={styles.path}>
      <ol className={styles.list}>
        {steps.map(({ title, href, icon }, index) => (
          <li key={`${index} ${title}`} className={styles.step}>
            {index > 0 && <Icon name="chevron-right" size={12} className={styles.divider} />}
            {href === undefined ? (
              <span className={styles.page} aria-current="page">
                {icon !== undefined && <Icon name={icon} size={14} />}
                <span className={styles.text}>{title}</span>
              </span>
            ) : (
              <a className={styles.link} href={href} onClick={(event) => onNavigate?.(event, href)}>
                {icon !== undefined && <Icon name={icon} size={14} />}
                <span className={styles.text}>{title}</span>
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
