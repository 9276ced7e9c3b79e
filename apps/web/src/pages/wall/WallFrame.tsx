import { cx } from '@cubit/web-kit';
import { applyTheme, useSearchParams } from '@cubit/web-records';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useZoom } from './use-fit.js';
import styles from './wall.module.css';

export interface WallFrameProps {
  readonly title: string;
  readonly busy?: boolean;
  /** At the right of the title. */
  readonly aside?: ReactNode;
  /** In the middle of the screen in place of its whole area. */
  readonly centred?: boolean;
  readonly children?: ReactNode;
}

/** The whole screen: a heading, what is shown, and nothing around it. Dark, unless the address says `?theme=light`. */
export function WallFrame({ title, busy = false, aside, centred = false, children }: WallFrameProps) {
  const { theme } = useSearchParams();
  const shown = theme === 'light' ? 'light' : 'dark';
  const zoom = useZoom();
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = shown;
    return () => applyTheme();
  }, [shown]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={styles.wall} style={{ zoom }}>
      <main className={cx(styles.main, centred && styles.centred)} aria-busy={busy || undefined}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {aside}
        </header>
        {children}
      </main>
    </div>
  );
}

export interface LostProps {
  /** Since when; null while the connection is there. */
  readonly since: Date | null;
}

/** Says that what is shown may be old. */
export function Lost({ since }: LostProps) {
  return (
    <div role="status" className={styles.lost}>
      {since && `No connection since ${timeOf(since)}. Reconnecting.`}
    </div>
  );
}

const timeOf = (date: Date) => date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
