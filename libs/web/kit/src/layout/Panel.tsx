import { type ReactNode, useId } from 'react';
import type { Tone } from '@cubit/web-contract';
import { Icon, type IconName } from '../icon/Icon.js';
import tones from '../styles/tones.module.css';
import styles from './Panel.module.css';

export interface PanelProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly icon?: IconName;
  /** Of the icon. */
  readonly tone?: Tone;
  /** Where the title leads. */
  readonly href?: string;
  /** A number behind the title. */
  readonly count?: number;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  /** Content up to the edges: tables. */
  readonly flush?: boolean;
  readonly busy?: boolean;
  /** A link at the end, to what the panel has no room for. */
  readonly more?: { readonly text: string; readonly href: string } | undefined;
}

/** A titled part of a page. */
export function Panel(props: PanelProps) {
  const { title, children, icon, tone, href, count, actions, flush = false, busy = false, more } = props;
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={busy || undefined}>
      <header className={styles.head}>
        {icon !== undefined && <Icon name={icon} className={tone === undefined ? styles.icon : tones[tone]} />}
        <h2 id={id} className={styles.title}>
          {href === undefined ? title : <a href={href}>{title}</a>}
        </h2>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={flush ? styles.flush : styles.body}>{children}</div>
      {more !== undefined && (
        <a className={styles.more} href={more.href}>
          {more.text}
          <Icon name="arrow-right" size={14} />
        </a>
      )}
    </section>
  );
}
