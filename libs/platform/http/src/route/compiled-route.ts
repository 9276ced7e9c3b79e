import { type Caller, type Role, type RouteDefinition, ROLES } from '@cubit/core';
import { bodyReader, type BodyDefaults, type BodyReader } from '../request/body-reader.js';
import { paramsReader, type ParamsReader } from '../request/params-reader.js';
import { queryReader, type QueryReader } from '../request/query-reader.js';
import type { ScopeIndex } from './scope-index.js';

/** A route with everything worked out that does not depend on the request. */
export interface CompiledRoute {
  readonly definition: RouteDefinition;
  readonly anonymous: boolean;
  /** Its path names a workspace. */
  readonly inWorkspace: boolean;
  /** Least role; null where membership is enough, or there is no workspace. */
  readonly role: Role | null;
  /** Changes something, so a browser's cookie alone does not do. */
  readonly unsafe: boolean;
  /** Scopes that open it, for `X-Accepted-Scopes`. */
  readonly acceptedScopes: string;
  readonly secrets: readonly string[];
  readonly readParams: ParamsReader;
  readonly readQuery: QueryReader;
  readonly readBody: BodyReader;
  /** Whether a token with these scopes reaches it. */
  reachable(caller: Caller): boolean;
}

export function compileRoute(definition: RouteDefinition, scopes: ScopeIndex, defaults: BodyDefaults): CompiledRoute {
  const { access, method, path } = definition;
  const accepted = scopes.get(definition.operationId) ?? [];
  const acceptedSet = new Set(accepted);
  const open = definition.anyScope === true;
  return {
    definition,
    anonymous: access === 'anonymous',
    inWorkspace: path.includes('{workspace}'),
    role: isRole(access) ? access : null,
    unsafe: method !== 'GET',
    acceptedScopes: accepted.join(', '),
    secrets: definition.secrets ?? [],
    readParams: paramsReader(definition.params),
    readQuery: queryReader(definition.query),
    readBody: bodyReader(definition, defaults),
    reachable: ({ scopes: held }) => open || held.length === 0 || held.some((scope) => acceptedSet.has(scope)),
  };
}

function isRole(access: string): access is Role {
  return (ROLES as readonly string[]).includes(access);
}
