import { fail, notFound, roleIncludes, type Caller, type WorkspaceAccess } from '@cubit/core';
import type { CompiledRoute } from './route/compiled-route.js';

export function scopeDenied(acceptedScopes: string) {
  return fail('scope_denied', 'The scopes of this token do not reach this route.', {
    headers: { 'x-accepted-scopes': acceptedScopes },
  });
}

/**
 * Whether the caller may use the route. The order is a promise: scopes before everything that would tell what exists, then the
 * workspace, whose absence and foreignness look the same, then its modules, then the role.
 */
export function authorise(route: CompiledRoute, caller: Caller, workspace: WorkspaceAccess | null): void {
  if (!route.reachable(caller)) throw scopeDenied(route.acceptedScopes);
  if (!route.inWorkspace) return;
  if (!workspace) throw notFound('Workspace');
  const { module } = route.definition;
  if (module !== undefined && !workspace.schema.modules.has(module))
    throw fail('module_not_enabled', `The module '${module}' is not enabled in this workspace.`);
  if (route.role !== null && !roleIncludes(workspace.role, route.role))
    throw fail('forbidden', `This takes the role ${route.role}; yours is ${workspace.role}.`);
}
