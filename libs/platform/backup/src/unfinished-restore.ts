import type { Database } from '@cubit/database';
import type pg from 'pg';
import { BackupError } from './backup-error.js';
import { quoted, UNFINISHED } from './format.js';

/** Also of an index, a view or a sequence. */
export async function hasTable(client: Pick<pg.ClientBase, 'query'>, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    quoted(name),
  ]);
  return rows[0]?.found === true;
}

/** The file of a restore into this database that was killed; null: there is none. */
export async function unfinishedRestore({ pool }: Pick<Database, 'pool'>): Promise<string | null> {
  const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [UNFINISHED]);
  if (rows[0]?.found !== true) return null;
  const { rows: marks } = await pool.query<{ file: string }>(`select file from ${UNFINISHED}`);
  return marks[0]?.file ?? 'a backup';
}

/** Throws a `BackupError` if a restore into this database was killed. */
export async function refuseUnfinishedRestore(database: Pick<Database, 'pool'>): Promise<void> {
  const file = await unfinishedRestore(database);
  if (file !== null)
    throw new BackupError(`The restore of '${file}' into this database was interrupted. Restore it again.`);
}
