import { kindPath, modulePath, type Registry, type RouteDefinition, WORKSPACE_PATH } from '@cubit/core/host';
import { Routers } from './route/routers.js';

const API = '/api/v1';

/**
 * Assembles the product from its routes: an Express router for each part of the platform, each module and each record kind. A workspace can use
 * the routers of the modules that it enabled (`authorise`).
 */
export function assemble(
  { modules, kinds }: Pick<Registry, 'modules' | 'kinds'>,
  routes: readonly RouteDefinition[],
): Routers {
  const platform = routes.filter(({ module }) => module === undefined);
  const areas = [
    ...platform.map(({ path }) => partOf(path)),
    ...[...modules.keys()].map((name) => modulePath(name)),
    ...[...kinds.values()].map((kind) => kindPath(kind)),
  ];
  return new Routers(areas, routes);
}

/** The path of the part of the platform that a route belongs to: one segment below the workspace, or else below the API. */
function partOf(path: string): string {
  const base = [WORKSPACE_PATH, API].find((start) => path.startsWith(`${start}/`));
  if (base === undefined) return path;
  const [part = ''] = path.slice(base.length + 1).split('/');
  return `${base}/${part}`;
}
