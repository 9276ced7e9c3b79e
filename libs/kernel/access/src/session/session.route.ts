import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { fail, type RouteReply } from '@cubit/core';
import { type Actor, actorOf, callerOf, type Cookie, type RouteDefinition, unauthorized } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import { Email } from '../credential/email-address.js';
import { Instant, strict } from '../user/field-schemas.js';
import { DEVICE_COOKIE } from '../credential/known-device.js';
import { requireOwnOrigin } from '../credential/own-origin.js';
import { REFRESH_COOKIE, removedCookies } from '../credential/session-cookies.js';
import type { OpenSession } from '../credential/sessions.js';
import { signIn } from './sign-in.js';
import { GivenPassword, showUser, User, type UserRow } from '../user/user-row.js';

const TAG = 'Sign-in';
const token = Type.String({ description: 'The session token, a JWT: `Authorization: Bearer <token>`.' });

export const SignedIn = strict({ token, expires_at: Instant, user: User });

export function signedIn(session: OpenSession, user: UserRow, device: Cookie): RouteReply {
  const body = { token: session.token, expires_at: session.expiresAt.toISOString(), user: showUser(user) };
  return { status: 201, headers: { location: '/api/v1/me' }, body, cookies: [...session.cookies, device] };
}

export function sessionActor(userId: string | null, sessionId: string | null): Actor {
  return { type: 'user', id: userId, via: { type: 'session', id: sessionId } };
}

export function sessionRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [createSessionRoute(parts), refreshSessionRoute(parts), deleteSessionRoute(parts)];
}

function createSessionRoute({ services, sessions, devices, attempts }: AccessParts): RouteDefinition {
  const { database } = services;

  return defineRoute({
    operationId: 'createSession',
    method: 'POST',
    path: '/api/v1/me/session',
    summary: 'Sign in',
    description:
      'Returns a session token that is valid for 15 minutes and sets the session cookies. After ten wrong passwords within 15 minutes from one device or network, the answer is `429`.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    body: {
      schema: strict({ email: Email, password: GivenPassword }),
      example: { email: 'ada@example.org', password: 'correct horse battery' },
    },
    responses: { 201: { description: 'Signed in.', schema: SignedIn } },
    errors: ['invalid_credentials'],
    secrets: ['token'],
    async handler(request) {
      const { email, password } = request.body;
      const { address } = request;
      const deviceCookie = request.headers.cookies[DEVICE_COOKIE];
      const attempt = await attempts.begin({ email, address, deviceCookie });
      const user = await signIn({ database, email, password, address });
      await attempt.succeeded();
      return request.transaction(async (tx) => {
        if (!(await user.stillHasPassword(tx))) throw fail('invalid_credentials', 'Email or password is wrong.');
        const session = await sessions.start(tx, user.row.id, request);
        const actor = sessionActor(user.row.id, session.sessionId);
        await audit(tx, { workspaceId: null, actor, action: 'session.created', target: {}, address });
        return signedIn(session, user.row, devices.remember(deviceCookie, email));
      });
    },
  });
}

function refreshSessionRoute({ services, sessions }: AccessParts): RouteDefinition {
  const { database, settings } = services;

  return defineRoute({
    operationId: 'refreshSession',
    method: 'POST',
    path: '/api/v1/me/session/refresh',
    summary: 'Get a new session token',
    description:
      'Replaces the refresh token in its cookie. A token spent less than 30 seconds ago gets the same successor, because tabs share it; later reuse ends the session.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    responses: { 200: { description: 'The session is extended.', schema: strict({ token, expires_at: Instant }) } },
    errors: ['unauthorized', 'csrf_rejected'],
    secrets: ['token'],
    async handler({ headers, address, secure }) {
      requireOwnOrigin({ headers, secure }, settings.publicUrl);
      const given = headers.cookies[REFRESH_COOKIE];
      if (!given) throw unauthorized();
      // A separate transaction: the session of a reused token must end although the request is refused.
      const result = await database.transaction(async (tx) => {
        const refreshed = await sessions.refresh(tx, given);
        if (refreshed.outcome === 'reused') {
          const actor = sessionActor(refreshed.userId, refreshed.sessionId);
          await audit(tx, { workspaceId: null, actor, action: 'session.refresh_token_reused', target: {}, address });
        }
        return refreshed;
      });
      if (result.outcome !== 'rotated') throw unauthorized();
      const { session } = result;
      const body = { token: session.token, expires_at: session.expiresAt.toISOString() };
      return { status: 200, body, cookies: session.cookies };
    },
  });
}

function deleteSessionRoute({ sessions }: AccessParts): RouteDefinition {
  return defineRoute({
    operationId: 'deleteSession',
    method: 'DELETE',
    path: '/api/v1/me/session',
    summary: 'Sign out',
    description: 'Ends the session of the request; its tokens become invalid.',
    tag: TAG,
    access: 'user',
    responses: { 204: { description: 'Signed out.' } },
    errors: ['conflict'],
    async handler(request) {
      const caller = callerOf(request);
      const { type, id } = caller.credential;
      if (type !== 'session') throw fail('conflict', 'The request carries an API token: there is no session to end.');
      await request.transaction(async (tx) => {
        await sessions.end(tx, id);
        const { address } = request;
        await audit(tx, { workspaceId: null, actor: actorOf(caller), action: 'session.ended', target: {}, address });
      });
      return { status: 204, cookies: removedCookies() };
    },
  });
}
