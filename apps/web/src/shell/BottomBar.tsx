import { pagePaths } from '@cubit/web-client';
import { Icon, type IconName } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import styles from './BottomBar.module.css';

const MoreDrawer = lazy(async () => ({ default: (await import('./MoreDrawer.js')).MoreDrawer }));

/** Navigation on a phone. */
export function BottomBar() {
  const { slug } = useWorkspace();
  const { pathname } = useLocation();
  // Opened on this page: a link in it leads to another one, where it is closed.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const close = () => setOpenedAt(null);
  const base = pagePaths.workspace(slug);
  const links: readonly (readonly [string, IconName, string])[] = [
    ['Home', 'house', base],
    ['Search', 'search', `${base}/search`],
    ['Scan', 'scan-line', `${base}/scan`],
    ['Notifications', 'bell', `${base}/notifications`],
  ];
  return (
    <>
      <nav className={styles.bar} aria-label="Main">
        {links.map(([title, icon, href]) => (
          <a key={href} className={styles.item} href={href} aria-current={pathname === href ? 'page' : undefined}>
            <Icon name={icon} size={20} />
            <span>{title}</span>
          </a>
        ))}
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={() => setOpenedAt(pathname)}>
          <Icon name="menu" size={20} />
          <span>More</span>
        </button>
      </nav>
      {openedAt !== null && (
        <Suspense>
          <MoreDrawer open={openedAt === pathname} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
