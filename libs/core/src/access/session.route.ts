import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { defineRoute, type RouteDefinition, type RouteReply } from '../contract/route.js';
import { fail } from '../errors/cubit-error.js';
import type { Actor } from '../events/actor.js';
import { callerOf } from '../http/route-parts.js';
import type { AccessParts } from './access-parts.js';
import { actorOf } from './caller.js';
import { Email } from './email-address.js';
import { Instant, strict } from './field-schemas.js';
import { requireOwnOrigin } from './own-origin.js';
import { REFRESH_COOKIE, removedCookies } from './session-cookies.js';
import type { OpenSession } from './sessions.js';
import { signIn } from './sign-in.js';
import { unauthorized } from './unauthorized.js';
import { GivenPassword, showUser, User, type UserRow } from './user-row.js';

const TAG = 'Sign-in';
const token = Type.String({ description: 'The session token, a JWT: `Authorization: Bearer <token>`.' });

export const SignedIn = strict({ token, expires_at: Instant, user: User });

export function signedIn(session: OpenSession, user: UserRow): RouteReply {
  const body = { token: session.token, expires_at: session.expiresAt.toISOString(), user: showUser(user) };
  return { status: 201, headers: { location: '/api/v1/me' }, body, cookies: session.cookies };
}

export function sessionActor(userId: string | null, sessionId: string | null): Actor {
  return { type: 'user', id: userId, via: { type: 'session', id: sessionId } };
}

export function sessionRoutes({ services, sessions }: AccessParts): readonly RouteDefinition[] {
  const { database, settings } = services;

  const create = defineRoute({
    operationId: 'createSession',
    method: 'POST',
    path: '/api/v1/me/session',
    summary: 'Sign in',
    description: 'Answers a session token that is good for 15 minutes and sets the cookies of the session.',
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
      const user = await signIn({ database, email, password, address: request.address });
      return request.transaction(async (tx) => {
        if (!(await user.stillHasPassword(tx))) throw fail('invalid_credentials', 'Email or password is wrong.');
        const session = await sessions.start(tx, user.row.id);
        const actor = sessionActor(user.row.id, session.sessionId);
        await audit(tx, { workspaceId: null, actor, action: 'session.created', target: {}, address: request.address });
        return signedIn(session, user.row);
      });
    },
  });

  const refresh = defineRoute({
    operationId: 'refreshSession',
    method: 'POST',
    path: '/api/v1/me/session/refresh',
    summary: 'Get a new session token',
    description:
      'Takes the refresh token from its cookie and puts another in its place. A refresh token works once: to use a spent one ends the session.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    responses: { 200: { description: 'The session goes on.', schema: strict({ token, expires_at: Instant }) } },
    errors: ['unauthorized', 'csrf_rejected'],
    secrets: ['token'],
    async handler({ headers, address }) {
      requireOwnOrigin(headers, settings.publicUrl);
      const given = headers.cookies[REFRESH_COOKIE];
      if (!given) throw unauthorized();
      // A transaction of its own: the session of a spent token has to end, and the refusal below must not undo that.
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

  const end = defineRoute({
    operationId: 'deleteSession',
    method: 'DELETE',
    path: '/api/v1/me/session',
    summary: 'Sign out',
    description: 'Ends the session that the request belongs to; its tokens are refused from then on.',
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

  return [create, refresh, end];
}
