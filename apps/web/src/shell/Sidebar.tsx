import { pagePaths } from '@cubit/web-client';
import { Icon, IconButton, Mark, VisuallyHidden } from '@cubit/web-kit';
import { usePersonalSetting, useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { MenuPending } from './MenuPending.js';
import { menuSections, type MenuItem } from './menu.js';
import styles from './Sidebar.module.css';

const WorkspaceMenu = lazy(() =>
  import('./WorkspaceMenu.js').then(({ WorkspaceMenu: component }) => ({ default: component })),
);

/** Home, the kinds of all modules, and what every workspace has. */
export function Sidebar() {
  const { slug, ui } = useWorkspace();
  const [collapsed, setCollapsed] = usePersonalSetting('sidebar-collapsed', false);
  const sections = useMemo(() => menuSections(slug, ui), [slug, ui]);
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
      <div className={styles.scroll}>
        <Items items={first} collapsed={collapsed} />
        {sections.map(({ id, title, items }) => (
          <div key={id} role="group" aria-label={title}>
            <p className={styles.section} aria-hidden>
              {collapsed ? '' : title}
            </p>
            <Items items={items} collapsed={collapsed} />
          </div>
        ))}
        <p className={styles.section} aria-hidden />
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

interface ItemsProps {
  readonly items: readonly MenuItem[];
  readonly collapsed: boolean;
}

function Items({ items, collapsed }: ItemsProps) {
  const { pathname } = useLocation();
  return (
    <ul className={styles.list}>
      {items.map(({ id, title, icon, href }) => (
        <li key={id}>
          <a
            className={styles.item}
            href={href}
            aria-current={isCurrent(href, pathname, id) ? 'page' : undefined}
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

function isCurrent(href: string, pathname: string, id: string): boolean {
  return pathname === href || (id !== 'home' && pathname.startsWith(`${href}/`));
}
