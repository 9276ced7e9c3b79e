import type { RouteDefinition } from '@cubit/core/host';
import type { AccessServices } from './access-services.js';
import type { AccessParts } from './access-parts.js';
import { addressRoutes } from './address/address.routes.js';
import { apiTokenScopeRoute } from './api-token/api-token-scope.route.js';
import { apiTokenRoutes } from './api-token/api-token.route.js';
import type { AttemptStore } from './credential/attempt-store.js';
import type { Authenticator } from './credential/authenticator.js';
import { currentApiTokenRoute } from './api-token/current-api-token.route.js';
import { invitationPageRoutes } from './invitation/invitation-page.route.js';
import { invitationRoutes } from './invitation/invitation.route.js';
import { KnownDevices } from './credential/known-device.js';
import { meRoutes } from './user/me.route.js';
import { memberRoutes } from './member/member.route.js';
import { ownWorkspaceRoutes } from './own-workspace/own-workspace.route.js';
import { PasswordAttempts } from './credential/password-attempts.js';
import { ownSessionRoutes } from './session/own-sessions.route.js';
import { passwordResetRoutes } from './password-reset/password-reset.route.js';
import { RefreshTokens } from './credential/refresh-token.js';
import { registrationRoute, registrationStateRoute } from './session/registration.route.js';
import { sessionRoutes } from './session/session.route.js';
import { settingsRoutes } from './user/settings.route.js';
import { Sessions } from './credential/sessions.js';
import { workspaceRoutes } from './own-workspace/workspace.route.js';

interface AccessRouteOptions
  extends Pick<Authenticator, 'sessionTokens' | 'tokenUsage'>, Pick<AccessParts, 'streams' | 'passwords'> {
  /** Stores failed attempts; null: attempts are not limited. */
  readonly attempts: AttemptStore | null;
  /** Returns all routes of the product. Called per request, because the list is incomplete while routes are created. */
  readonly routes: () => readonly RouteDefinition[];
}

/** Users, sessions, workspaces, members, invitations and API tokens. */
export async function accessRoutes(
  services: AccessServices,
  { routes, sessionTokens, attempts, ...options }: AccessRouteOptions,
): Promise<readonly RouteDefinition[]> {
  const { db } = services.database;
  const { tokenUsage, streams, passwords } = options;
  const refreshTokens = await RefreshTokens.ofInstance(db);
  const devices = await KnownDevices.ofInstance(db);
  const parts: AccessParts = {
    services,
    sessions: new Sessions(services, { sessionTokens, refreshTokens, streams }),
    tokenUsage,
    streams,
    passwords,
    devices,
    attempts: new PasswordAttempts(attempts, devices),
  };
  return [
    registrationRoute(parts),
    registrationStateRoute(parts),
    ...sessionRoutes(parts),
    ...ownSessionRoutes(parts),
    ...passwordResetRoutes(parts),
    ...meRoutes(parts),
    ...settingsRoutes(parts),
    ...ownWorkspaceRoutes(parts),
    ...apiTokenRoutes(parts),
    currentApiTokenRoute(parts),
    apiTokenScopeRoute(parts, routes),
    ...addressRoutes(parts),
    ...workspaceRoutes(parts),
    ...memberRoutes(parts),
    ...invitationRoutes(parts),
    ...invitationPageRoutes(parts),
  ];
}
