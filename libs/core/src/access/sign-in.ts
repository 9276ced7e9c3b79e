import { audit } from '../audit/audit.js';
import type { Database } from '../database/database.js';
import type { Transaction } from '../database/transaction.js';
import { fail } from '../errors/cubit-error.js';
import { emailKey } from './email-address.js';
import { isPasswordOf } from './password.js';
import { USER_COLUMNS, type UserRow } from './user-row.js';

interface SignInAttempt {
  readonly database: Database;
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

export interface RecognisedUser {
  readonly row: UserRow;
  /** False when the password was changed since it was compared. Holds off a change until `tx` has ended. */
  stillHasPassword(tx: Transaction): Promise<boolean>;
}

/** The user of that email and password; `401 invalid_credentials` after the same work whether or not the email exists. */
export async function signIn({ database, email, password, address }: SignInAttempt): Promise<RecognisedUser> {
  const user = await database.db
    .selectFrom('app_user')
    .select([...USER_COLUMNS, 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst();
  const matches = await isPasswordOf(user?.password_hash ?? null, password);
  if (!user || !matches) {
    const actor = { type: 'user', id: null, via: { type: 'session', id: null } } as const;
    const concerned = { userId: user?.id ?? null, target: { email } };
    // A transaction of its own, because the one of the request ends with its refusal.
    await database.transaction((tx) =>
      audit(tx, { workspaceId: null, actor, action: 'session.refused', address, ...concerned }),
    );
    throw fail('invalid_credentials', 'Email or password is wrong.');
  }
  const { password_hash: compared, ...row } = user;
  return {
    row,
    async stillHasPassword(tx) {
      const held = await tx.db
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', row.id)
        .where('password_hash', '=', compared)
        .forShare()
        .executeTakeFirst();
      return held !== undefined;
    },
  };
}
