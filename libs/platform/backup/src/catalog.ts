import type pg from 'pg';
import { type BackupManifest, type StoredIndex, type StoredSequence, type StoredTable, UNFINISHED } from './format.js';

type Client = Pick<pg.ClientBase, 'query'>;

const HISTORY = /^(.+)_migration$/;
const LOCK = /_migration_lock$/;

/** What the current schema has. Tables of extensions, and those that are empty after a crash of the database, are left out. */
export async function readCatalog(
  client: Client,
): Promise<Pick<BackupManifest, 'postgres' | 'migrations' | 'tables' | 'indexes' | 'sequences'>> {
  const tables = (await readTables(client)).filter(({ name }) => !LOCK.test(name) && name !== UNFINISHED);
  const migrations: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const owner = HISTORY.exec(name)?.[1];
    if (owner !== undefined) migrations[owner] = await namesIn(client, name);
  }
  const { rows } = await client.query<{ postgres: string }>('select current_setting($1) as postgres', [
    'server_version_num',
  ]);
  return {
    postgres: Number(rows[0]?.postgres),
    migrations,
    tables,
    indexes: await readIndexes(client),
    sequences: await readSequences(client),
  };
}

/** No table, view or sequence is in the current schema, but for those of extensions. */
export async function isEmpty(client: Client): Promise<boolean> {
  return (await relations(client)).length === 0;
}

/** Removes what a restore has created. */
export async function clear(client: Client): Promise<void> {
  const words: Readonly<Record<string, string>> = { v: 'view', m: 'materialized view', S: 'sequence' };
  for (const { name, kind } of await relations(client))
    await client.query(`drop ${words[kind] ?? 'table'} if exists ${name} cascade`);
  const { rows } = await client.query<{ name: string }>(`select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::text::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`);
  for (const { name } of rows) await client.query(`drop function if exists ${name} cascade`);
}

async function relations(client: Client): Promise<readonly { readonly name: string; readonly kind: string }[]> {
  const { rows } = await client.query<{
    name: string;
    kind: string;
  }>(`select c.oid::regclass::text as name, c.relkind::text as kind
    from pg_class c where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
    order by c.oid desc`);
  return rows;
}

async function readTables(client: Client): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by k.place) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary), '[]') as key,
      'partition of ' || quote_ident(p.relname) || ' ' || pg_get_expr(c.relpartbound, c.oid) as partition
    from pg_class c left join pg_inherits h on h.inhrelid = c.oid left join pg_class p on p.oid = h.inhparent
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::text::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows;
}

/** A partition gets the indexes of its table by itself. */
async function readIndexes(client: Client): Promise<readonly StoredIndex[]> {
  const { rows } = await client.query<StoredIndex>(`select x.relname as name,
      regexp_replace(pg_get_indexdef(x.oid), ' ON (ONLY )?' || quote_ident(current_schema()) || '\\.', ' ON \\1') as definition
    from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::text::regnamespace and i.indisvalid
      and not x.relispartition and not exists (select from pg_constraint k where k.conindid = x.oid)
    order by x.relname`);
  return rows;
}

async function readSequences(client: Client): Promise<readonly StoredSequence[]> {
  const { rows } = await client.query<{ name: string }>(`select c.relname as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = current_schema()::text::regnamespace order by c.relname`);
  const sequences: StoredSequence[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    const [state] = states;
    if (state) sequences.push({ name, value: state.value, isCalled: state.called });
  }
  return sequences;
}

async function namesIn(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
  return rows.map(({ name }) => name);
}
