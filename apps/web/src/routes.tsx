import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { NotFoundPage } from './pages/NotFoundPage.js';
import { RouteError } from './pages/RouteError.js';
import { RoutePending } from './pages/RoutePending.js';
import { WorkspaceLayout } from './shell/WorkspaceLayout.js';

type Pages = Readonly<Record<string, RouteComponent>>;

/** The page of a route, loaded when it is first needed. */
function page<Module extends object>(load: () => Promise<Module>, name: keyof Module & string): RouteComponent {
  return lazyRouteComponent(load as unknown as () => Promise<Pages>, name) as RouteComponent;
}

const settings = () => import('./pages/SettingsPage.js');
const account = () => import('./pages/MePage.js');
const wires = () => import('./pages/WiresPage.js');
const happened = () => import('./pages/HappenedPages.js');
const wall = () => import('./pages/wall/index.js');
const passwords = () => import('./pages/PasswordPages.js');

const OUTSIDE = {
  '/': page(() => import('./pages/StartPage.js'), 'StartPage'),
  '/welcome': page(() => import('./pages/welcome/WelcomePage.js'), 'WelcomePage'),
  '/sign-in': page(() => import('./pages/SignInPage.js'), 'SignInPage'),
  '/forgot': page(passwords, 'ForgotPage'),
  '/reset/$token': page(passwords, 'ResetPage'),
  '/join/$token': page(() => import('./pages/JoinPage.js'), 'JoinPage'),
  '/oauth/authorize': page(() => import('./pages/AuthorizePage.js'), 'AuthorizePage'),
  '/workspaces': page(() => import('./pages/WorkspacesPage.js'), 'WorkspacesPage'),
  '/c/$code': page(() => import('./pages/CodePage.js'), 'CodePage'),
  '/wall': page(wall, 'PairPage'),
  '/w/$workspace/wall/$display': page(wall, 'WallPage'),
  '/me': page(account, 'MePage'),
  '/me/$section': page(account, 'MePage'),
};

const KIND = '/modules/$module/records/$kind';
/** Below `/w/{workspace}`. */
const INSIDE = {
  '/': page(() => import('./pages/home/HomePage.js'), 'HomePage'),
  [KIND]: page(() => import('./pages/kind/KindListPage.js'), 'KindListPage'),
  [`${KIND}/import`]: page(() => import('./pages/kind/KindImportPage.js'), 'KindImportPage'),
  [`${KIND}/trash`]: page(() => import('./pages/kind/KindTrashPage.js'), 'KindTrashPage'),
  [`${KIND}/$id`]: page(() => import('./pages/kind/KindRecordPage.js'), 'KindRecordPage'),
  '/modules/$module/$': page(() => import('./pages/PlanPage.js'), 'PlanPage'),
  '/search': page(() => import('./pages/SearchPage.js'), 'SearchPage'),
  '/scan': page(() => import('./pages/ScanPage.js'), 'ScanPage'),
  '/notifications': page(happened, 'NotificationsPage'),
  '/agent-approvals': page(happened, 'ApprovalsPage'),
  '/agent-approvals/$id': page(happened, 'ApprovalPage'),
  '/activity': page(happened, 'ActivityPage'),
  '/wires': page(wires, 'WiresPage'),
  '/wires/new': page(wires, 'NewWirePage'),
  '/wires/$id': page(wires, 'WirePage'),
  '/wires/$id/edit': page(wires, 'EditWirePage'),
  '/wires/$id/runs/$run': page(wires, 'WireRunPage'),
  '/settings': page(settings, 'SettingsPage'),
  '/settings/$section': page(settings, 'SettingsPage'),
};

/** All addresses of the app. Those of a workspace are the API's with `/w/` in place of `/api/v1/orgs/`. */
export function createAppRouter() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });
  const workspace = createRoute({ getParentRoute: () => root, path: '/w/$workspace', component: WorkspaceLayout });
  return createRouter({
    routeTree: root.addChildren([...below(root, OUTSIDE), workspace.addChildren(below(workspace, INSIDE))]),
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

function below(parent: AnyRoute, pages: Pages): AnyRoute[] {
  return Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => parent, path, component }),
  );
}
