import {
  type Caller,
  READ_SCOPE,
  type Registry,
  type Role,
  ROLES,
  type RouteDefinition,
  scopesOf,
} from '@cubit/core/host';
import { acceptCheck, type AcceptCheck } from '../request/accept.js';
import { bodyReader, type BodyDefaults, type BodyReader } from '../request/body-reader.js';
import { paramsReader, type ParamsReader } from '../request/params-reader.js';
import { queryReader, type QueryReader } from '../request/query-reader.js';

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
  /** Whether the credential of the caller reaches the route: the scopes of a token, what a display shows. */
  reachable(caller: Caller): boolean;
  /** Whether only the scope of reading lets the caller's token call the route: it then sees what a viewer sees. */
  asViewer(caller: Caller): boolean;
}

export function compileRoute(
  definition: RouteDefinition,
  registry: Pick<Registry, 'scopes'>,
  defaults: BodyDefaults,
): CompiledRoute {
  const { access, method, path } = definition;
  const accepted = scopesOf(definition, registry);
  const acceptedSet = new Set(accepted);
  const open = definition.anyScope === true;
  const reaches = (scope: string) => acceptedSet.has(scope);
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
    reachable: ({ credential, scopes: granted }) =>
      credential.type === 'display'
        ? definition.display === true
        : open || granted.length === 0 || granted.some(reaches),
    asViewer: ({ scopes: granted }) =>
      granted.some(reaches) && !granted.some((scope) => scope !== READ_SCOPE.id && reaches(scope)),
  };
}

function isRole(access: string): access is Role {
  return (ROLES as readonly string[]).includes(access);
}
