import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import { instanceSecret } from './instance-secret.js';

const ID_BYTES = 8;

/**
 * Identifies this instance on a shared server such as Redis, where it prefixes keys. It is stored in the database, so all
 * processes of an instance share it. Not a secret.
 */
export async function instanceId(db: Kysely<DatabaseSchema>): Promise<string> {
  const value = await instanceSecret(db, 'instance_id');
  return value.subarray(0, ID_BYTES).toString('hex');
}
