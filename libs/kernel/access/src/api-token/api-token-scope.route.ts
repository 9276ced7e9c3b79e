import { Type } from 'typebox';
import { listSchema } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { completePage, completeQuery, type RegisteredScope, type RouteDefinition, scopesOf } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { strict } from '../user/field-schemas.js';

const Scope = strict({
  id: Type.String({ examples: ['devices:edge'] }),
  title: Type.String(),
  description: Type.String(),
  workspace_bound: Type.Boolean({
    description: 'A token with this scope must be bound to one workspace.',
  }),
  routes: Type.Array(strict({ method: Type.String({ examples: ['POST'] }), path: Type.String() }), {
    description: 'The routes that the scope allows.',
  }),
});

/** `routes`: all routes of the product, once they are created. */
export function apiTokenScopeRoute(
  { services }: AccessParts,
  routes: () => readonly RouteDefinition[],
): RouteDefinition {
  function scopeRow({ definition: { id, title, description, workspaceBound } }: RegisteredScope) {
    return {
      id,
      title,
      description,
      workspace_bound: workspaceBound,
      routes: routes()
        .filter((route) => scopesOf(route, services.registry).includes(id))
        .map(({ method, path }) => ({ method, path })),
    };
  }

  return defineRoute({
    operationId: 'listApiTokenScopes',
    method: 'GET',
    path: '/api/v1/me/api-token-scopes',
    summary: 'List the scopes that a token may have',
    tag: 'API tokens',
    access: 'user',
    query: strict(completeQuery),
    responses: { 200: { description: 'Every scope, and the routes that it allows.', schema: listSchema(Scope) } },
    errors: ['invalid_cursor'],
    handler({ query }) {
      const body = completePage(query, {
        list: 'api-token-scopes',
        items: services.registry.scopes.values(),
        idOf: ({ definition }) => definition.id,
        rowOf: scopeRow,
      });
      return Promise.resolve({ status: 200, body });
    },
  });
}
