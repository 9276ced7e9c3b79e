import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';

const SECRET_BYTES = 32;

/** The instance's own secret of that name, made by whoever asks first: several processes that start at once get the same one. */
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
