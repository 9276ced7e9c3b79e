import { Type } from 'typebox';
import { defineRoute, type RouteDefinition } from '../contract/route.js';
import type { AccessParts } from './access-parts.js';
import { strict } from './field-schemas.js';

const Scope = strict({
  id: Type.String({ examples: ['devices:edge'] }),
  title: Type.String(),
  description: Type.String(),
  workspace_bound: Type.Boolean({
    description: 'A token with this scope must name one workspace, and reaches no other.',
  }),
  routes: Type.Array(strict({ method: Type.String({ examples: ['POST'] }), path: Type.String() }), {
    description: 'All that the scope opens.',
  }),
});

/** `routes`: every route of the product, as it is once all are made. */
export function apiTokenScopeRoute(
  { services }: AccessParts,
  routes: () => readonly RouteDefinition[],
): RouteDefinition {
  function scopes() {
    const byOperation = new Map(routes().map((route) => [route.operationId, route]));
    return [...services.registry.scopes.values()].map(({ definition }) => ({
      id: definition.id,
      title: definition.title,
      description: definition.description,
      workspace_bound: definition.workspaceBound,
      routes: definition.operations.flatMap((operation) => {
        const route = byOperation.get(operation);
        return route ? [{ method: route.method, path: route.path }] : [];
      }),
    }));
  }

  return defineRoute({
    operationId: 'listApiTokenScopes',
    method: 'GET',
    path: '/api/v1/me/api-token-scopes',
    summary: 'List the scopes that a token may have',
    tag: 'API tokens',
    access: 'user',
    responses: {
      200: { description: 'Every scope, and the routes that it opens.', schema: strict({ data: Type.Array(Scope) }) },
    },
    handler: () => Promise.resolve({ status: 200, body: { data: scopes() } }),
  });
}
