import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';

const SECRET_BYTES = 32;

/** Returns a named secret of the instance and creates it on first use. Concurrent processes get the same one. */
export async function instanceSecret(db: Kysely<DatabaseSchema>, name: string): Promise<Buffer> {
  await db
    .insertInto('instance_secret')
    .values({ name, value: randomBytes(SECRET_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('instance_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
