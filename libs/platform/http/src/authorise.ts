import { errorOf, fail, notFound } from '@cubit/core';
import { type Caller, roleIncludes, type WorkspaceAccess } from '@cubit/core/host';
import type { CompiledRoute } from './route/compiled-route.js';

export function scopeDenied(acceptedScopes: string) {
  return errorOf('scope_denied', 'The scopes of this token do not include this route.', {
    headers: { 'x-accepted-scopes': acceptedScopes },
  });
}

interface AuthorisationContext {
  readonly caller: Caller;
  readonly workspace: WorkspaceAccess | null;
}

/**
 * Throws unless the caller may use the route. The order is part of the contract: scopes come before every check that reveals what exists, then the
 * workspace (a missing one and one of other people give the same answer), then its modules, then the role.
 */
export function authorise(route: CompiledRoute, { caller, workspace }: AuthorisationContext): void {
  if (!route.reachable(caller)) throw scopeDenied(route.acceptedScopes);
  if (!route.inWorkspace) return;
  if (!workspace) throw notFound('Workspace');
  const { module } = route.definition;
  if (module !== undefined && !workspace.schema.modules.has(module))
    throw fail('module_not_enabled', `The module '${module}' is not enabled in this workspace.`);
  if (route.role !== null && !roleIncludes(workspace.role, route.role))
    throw fail('forbidden', `This requires the role ${route.role}; yours is ${workspace.role}.`);
}
