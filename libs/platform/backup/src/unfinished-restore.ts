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

/** Throws a `BackupError` if a restore into this database was killed. */
export async function refuseUnfinishedRestore({ pool }: Pick<Database, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [UNFINISHED]);
  if (rows[0]?.found !== true) return;
  const { rows: marks } = await pool.query<{ file: string }>(`select file from ${UNFINISHED}`);
  throw new BackupError(
    `The restore of '${marks[0]?.file ?? 'a backup'}' into this database was interrupted. Restore it again.`,
  );
}
