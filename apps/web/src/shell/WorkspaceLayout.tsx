import { isApiError } from '@cubit/web-client';
import { useGo, useSearchParams, withSearch, WorkspaceProvider } from '@cubit/web-records';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { KeysToCome, Skeleton, SkipLink } from '@cubit/web-kit';
import { NotFoundPage } from '../pages/NotFoundPage.js';
import { RouteError } from '../pages/RouteError.js';
import { RoutePending } from '../pages/RoutePending.js';
import { BottomBar } from './BottomBar.js';
import { ConnectionBanner } from './ConnectionBanner.js';
import { Sidebar } from './Sidebar.js';
import { TopBar } from './TopBar.js';
import styles from './WorkspaceLayout.module.css';

const Overlays = lazy(async () => ({ default: (await import('./Overlays.js')).Overlays }));

const PeekPane = lazy(async () => ({ default: (await import('./Peek.js')).PeekPane }));

/** The shell around all pages of a workspace. */
export function WorkspaceLayout() {
  const { workspace: slug = '' } = useParams({ strict: false }) as { readonly workspace?: string };
  useEffect(() => localStorage.setItem('cubit-workspace', slug), [slug]);
  return (
    <WorkspaceProvider slug={slug} loading={<ShellSkeleton />} failed={failedWorkspace} key={slug}>
      <SkipLink target="content" />
      <div className={styles.shell}>
        <Sidebar />
        <div className={styles.column}>
          <TopBar />
          <div className={styles.content}>
            <Outlet />
          </div>
          {/* Below the page: what is pointed at stays where it is. */}
          <ConnectionBanner />
        </div>
        <div className={styles.peek}>
          <Suspense>
            <Peek />
          </Suspense>
        </div>
      </div>
      <BottomBar />
      <Suspense fallback={<KeysToCome />}>
        <Overlays />
      </Suspense>
    </WorkspaceProvider>
  );
}

/** Its code is loaded with the first record that is peeked at. */
function Peek() {
  const { peek } = useSearchParams();
  return peek === undefined ? null : <PeekPane />;
}

function failedWorkspace(error: unknown, retry: () => void) {
  if (isApiError(error) && error.status === 401) return <ToSignIn />;
  if (isApiError(error) && (error.status === 404 || error.status === 403)) return <NotFoundPage />;
  return <RouteError error={error} reset={retry} />;
}

/** The page opens after signing in. A session that ends later is renewed in a dialog over the page. */
function ToSignIn() {
  const go = useGo();
  const { pathname, searchStr } = useLocation();
  const next = useRef(pathname + searchStr);
  useEffect(() => go(withSearch('/sign-in', { next: next.current }), { replace: true }), [go]);
  return <RoutePending />;
}

/** The place of the shell while the workspace is loaded. */
function ShellSkeleton() {
  return (
    <div className={styles.shell}>
      <div className={styles.sidebar}>
        <Skeleton count={12} />
      </div>
      <main id="content" className={styles.loading} aria-busy="true" aria-label="Loading" tabIndex={-1}>
        <Skeleton shape="rows" count={8} />
      </main>
    </div>
  );
}
