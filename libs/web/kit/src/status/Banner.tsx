import type { Tone } from '@cubit/web-contract';
import type { ReactNode } from 'react';
import { cx } from '../cx.js';
import { Icon, type IconName } from '../icon/Icon.js';
import styles from './Banner.module.css';

export interface BannerProps {
  readonly children: ReactNode;
  readonly tone?: Tone;
  readonly icon?: IconName;
  /** A button or link at the end. */
  readonly action?: ReactNode;
  /** Over the whole page, without a frame. */
  readonly page?: boolean;
}

const ICONS = { ok: 'circle-check', warn: 'triangle-alert', bad: 'octagon-alert', info: 'info' } as const;

/** A sentence about the page or the connection: `role=status`. */
export function Banner({ children, tone = 'info', icon = ICONS[tone], action, page = false }: BannerProps) {
  return (
    <div role="status" className={cx(styles.banner, styles[tone], page && styles.page)}>
      <Icon name={icon} className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
