import { pagePaths } from '@cubit/web-client';
import { Button, Icon, Kbd } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Bell } from './Bell.js';
import { MenuPending } from './MenuPending.js';
import styles from './TopBar.module.css';
import { openPalette } from './shell-state.js';

const DriveControl = lazy(async () => ({ default: (await import('@cubit/web-drive')).DriveControl }));

/** Menus are loaded after the page: their code is as large as the rest of the shell. */
const PersonMenu = lazy(async () => ({ default: (await import('./PersonMenu.js')).PersonMenu }));

const Where = lazy(async () => ({ default: (await import('./Where.js')).Where }));

export function TopBar() {
  const { slug } = useWorkspace();
  const { pathname, search } = useLocation();
  return (
    <header className={styles.bar}>
      <div className={styles.where}>
        <Suspense>
          <Where pathname={pathname} search={search} />
        </Suspense>
      </div>
      <div className={styles.tools}>
        {/* First, because it comes last: it moves nothing. */}
        <Suspense>
          <DriveControl path={pathname} />
        </Suspense>
        <button type="button" className={styles.search} onClick={() => openPalette()}>
          <Icon name="search" />
          <span>Search</span>
          <Kbd keys="/" />
        </button>
        <span className={styles.wide}>
          <Button variant="quiet" icon="search" label="Search" onPress={() => openPalette()} />
        </span>
        <Bell href={`${pagePaths.workspace(slug)}/notifications`} />
        <Suspense fallback={<MenuPending />}>
          <PersonMenu />
        </Suspense>
      </div>
    </header>
  );
}
