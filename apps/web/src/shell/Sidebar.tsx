import { pagePaths } from '@cubit/web-client';
import { Icon, IconButton, Mark, VisuallyHidden } from '@cubit/web-kit';
import { usePersonalSetting, useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useFavourites, usePageAddress } from './favourites.js';
import { MenuPending } from './MenuPending.js';
import { menuSections, type MenuItem, type MenuSection } from './menu.js';
import styles from './Sidebar.module.css';

const WorkspaceMenu = lazy(() =>
  import('./WorkspaceMenu.js').then(({ WorkspaceMenu: component }) => ({ default: component })),
);

/** Home, the kinds of all modules, and what every workspace has. */
export function Sidebar() {
  const { slug, ui } = useWorkspace();
  const [collapsed, setCollapsed] = useCollapsed();
  const [folded, setFolded] = usePersonalSetting<readonly string[]>('sidebar-folded', NONE, slug);
  const { pathname } = useLocation();
  const sections = useMemo(() => menuSections(slug, ui), [slug, ui]);
  const [favourites] = useFavourites();
  const items = favourites.map((favourite) => ({ ...favourite, id: favourite.href }));
  const own = items.length > 0 ? [{ id: 'favourites', title: 'Favourites', items }] : [];
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
  const fold = (id: string) =>
    setFolded((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
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
        {[...own, ...sections].map((section) => (
          <Section
            key={section.id}
            section={section}
            collapsed={collapsed}
            folded={!collapsed && folded.includes(section.id)}
            onFold={() => fold(section.id)}
          />
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

interface SectionProps {
  readonly section: MenuSection;
  readonly collapsed: boolean;
  readonly folded: boolean;
  readonly onFold: () => void;
}

/** The kinds of a module. Folded, it shows the page that is open alone. */
function Section({ section: { title, items }, collapsed, folded, onFold }: SectionProps) {
  const isCurrent = useIsCurrent();
  const shown = folded ? items.filter(isCurrent) : items;
  return (
    <div role="group" aria-label={title}>
      {collapsed ? (
        <p className={styles.section} aria-hidden />
      ) : (
        <button type="button" className={styles.section} aria-expanded={!folded} onClick={onFold}>
          {title}
          <Icon name="chevron-right" size={14} className={styles.arrow} />
        </button>
      )}
      {shown.length > 0 && <Items items={shown} collapsed={collapsed} />}
    </div>
  );
}

interface ItemsProps {
  readonly items: readonly MenuItem[];
  readonly collapsed: boolean;
}

function Items({ items, collapsed }: ItemsProps) {
  const isCurrent = useIsCurrent();
  return (
    <ul className={styles.list}>
      {items.map(({ id, title, icon, href }) => (
        <li key={id}>
          <a
            className={styles.item}
            href={href}
            aria-current={isCurrent({ id, href }) ? 'page' : undefined}
            title={collapsed ? title : undefined}
            data-drive={`nav:${id}`}
          >
            <Icon name={icon} />
            {collapsed ? <VisuallyHidden>{title}</VisuallyHidden> : <span className={styles.title}>{title}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Whether an item leads to the page that is open, or to one above it. */
function useIsCurrent(): (item: Pick<MenuItem, 'id' | 'href'>) => boolean {
  const { pathname } = useLocation();
  const address = usePageAddress();
  return ({ id, href }) => [pathname, address].includes(href) || (id !== 'home' && pathname.startsWith(`${href}/`));
}
