import { Type } from 'typebox';
import {
  actorOf,
  type Caller,
  callerOf,
  modulePath,
  type ModuleRoute,
  type RegisteredModule,
  type RouteDefinition,
  type RouteRequest,
  routesOf,
  workspaceOf,
  workspaceParam,
} from '@cubit/core/host';
import { type CubitError, errorOf, type RouteReply } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import {
  type EventRuntime,
  type KernelServices,
  outsideTransactions,
  waitFor,
  WorkspaceTransaction,
} from '@cubit/records';

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
      const { fetch, within } = outsideTransactions(
        { services, workspaceId: workspace.id, module: module.name },
        { refusal: idempotencyRefusal(route, request) },
      );
      const reply = await handler(
        {
          settings: workspace.schema.settingsOf(module.name),
          fetch,
          client: { address: request.address, tokenPrefix: tokenPrefixOf(callerOf(request)) },
          transaction: (work) =>
            within(() =>
              request.transaction((tx) => {
                const actor = actorOf(callerOf(request));
                const transaction = new WorkspaceTransaction({ services, tx, workspace, actor, onEvents });
                return work(transaction.contextOf(module.name, null));
              }),
            ),
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

/** A POST with a key is answered in the transaction that records its answer. */
function idempotencyRefusal({ method }: ModuleRoute, { headers }: RouteRequest): CubitError | null {
  if (method !== 'POST' || headers.all['idempotency-key'] === undefined) return null;
  const message = 'This route calls another system, and cannot be repeated by a key; send it without one.';
  const path = 'header:Idempotency-Key';
  return errorOf('invalid_header', message, { details: [{ path, code: 'invalid', message }] });
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
