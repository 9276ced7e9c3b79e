import { audit } from '../audit/audit.js';
import type { Database, Transaction } from '@cubit/database';
import { fail } from '@cubit/core';
import { emailKey } from '../credential/email-address.js';
import { isPasswordOf } from '../credential/password.js';
import { USER_COLUMNS, type UserRow } from '../user/user-row.js';

interface SignInAttempt {
  readonly database: Database;
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

export interface AuthenticatedUser {
  readonly row: UserRow;
  /** Returns false if the password was changed since it was compared. Blocks changes until `tx` ends. */
  stillHasPassword(tx: Transaction): Promise<boolean>;
}

/**
 * Returns the user with this email and password; throws `401 invalid_credentials` after the same work whether or not the email
 * exists.
 */
export async function signIn({ database, email, password, address }: SignInAttempt): Promise<AuthenticatedUser> {
  const user = await database.db
    .selectFrom('app_user')
    .select([...USER_COLUMNS, 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const matches = await isPasswordOf(user?.password_hash ?? null, password);
  if (!user || !matches) {
    const actor = { type: 'user', id: null, via: { type: 'session', id: null } } as const;
    const concerned = { userId: user?.id ?? null, target: { email } };
    // A separate transaction, because the request's transaction is rolled back with the refusal.
    await database.transaction((tx) =>
      audit(tx, { workspaceId: null, actor, action: 'session.refused', address, ...concerned }),
    );
    throw fail('invalid_credentials', 'Email or password is wrong.');
  }
  const { password_hash: compared, ...row } = user;
  return {
    row,
    async stillHasPassword(tx) {
      const unchanged = await tx.db
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', row.id)
        .where('password_hash', '=', compared)
        .forShare()
        .executeTakeFirst();
      return unchanged !== undefined;
    },
  };
}
