import type { Pool } from 'pg';

/** Every row of every table as text, as a dump of the database would contain it. */
export async function databaseDump(pool: Pick<Pool, 'query'>): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => (await pool.query<{ text: string }>(`select t::text as text from ${name} t`)).rows),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n');
}
