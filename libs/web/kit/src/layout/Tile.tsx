import type { MouseEvent, ReactNode } from 'react';
import type { Tone } from '@cubit/web-contract';
import { cx } from '../cx.js';
import { Icon, type IconName } from '../icon/Icon.js';
import tones from '../styles/tones.module.css';
import styles from './Tile.module.css';

export interface TileProps {
  readonly title: string;
  /** The number, formatted. */
  readonly value: ReactNode;
  readonly href?: string;
  readonly onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly icon?: IconName;
  readonly tone?: Tone;
  /** A line below the number: "3 more than last week". */
  readonly note?: ReactNode;
  /** A `Sparkline`. */
  readonly trend?: ReactNode;
  readonly drive?: string;
}

/** One number of the home page, which leads to the list that it counts. */
export function Tile({ title, value, href, onClick, icon, tone, note, trend, drive }: TileProps) {
  const content = (
    <>
      <span className={styles.title}>
        {icon !== undefined && <Icon name={icon} size={14} />}
        {title}
      </span>
      <span className={styles.middle}>
        <span className={cx(styles.value, tone !== undefined && tones[tone])}>{value}</span>
        {trend}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </>
  );
  return href === undefined ? (
    <div className={styles.tile} data-drive={drive}>
      {content}
    </div>
  ) : (
    <a className={styles.tile} href={href} onClick={onClick} data-drive={drive}>
      {content}
    </a>
  );
}
