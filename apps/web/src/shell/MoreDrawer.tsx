import { pagePaths } from '@cubit/web-client';
import { Drawer, Icon } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useMemo } from 'react';
import styles from './BottomBar.module.css';
import { useFavourites } from './favourites.js';
import { menuSections } from './menu.js';

export interface MoreDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What the bar of a phone has no room for. */
export function MoreDrawer({ open, onClose }: MoreDrawerProps) {
  return (
    <Drawer title="More" open={open} onClose={onClose}>
      <MoreLinks />
    </Drawer>
  );
}

function MoreLinks() {
  const { slug, ui } = useWorkspace();
  const sections = useMemo(() => menuSections(slug, ui), [slug, ui]);
  const [favourites] = useFavourites();
  const own = { id: 'favourites', title: 'Favourites', items: favourites.map((each) => ({ ...each, id: each.href })) };
  const base = pagePaths.workspace(slug);
  const rest = [
    { id: 'activity', title: 'Activity', icon: 'activity' as const, href: `${base}/activity` },
    { id: 'wires', title: 'Wires', icon: 'workflow' as const, href: `${base}/wires` },
    { id: 'settings', title: 'Settings', icon: 'settings' as const, href: `${base}/settings` },
    { id: 'account', title: 'Account', icon: 'user' as const, href: '/me' },
  ];
  return (
    <>
      {[...(favourites.length > 0 ? [own] : []), ...sections, { id: 'workspace', title: 'Workspace', items: rest }].map(
        ({ id, title, items }) => (
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
        ),
      )}
    </>
  );
}
