import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { notFound } from '@cubit/core';
import type { Actor, RouteDefinition } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import { Email, emailKey } from '../credential/email-address.js';
import { Instant, strict } from '../user/field-schemas.js';
import { lockUser } from '../credential/lock-user.js';
import { createLink, findLink, voidLinks } from '../credential/one-time-link.js';
import { hashPassword } from '../credential/password.js';
import { requireStrongPassword } from '../credential/password-strength.js';
import { revokeTokens } from '../credential/revoke-tokens.js';
import { NewPassword } from '../user/user-row.js';
import { mailChange, mailReset } from './reset-mail.js';

const TAG = 'Sign-in';
const PATH = '/api/v1/me/password-resets';
const params = strict({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export function passwordResetRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [askRoute(parts), readRoute(parts), resetRoute(parts)];
}

const actorOfUser = (id: string): Actor => ({ type: 'user', id, via: { type: 'session', id: null } });

function askRoute({ services }: AccessParts): RouteDefinition {
  const { database, log, now } = services;

  async function mailLink(email: string, address: string): Promise<void> {
    const user = await database.db
      .selectFrom('app_user')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst();
    if (!user) return;
    const made = await database.transaction(async (tx) => {
      const { email: to } = await lockUser(tx, user.id);
      const token = await createLink(tx, { userId: user.id, at: now() });
      const entry = { workspaceId: null, actor: actorOfUser(user.id), target: { mailed: token !== null }, address };
      await audit(tx, { ...entry, action: 'password.reset_asked' });
      return token === null ? null : { to, token };
    });
    if (made) await mailReset(services, made);
  }

  return defineRoute({
    operationId: 'requestPasswordReset',
    method: 'POST',
    path: PATH,
    summary: 'Ask for a link to set a new password',
    description:
      'Mails a link to the address if it has an account. The answer is the same for every address. The link works once, for 30 minutes; a newer one replaces it. An account gets five mails an hour at most.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    body: { schema: strict({ email: Email }), example: { email: 'ada@example.org' } },
    responses: { 202: { description: 'Accepted.' } },
    errors: ['validation_failed'],
    handler({ body: { email }, address }) {
      // After the answer, whose time would tell whether there is such an account.
      setImmediate(() => {
        mailLink(email, address).catch((error: unknown) =>
          log.warn({ err: error }, 'a password reset could not be mailed'),
        );
      });
      return Promise.resolve({ status: 202 });
    },
  });
}

function readRoute({ services }: AccessParts): RouteDefinition {
  const { database, now } = services;

  return defineRoute({
    operationId: 'getPasswordReset',
    method: 'GET',
    path: `${PATH}/{token}`,
    summary: 'Whether a link to set a new password works',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    params,
    responses: { 200: { description: 'The link works.', schema: strict({ expires_at: Instant }) } },
    errors: ['not_found'],
    async handler({ params: { token } }) {
      const link = await findLink(database.db, { token, at: now() });
      if (!link) throw notFound('Link');
      return { status: 200, body: { expires_at: link.expiresAt.toISOString() } };
    },
  });
}

function resetRoute({ services, sessions, passwords, streams }: AccessParts): RouteDefinition {
  const { database, settings, now } = services;

  return defineRoute({
    operationId: 'resetPassword',
    method: 'POST',
    path: `${PATH}/{token}`,
    summary: 'Set a new password with a mailed link',
    description:
      'Ends all sessions of the account, and with `revoke_tokens` revokes its API tokens. Sign in with the new password afterwards.',
    tag: TAG,
    access: 'anonymous',
    rateClass: 'sign_in',
    params,
    body: {
      schema: strict({
        password: NewPassword,
        revoke_tokens: Type.Optional(Type.Boolean({ description: 'Also revokes all API tokens. Default false.' })),
      }),
      example: { password: 'a better horse battery' },
    },
    responses: { 204: { description: 'The password is set.' } },
    errors: ['not_found', 'too_guessable', 'validation_failed'],
    async handler(request) {
      const { password, revoke_tokens = false } = request.body;
      const { token } = request.params;
      const { address } = request;
      const link = await findLink(database.db, { token, at: now() });
      if (!link) throw notFound('Link');
      const { userId } = link;
      const { publicUrl } = settings;
      const person = await database.db
        .selectFrom('app_user')
        .select(['email', 'name'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      await requireStrongPassword(passwords, password, { ...person, publicUrl });
      const password_hash = await hashPassword(password);
      const { email } = await request.transaction(async (tx) => {
        const at = now();
        const user = await lockUser(tx, userId);
        // Decisive: another request may have used the link meanwhile.
        if (!(await findLink(tx.db, { token, at }))) throw notFound('Link');
        await voidLinks(tx, userId, at);
        await tx.db.updateTable('app_user').set({ password_hash, updated_at: at }).where('id', '=', userId).execute();
        await sessions.endOthers(tx, userId, null);
        const actor = actorOfUser(userId);
        if (revoke_tokens) await revokeTokens(tx, { userId, actor }, { at, address, streams });
        await audit(tx, { workspaceId: null, actor, action: 'password.reset', target: { user_id: userId }, address });
        return user;
      });
      mailChange(services, email);
      return { status: 204 };
    },
  });
}
