import type { Database } from '@cubit/database';
import { recordStatements } from './record-statements.js';

/** The tables of what follows from records have one word after `record_`. */
const WRITE = /\b(insert into|update|delete from) "?(record_[a-z0-9]+_\w+|event)\b/g;

/** What `work` writes to tables of records and events: `insert into record_laser_cut`. Each once. */
export async function recordWrites(
  database: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const texts = await recordStatements(database, work);
  const written = texts.flatMap((text) => [...text.matchAll(WRITE)].map(([, verb, table]) => `${verb} ${table}`));
  return [...new Set(written)];
}
