import type { ModuleDefinition } from '../contract/module.js';

/** Faults of routes with keyed addresses: a key must open its route and nothing else. */
export function checkKeyed({ name, routes = [], scopes = [] }: ModuleDefinition): string[] {
  return routes.flatMap(({ operationId, method, keyed }) => {
    if (!keyed) return [];
    const what = `Route '${operationId}' of module '${name}'`;
    const scope = scopes.find(({ id }) => id === keyed.scope);
    const isNarrow = scope?.workspaceBound === true && scope.operations.every((operation) => operation === operationId);
    return [
      ...(method === 'GET' ? [] : [`${what} is keyed, but is of method ${method}; make it a GET route.`]),
      ...(isNarrow && scope.operations.length === 1
        ? []
        : [
            `${what} is keyed with scope '${keyed.scope}'; declare that scope, bound to a workspace, with this operation alone.`,
          ]),
    ];
  });
}
