import { pagePaths } from '@cubit/web-client';
import { Button, Icon, Kbd } from '@cubit/web-kit';
import { useWorkspace } from '@cubit/web-records';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Bell } from './Bell.js';
import { MenuPending } from './MenuPending.js';
import { Path } from './Path.js';
import styles from './TopBar.module.css';
import { openPalette } from './shell-state.js';

const DriveControl = lazy(() =>
  import('@cubit/web-drive').then(({ DriveControl: component }) => ({ default: component })),
);

/** Menus are loaded after the page: their code is as large as the rest of the shell. */
const PersonMenu = lazy(() => import('./PersonMenu.js').then(({ PersonMenu: component }) => ({ default: component })));

const FavouriteButton = lazy(() =>
  import('./FavouriteButton.js').then(({ FavouriteButton: component }) => ({ default: component })),
);

export function TopBar() {
  const { slug } = useWorkspace();
  const { pathname, search } = useLocation();
  return (
    <header className={styles.bar}>
      <div className={styles.where}>
        <Path />
        <Suspense>
          <FavouriteButton pathname={pathname} search={search} />
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
