import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { fail, validationFailed } from '@cubit/core';
import { actorOf, type Caller, callerOf, type RouteDefinition, type RouteRequest } from '@cubit/core/host';
import { defineRoute, type Transaction, violatedIndex } from '@cubit/database';
import type { AccessParts } from '../access-parts.js';
import { Email, emailKey } from '../credential/email-address.js';
import { emailTaken } from './email-taken.js';
import { Name, strict } from './field-schemas.js';
import { DEVICE_COOKIE } from '../credential/known-device.js';
import { lockUser } from '../credential/lock-user.js';
import { voidLinks } from '../credential/one-time-link.js';
import { hashPassword, isPasswordOf } from '../credential/password.js';
import { requireStrongPassword } from '../credential/password-strength.js';
import { revokeTokens } from '../credential/revoke-tokens.js';
import { GivenPassword, NewPassword, showUser, User, USER_COLUMNS, type UserRow } from './user-row.js';

const TAG = 'Account';
const PATH = '/api/v1/me';
const EMAIL_INDEX = 'app_user_email_key_key';

interface AccountPatch {
  readonly name?: string;
  readonly email?: string;
  readonly passwordHash?: string;
}

export function meRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [getMeRoute(parts), updateMeRoute(parts)];
}

function getMeRoute({ services }: AccessParts): RouteDefinition {
  const { database } = services;

  return defineRoute({
    operationId: 'getMe',
    method: 'GET',
    path: PATH,
    summary: 'Read your account',
    tag: TAG,
    access: 'user',
    responses: { 200: { description: 'The user whose credential the request carries.', schema: User } },
    async handler(request) {
      const { id } = callerOf(request).user;
      const query = database.db.selectFrom('app_user').select(USER_COLUMNS).where('id', '=', id);
      return { status: 200, body: showUser(await query.executeTakeFirstOrThrow()) };
    },
  });
}

function updateMeRoute({ services, sessions, passwords, attempts, streams }: AccessParts): RouteDefinition {
  const { settings, now } = services;

  return defineRoute({
    operationId: 'updateMe',
    method: 'PATCH',
    path: PATH,
    summary: 'Change your account',
    description:
      'A new email address or password requires `current_password`, with the limits of sign-in. A new password ends all your other sessions, and with `revoke_tokens` revokes your API tokens. An API token cannot set a password.',
    tag: TAG,
    access: 'user',
    rateClass: 'sign_in',
    body: {
      schema: strict({
        name: Type.Optional(Name),
        email: Type.Optional(Email),
        password: Type.Optional(NewPassword),
        current_password: Type.Optional(GivenPassword),
        revoke_tokens: Type.Optional(
          Type.Boolean({ description: 'Also revokes all your API tokens; only with a new password. Default false.' }),
        ),
      }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { password: 'a better horse battery', current_password: 'correct horse battery' },
    },
    responses: { 200: { description: 'The changed account.', schema: User } },
    errors: ['already_exists', 'forbidden', 'too_guessable', 'validation_failed'],
    async handler(request) {
      const caller = callerOf(request);
      const { name, email, password, revoke_tokens = false } = request.body;
      const { user, credential } = caller;
      const sensitive = email !== undefined || password !== undefined;
      if (password !== undefined && credential.type !== 'session')
        throw fail('forbidden', 'A password is changed in a session, not with an API token.');
      if (revoke_tokens && password === undefined)
        throw validationFailed([{ path: '/revoke_tokens', code: 'invalid', message: 'requires a new password.' }]);
      const compared = sensitive ? await confirmedHash({ services, attempts }, request, user) : null;
      if (password !== undefined) {
        const { publicUrl } = settings;
        await requireStrongPassword(passwords, password, {
          email: email ?? user.email,
          name: name ?? user.name,
          publicUrl,
        });
      }
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const body = await request.transaction(async (tx) => {
        if (compared !== null) {
          await requireUnchanged(tx, user.id, compared);
          // They were mailed to the present address, for the present password.
          await voidLinks(tx, user.id, now());
        }
        const row = await updateUser(tx, user.id, {
          at: now(),
          ...(name === undefined ? {} : { name }),
          ...(email === undefined ? {} : { email }),
          ...(passwordHash === undefined ? {} : { passwordHash }),
        });
        if (password !== undefined) await sessions.endOthers(tx, user.id, credential.id);
        if (revoke_tokens)
          await revokeTokens(
            tx,
            { userId: user.id, actor: actorOf(caller) },
            { at: now(), address: request.address, streams },
          );
        if (sensitive) {
          const changed = [...(email === undefined ? [] : ['email']), ...(password === undefined ? [] : ['password'])];
          const entry = { workspaceId: null, actor: actorOf(caller), address: request.address };
          await audit(tx, { ...entry, action: 'user.updated', target: { user_id: user.id, changed } });
        }
        return showUser(row);
      });
      return { status: 200, body };
    },
  });
}

async function updateUser(
  tx: Transaction,
  userId: string,
  { at, name, email, passwordHash }: AccountPatch & { readonly at: Date },
): Promise<UserRow> {
  const changes = {
    updated_at: at,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email: email.trim(), email_key: emailKey(email) }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
  };
  const query = tx.db.updateTable('app_user').set(changes).where('id', '=', userId).returning(USER_COLUMNS);
  try {
    return await query.executeTakeFirstOrThrow();
  } catch (error) {
    throw violatedIndex(error) === EMAIL_INDEX ? emailTaken() : error;
  }
}

/** Returns the stored hash that `current_password` matches; throws `422` if it is not the password. */
async function confirmedHash(
  { services, attempts }: Pick<AccessParts, 'services' | 'attempts'>,
  { body, address, headers }: RouteRequest<unknown, unknown, { readonly current_password?: string }>,
  { id, email }: Caller['user'],
): Promise<string> {
  const { current_password: given } = body;
  if (given === undefined)
    throw atCurrentPassword('required', 'is required to change the email address or the password.');
  const { password_hash } = await services.database.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const attempt = await attempts.begin({ email, address, deviceCookie: headers.cookies[DEVICE_COOKIE] });
  if (!(await isPasswordOf(password_hash, given))) throw atCurrentPassword('wrong', 'is not your password.');
  await attempt.succeeded();
  return password_hash;
}

/** Detects a concurrent change: the password that confirmed this request is no longer current, so it must be entered again. */
async function requireUnchanged(tx: Transaction, userId: string, compared: string): Promise<void> {
  if ((await lockUser(tx, userId)).password_hash !== compared)
    throw atCurrentPassword('wrong', 'is not your password.');
}

function atCurrentPassword(code: string, message: string) {
  return validationFailed([{ path: '/current_password', code, message }]);
}
