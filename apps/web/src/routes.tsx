import type { Api, CubitRecord } from '@cubit/web-client';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { NotFoundPage } from './pages/NotFoundPage.js';
import { RouteError } from './pages/RouteError.js';
import { RoutePending } from './pages/RoutePending.js';
import { WorkspaceLayout } from './shell/WorkspaceLayout.js';

export type { CubitRecord };

/** The page of a route, loaded when it is first needed. */
function page<Module extends Record<string, unknown>>(load: () => Promise<Module>, name: keyof Module & string): RouteComponent {
  return lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, name) as RouteComponent;
}

/** All addresses of the app. Those of a workspace are the API's with `/w/` in place of `/api/v1/orgs/`. */
export function createAppRouter(api: Api) {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
  const at = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => root, path, component });
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async () => {
      throw redirect({ href: await startAddress(api) } as never);
    },
    component: RoutePending,
  });
  const outside = [
    index,
    at('/welcome', page(() => import('./pages/welcome/WelcomePage.js'), 'WelcomePage')),
    at('/sign-in', page(() => import('./pages/SignInPage.js'), 'SignInPage')),
    at('/join/$token', page(() => import('./pages/JoinPage.js'), 'JoinPage')),
    at('/workspaces', page(() => import('./pages/WorkspacesPage.js'), 'WorkspacesPage')),
    at('/c/$code', page(() => import('./pages/CodePage.js'), 'CodePage')),
    at('/me', page(() => import('./pages/MePage.js'), 'MePage')),
    at('/me/$section', page(() => import('./pages/MePage.js'), 'MePage')),
  ];
  const workspace = createRoute({ getParentRoute: () => root, path: '/w/$workspace', component: WorkspaceLayout });
  const inside = (path: string, component: RouteComponent) =>
    createRoute({ getParentRoute: () => workspace, path, component });
  const kindPath = '/modules/$module/records/$kind';
  const pages = [
    inside('/', page(() => import('./pages/HomePage.js'), 'HomePage')),
    inside(kindPath, page(() => import('./pages/kind-pages.js'), 'KindListPage')),
    inside(`${kindPath}/import`, page(() => import('./pages/kind-pages.js'), 'KindImportPage')),
    inside(`${kindPath}/trash`, page(() => import('./pages/kind-pages.js'), 'KindTrashPage')),
    inside(`${kindPath}/$id`, page(() => import('./pages/kind-pages.js'), 'KindRecordPage')),
    inside('/search', page(() => import('./pages/SearchPage.js'), 'SearchPage')),
    inside('/scan', page(() => import('./pages/ScanPage.js'), 'ScanPage')),
    inside('/notifications', page(() => import('./pages/NotificationsPage.js'), 'NotificationsPage')),
    inside('/activity', page(() => import('./pages/ActivityPage.js'), 'ActivityPage')),
    inside('/wires', page(() => import('./pages/WiresPage.js'), 'WiresPage')),
    inside('/wires/$id', page(() => import('./pages/WiresPage.js'), 'WirePage')),
    inside('/settings', page(() => import('./pages/SettingsPage.js'), 'SettingsPage')),
    inside('/settings/$section', page(() => import('./pages/SettingsPage.js'), 'SettingsPage')),
  ];
  return createRouter({
    routeTree: root.addChildren([...outside, workspace.addChildren(pages)]),
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: false,
    scrollRestoration: true,
    // Parameters are plain texts, so that an address can be read and written by hand.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}

interface Start {
  readonly mode: 'first' | 'invite' | 'open';
}

/** Where the app opens: first start, sign-in, or the workspace that was open last. */
async function startAddress(api: Api): Promise<string> {
  const { mode } = await api.get<Start>('/me/registration');
  if (mode === 'first') return '/welcome';
  const workspaces = await api
    .get<{ readonly data: readonly { readonly slug: string }[] }>('/me/orgs', { query: { limit: 200 } })
    .catch(() => null);
  if (!workspaces) return '/sign-in';
  const last = localStorage.getItem('cubit-workspace');
  const open = workspaces.data.find(({ slug }) => slug === last) ?? workspaces.data[0];
  return open ? `/w/${encodeURIComponent(open.slug)}` : '/workspaces';
}
