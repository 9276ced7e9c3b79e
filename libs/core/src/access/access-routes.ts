import type { RouteDefinition } from '../contract/route.js';
import type { KernelServices } from '../kernel/services.js';
import type { AccessParts } from './access-parts.js';
import { apiTokenScopeRoute } from './api-token-scope.route.js';
import { apiTokenRoutes } from './api-token.route.js';
import type { Authenticator } from './authenticator.js';
import { currentApiTokenRoute } from './current-api-token.route.js';
import { invitationRoutes } from './invitation.route.js';
import { meRoutes } from './me.route.js';
import { memberRoutes } from './member.route.js';
import { ownWorkspaceRoutes } from './own-workspace.route.js';
import { registrationRoute } from './registration.route.js';
import { sessionRoutes } from './session.route.js';
import { Sessions } from './sessions.js';
import { workspaceRoutes } from './workspace.route.js';

interface AccessRouteOptions extends Pick<Authenticator, 'sessionTokens' | 'tokenUsage'> {
  /** Every route of the product; asked when a request is answered, so it may not be complete yet. */
  readonly routes: () => readonly RouteDefinition[];
}

/** Users, sessions, workspaces, members, invitations and API tokens. */
export function accessRoutes(
  services: KernelServices,
  { routes, sessionTokens, tokenUsage }: AccessRouteOptions,
): readonly RouteDefinition[] {
  const parts: AccessParts = { services, sessions: new Sessions(services, sessionTokens), tokenUsage };
  return [
    registrationRoute(parts),
    ...sessionRoutes(parts),
    ...meRoutes(parts),
    ...ownWorkspaceRoutes(parts),
    ...apiTokenRoutes(parts),
    currentApiTokenRoute(parts),
    apiTokenScopeRoute(parts, routes),
    ...workspaceRoutes(parts),
    ...memberRoutes(parts),
    ...invitationRoutes(parts),
  ];
}
