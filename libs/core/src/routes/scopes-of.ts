import type { Registry } from '../registry/registry.js';
import { READ_SCOPE } from '../registry/read-scope.js';
import type { RouteDefinition } from './route.js';

/** The scopes of which each lets a token call the route. */
export function scopesOf(route: RouteDefinition, { scopes }: Pick<Registry, 'scopes'>): readonly string[] {
  return [...scopes.values()]
    .filter(({ definition: { id, operations } }) =>
      id === READ_SCOPE.id ? isReading(route) : operations.includes(route.operationId),
    )
    .map(({ definition }) => definition.id);
}

/**
 * Whether the route only reads what every viewer of a workspace reads. What requires a higher role administers the workspace, and a path without
 * a workspace is about the person.
 */
function isReading({ method, anyMethod, path, access, reading }: RouteDefinition): boolean {
  return (
    method === 'GET' && anyMethod !== true && reading !== false && access === 'viewer' && path.includes('{workspace}')
  );
}
