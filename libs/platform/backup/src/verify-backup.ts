import pg from 'pg';
import { readCatalog } from './catalog.js';
import { sumOf } from './copy.js';
import type { BackupSums } from './format.js';

/** Compares a database with the backup that was restored into it. Returns the tables that differ. */
export async function verifyBackup(
  connection: pg.ClientConfig,
  { tables }: Pick<BackupSums, 'tables'>,
): Promise<readonly string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    const found = new Map((await readCatalog(client)).tables.map((table) => [table.name, table]));
    const differing: string[] = [];
    for (const { name, rows, sha256 } of tables) {
      const table = found.get(name);
      const sum = table && (await sumOf(client, table));
      if (sum?.rows !== rows || sum.sha256 !== sha256) differing.push(name);
    }
    return differing;
  } finally {
    await client.end();
  }
}
