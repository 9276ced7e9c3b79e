import { pagePaths } from '@cubit/web-client';
import { IconButton, Mark } from '@cubit/web-kit';
import { usePersonalSetting, useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { MenuPending } from './MenuPending.js';
import { menuSections, type MenuItem } from './menu.js';
import { Items, Section } from './SidebarSection.js';
import styles from './Sidebar.module.css';

const Favourites = lazy(async () => ({ default: (await import('./Favourites.js')).Favourites }));
const WorkspaceMenu = lazy(async () => ({ default: (await import('./WorkspaceMenu.js')).WorkspaceMenu }));

/** Home, the kinds of all modules, and what every workspace has. */
export function Sidebar() {
  const { slug, ui } = useWorkspace();
  const [collapsed, setCollapsed] = useCollapsed();
  const [folded, setFolded] = usePersonalSetting<readonly string[]>('sidebar-folded', NONE, slug);
  const { pathname } = useLocation();
  const sections = useMemo(() => menuSections(slug, ui), [slug, ui]);
  const scroll = useRef<HTMLDivElement>(null);
  // No value: in new browsers, scrolling returns a promise.
  useEffect(() => {
    scroll.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  const base = pagePaths.workspace(slug);
  const first: readonly MenuItem[] = [
    { id: 'home', title: 'Home', icon: 'house', href: base },
    { id: 'scan', title: 'Scan', icon: 'scan-line', href: `${base}/scan` },
    { id: 'activity', title: 'Activity', icon: 'activity', href: `${base}/activity` },
  ];
  const last: readonly MenuItem[] = [
    { id: 'wires', title: 'Wires', icon: 'workflow', href: `${base}/wires` },
    { id: 'settings', title: 'Settings', icon: 'settings', href: `${base}/settings` },
  ];
  const foldOf = (id: string) => ({
    collapsed,
    folded: !collapsed && folded.includes(id),
    onFold: () => setFolded((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id])),
  });
  return (
    <nav className={styles.sidebar} aria-label="Workspace" data-collapsed={collapsed || undefined}>
      <div className={styles.head}>
        <Mark size={24} />
        {!collapsed && (
          <Suspense fallback={<MenuPending />}>
            <WorkspaceMenu />
          </Suspense>
        )}
      </div>
      <div className={styles.scroll} ref={scroll}>
        <Items items={first} collapsed={collapsed} />
        <Suspense>
          <Favourites {...foldOf('favourites')} />
        </Suspense>
        {sections.map((section) => (
          <Section key={section.id} section={section} {...foldOf(section.id)} />
        ))}
      </div>
      <div className={styles.last}>
        <Items items={last} collapsed={collapsed} />
      </div>
      <div className={styles.foot}>
        <IconButton
          icon="panel-left"
          label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
          keys="["
          size="small"
          onPress={() => setCollapsed(!collapsed)}
        />
      </div>
    </nav>
  );
}

const NONE: readonly string[] = [];

/** A window that is no wider than this has more use for its width. */
const TABLET = '(max-width: 899px)';

/** In a narrow window it opens for as long as the page stays; in others, the person's choice is kept. */
function useCollapsed(): readonly [boolean, (collapsed: boolean) => void] {
  const [kept, keep] = usePersonalSetting('sidebar-collapsed', false);
  const [opened, setOpened] = useState(false);
  const isNarrow = useSyncExternalStore(watchTablet, () => matchMedia(TABLET).matches);
  return isNarrow ? [!opened, (collapsed) => setOpened(!collapsed)] : [kept, keep];
}

function watchTablet(listener: () => void): () => void {
  const query = matchMedia(TABLET);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
