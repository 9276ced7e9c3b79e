import { Type } from 'typebox';
import {
  actorOf,
  type Caller,
  callerOf,
  modulePath,
  type ModuleRoute,
  type RegisteredModule,
  type RouteDefinition,
  routesOf,
  workspaceOf,
  workspaceParam,
} from '@cubit/core/host';
import type { RouteReply } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { type EventRuntime, type KernelServices, waitFor, WorkspaceTransaction } from '@cubit/records';

interface ModuleRouteOptions {
  readonly services: KernelServices;
  readonly onEvents: () => void;
  readonly events: Pick<EventRuntime, 'feed' | 'guard'>;
  /** All routes of the product; available when requests are answered. */
  readonly routes: () => readonly RouteDefinition[];
}

/** The routes of modules as routes of the product, below `/modules/<module>`. */
export function moduleRoutes(options: ModuleRouteOptions, module: RegisteredModule): readonly RouteDefinition[] {
  return routesOf(module.definition).map((route) => productRoute(options, module, route));
}

function productRoute(
  { services, onEvents, events, routes }: ModuleRouteOptions,
  module: RegisteredModule,
  route: ModuleRoute,
): RouteDefinition {
  const { role, path, handler, params, keyed, ...rest } = route;
  return defineRoute({
    ...rest,
    path: `${modulePath(module.name)}${path}`,
    tag: module.definition.title,
    access: role ?? (route.method === 'GET' ? 'viewer' : 'member'),
    module: module.name,
    ...(keyed && { keyed: true }),
    params: Type.Object({ workspace: workspaceParam, ...params?.properties }),
    async handler(request) {
      const workspace = workspaceOf(request);
      const reply = await handler(
        {
          client: { address: request.address, tokenPrefix: tokenPrefixOf(callerOf(request)) },
          transaction: (work) =>
            request.transaction((tx) => {
              const transaction = new WorkspaceTransaction({
                services,
                tx,
                workspace,
                actor: actorOf(callerOf(request)),
                onEvents,
              });
              return work(transaction.contextOf(module.name, null));
            }),
          waitFor: (until, look) =>
            waitFor(
              events,
              { caller: callerOf(request), workspaceId: workspace.id, signal: request.signal },
              { ...until, look },
            ),
          describe: () => ({
            workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
            routes: routes().filter(
              (candidate) => candidate.module === undefined || workspace.schema.modules.has(candidate.module),
            ),
            registry: services.registry,
            schema: workspace.schema,
            publicUrl: services.settings.publicUrl,
            version: services.settings.version,
          }),
        },
        request,
      );
      return isolated(reply);
    },
  });
}

const POLICY = 'content-security-policy';
/**
 * Names in a drawing come from people, and the drawing from any module: opened by itself it runs and loads nothing and belongs to no origin.
 * It may have a style sheet, for dark screens.
 */
const OF_IMAGES = { [POLICY]: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox" };

function isolated(reply: RouteReply): RouteReply {
  if (reply.mediaType?.toLowerCase().startsWith('image/') !== true) return reply;
  const others = Object.entries(reply.headers ?? {}).filter(([name]) => name.toLowerCase() !== POLICY);
  return { ...reply, headers: { ...Object.fromEntries(others), ...OF_IMAGES } };
}

function tokenPrefixOf({ credential }: Caller): string | null {
  return credential.type === 'api_token' ? credential.prefix : null;
}
