import { pagePaths } from '@cubit/web-client';
import { Drawer, Icon, type IconName } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import styles from './BottomBar.module.css';
import { menuSections } from './menu.js';

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
      <Drawer title="More" open={openedAt === pathname} onClose={close}>
        <MoreLinks />
      </Drawer>
    </>
  );
}

function MoreLinks() {
  const { slug, ui } = useWorkspace();
  const sections = useMemo(() => menuSections(slug, ui), [slug, ui]);
  const base = pagePaths.workspace(slug);
  const rest = [
    { id: 'activity', title: 'Activity', icon: 'activity' as const, href: `${base}/activity` },
    { id: 'wires', title: 'Wires', icon: 'workflow' as const, href: `${base}/wires` },
    { id: 'settings', title: 'Settings', icon: 'settings' as const, href: `${base}/settings` },
    { id: 'account', title: 'Account', icon: 'user' as const, href: '/me' },
  ];
  return (
    <>
      {[...sections, { id: 'workspace', title: 'Workspace', items: rest }].map(({ id, title, items }) => (
        <div key={id} role="group" aria-label={title}>
          <h3 className={styles.heading}>{title}</h3>
          <ul className={styles.list}>
            {items.map((item) => (
              <li key={item.id}>
                <a className={styles.link} href={item.href}>
                  <Icon name={item.icon} size={20} />
                  {item.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
