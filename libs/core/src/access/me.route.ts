import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { defineRoute, type RouteDefinition } from '../contract/route.js';
import { violatedIndex } from '../database/faults.js';
import type { Transaction } from '../database/transaction.js';
import { validationFailed } from '../errors/cubit-error.js';
import { callerOf } from '../http/route-parts.js';
import type { AccessParts } from './access-parts.js';
import { actorOf } from './caller.js';
import { Email, emailKey } from './email-address.js';
import { emailTaken } from './email-taken.js';
import { Name, strict } from './field-schemas.js';
import { hashPassword, isPasswordOf } from './password.js';
import { unauthorized } from './unauthorized.js';
import { GivenPassword, NewPassword, showUser, User, USER_COLUMNS, type UserRow } from './user-row.js';

const TAG = 'Account';
const PATH = '/api/v1/me';
const EMAIL_INDEX = 'app_user_email_key_key';

interface Changes {
  readonly name?: string;
  readonly email?: string;
  readonly passwordHash?: string;
}

export function meRoutes({ services, sessions }: AccessParts): readonly RouteDefinition[] {
  const { database, now } = services;

  const read = defineRoute({
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

  async function update(tx: Transaction, userId: string, { name, email, passwordHash }: Changes): Promise<UserRow> {
    const changes = {
      updated_at: now(),
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

  const change = defineRoute({
    operationId: 'updateMe',
    method: 'PATCH',
    path: PATH,
    summary: 'Change your account',
    description:
      'A new email address or password needs `current_password`. A new password ends every other session of yours.',
    tag: TAG,
    access: 'user',
    rateClass: 'sign_in',
    body: {
      schema: strict({
        name: Type.Optional(Name),
        email: Type.Optional(Email),
        password: Type.Optional(NewPassword),
        current_password: Type.Optional(GivenPassword),
      }),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { password: 'a better horse battery', current_password: 'correct horse battery' },
    },
    responses: { 200: { description: 'The account as it is now.', schema: User } },
    errors: ['already_exists', 'validation_failed'],
    async handler(request) {
      const caller = callerOf(request);
      const { name, email, password, current_password } = request.body;
      const { user, credential } = caller;
      const sensitive = email !== undefined || password !== undefined;
      const compared = sensitive ? await confirmedHash(user.id, current_password) : null;
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      const body = await request.transaction(async (tx) => {
        if (compared !== null) await holdUser(tx, user.id, compared);
        const row = await update(tx, user.id, {
          ...(name === undefined ? {} : { name }),
          ...(email === undefined ? {} : { email }),
          ...(passwordHash === undefined ? {} : { passwordHash }),
        });
        if (password !== undefined)
          await sessions.endOthers(tx, user.id, credential.type === 'session' ? credential.id : null);
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

  /** The stored hash that `given` was compared with; `422` where it is not the password. */
  async function confirmedHash(userId: string, given: string | undefined): Promise<string> {
    if (given === undefined)
      throw atCurrentPassword('required', 'is required to change the email address or the password.');
    const { password_hash } = await database.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (!(await isPasswordOf(password_hash, given))) throw atCurrentPassword('wrong', 'is not your password.');
    return password_hash;
  }

  return [read, change];
}

/** Of two changes at once, the second was confirmed with a password that is no more: it has to be asked again. */
async function holdUser(tx: Transaction, userId: string, compared: string): Promise<void> {
  const held = await tx.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!held) throw unauthorized();
  if (held.password_hash !== compared) throw atCurrentPassword('wrong', 'is not your password.');
}

function atCurrentPassword(code: string, message: string) {
  return validationFailed([{ path: '/current_password', code, message }]);
}
