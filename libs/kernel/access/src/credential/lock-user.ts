import type { Transaction } from '@cubit/database';
import { unauthorized } from '@cubit/core/host';

/** Locks an account until the end of the transaction. Every change of what a user signs in with does so first. */
export async function lockUser(
  tx: Transaction,
  userId: string,
): Promise<{ readonly email: string; readonly name: string; readonly password_hash: string }> {
  const locked = await tx.db
    .selectFrom('app_user')
    .select(['email', 'name', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw unauthorized();
  return locked;
}
