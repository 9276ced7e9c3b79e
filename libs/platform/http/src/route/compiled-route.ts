import { type Caller, type Role, ROLES, type RouteDefinition } from '@cubit/core/host';
import { acceptCheck, type AcceptCheck } from '../request/accept.js';
import { bodyReader, type BodyDefaults, type BodyReader } from '../request/body-reader.js';
import { paramsReader, type ParamsReader } from '../request/params-reader.js';
import { queryReader, type QueryReader } from '../request/query-reader.js';
import type { ScopeIndex } from './scope-index.js';

/** A route with everything precomputed that does not depend on the request. */
export interface CompiledRoute {
  readonly definition: RouteDefinition;
  readonly anonymous: boolean;
  /** The path has the parameter `{workspace}`. */
  readonly inWorkspace: boolean;
  /** The least role required; null if membership is enough or the route has no workspace. */
  readonly role: Role | null;
  /** The method is unsafe, so a session cookie also requires a matching origin. */
  readonly unsafe: boolean;
  /** Scopes that include the route, for `X-Accepted-Scopes`. */
  readonly acceptedScopes: string;
  readonly secrets: readonly string[];
  readonly checkAccept: AcceptCheck;
  readonly readParams: ParamsReader;
  readonly readQuery: QueryReader;
  readonly readBody: BodyReader;
  /** Whether the scopes of the caller's token include the route. */
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
    checkAccept: acceptCheck(definition),
    readParams: paramsReader(definition.params),
    readQuery: queryReader(definition.query),
    readBody: bodyReader(definition, defaults),
    reachable: ({ scopes: granted }) => open || granted.length === 0 || granted.some((scope) => acceptedSet.has(scope)),
  };
}

function isRole(access: string): access is Role {
  return (ROLES as readonly string[]).includes(access);
}
