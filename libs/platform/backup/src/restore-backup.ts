import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Database, ensureExtensions, migrate, type MigrationSet, withStatementClass } from '@cubit/database';
import type { RestoreStep } from '@cubit/runtime';
import type { TarEntry } from '@cubit/transfer';
import pg from 'pg';
import { BackupError } from './backup-error.js';
import { clear, isEmpty } from './catalog.js';
import { CopyIn } from './copy.js';
import {
  type BackupManifest,
  type BackupSums,
  FILES,
  quoted,
  type StoredTable,
  SUMS,
  TABLES,
  type TableSum,
  UNFINISHED,
} from './format.js';
import { type OpenBackup, sumsOf, withBackup } from './read-backup.js';
import { hasTable } from './unfinished-restore.js';
import { type ContentKey, pathOf } from './write-backup.js';

export interface RestoreTarget {
  readonly database: Database;
  /** The migrations of this program. */
  readonly sets: readonly MigrationSet[];
  /** Null: the content of files is checked, and not stored. */
  readonly contents: {
    put(content: ContentKey & { readonly path: string; readonly size: number }): Promise<void>;
  } | null;
  /** Content is written here before it is stored. */
  readonly spoolFolder: string;
  /** What changes after the data is loaded, in the same transaction. */
  readonly steps: readonly RestoreStep[];
  /** Called before each table, and before the files. */
  readonly onStep: (text: string) => void;
}

export interface RestoredBackup extends BackupSums {
  readonly product: string;
  readonly createdAt: string;
  /** What `steps` changed: `sessions ended: 12`. */
  readonly changed: readonly string[];
}

/**
 * Restores a backup into an empty database. Throws a `BackupError`, and leaves the database empty, if it cannot. Killed, it leaves a mark, by which
 * no program starts and the next restore starts from the beginning.
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<RestoredBackup> {
  return withBackup(path, async (backup) => {
    const client = new pg.Client(target.database.connection);
    await client.connect();
    try {
      await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
      const sets = executedSets(backup.manifest, target.sets);
      await takeDatabase(client, path);
      try {
        return await load(client, backup, { ...target, sets });
      } catch (error) {
        await client.query('rollback');
        await clear(client);
        throw error;
      }
    } finally {
      await client.end();
    }
  });
}

/** Marks the database as one that is being restored. */
async function takeDatabase(client: pg.ClientBase, path: string): Promise<void> {
  if (await hasTable(client, UNFINISHED)) await clear(client);
  if (!(await isEmpty(client)))
    throw new BackupError(
      'The database is not empty, so nothing was restored. Name an empty one with DATABASE_URL, or an empty DATA_DIR.',
    );
  await client.query(`create table ${UNFINISHED} (file text not null, started_at timestamptz not null default now())`);
  await client.query(`insert into ${UNFINISHED} (file) values ($1)`, [path]);
}

/** The migrations that made the tables of the backup. */
function executedSets({ migrations, product }: BackupManifest, sets: readonly MigrationSet[]): readonly MigrationSet[] {
  const known = new Map(sets.map((set) => [set.owner, set]));
  const unknown = Object.entries(migrations).flatMap(([owner, names]) =>
    names.filter((name) => known.get(owner)?.migrations[name] === undefined).map((name) => `${owner}/${name}`),
  );
  if (unknown.length > 0)
    throw new BackupError(
      `Cubit ${product} wrote the backup, and this program does not know its tables (${unknown.slice(0, 3).join(', ')}); restore it with that version or a later one.`,
    );
  return sets.flatMap(({ owner, migrations: all }) => {
    const names = new Set(migrations[owner]);
    const executed = Object.entries(all).filter(([name]) => names.has(name));
    return executed.length > 0 ? [{ owner, migrations: Object.fromEntries(executed) }] : [];
  });
}

async function load(
  client: pg.ClientBase,
  { manifest, entries }: OpenBackup,
  target: RestoreTarget,
): Promise<RestoredBackup> {
  const { database, sets, steps, onStep } = target;
  onStep('tables');
  await withStatementClass('unlimited', async () => {
    await ensureExtensions(database.db);
    await migrate(database.db, sets);
  });
  await client.query('begin');
  await createPartitions(client, manifest.tables);
  const references = await dropReferences(client);
  await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`);
  const written = await loadEntries(client, { manifest, entries }, target);
  await createIndexes(client, manifest, onStep);
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled]);
  const changed: string[] = [];
  for (const { statement, what } of steps) {
    const { rowCount } = await client.query(statement);
    if (rowCount !== null && rowCount > 0) changed.push(`${what}: ${rowCount}`);
  }
  await client.query(`drop table ${UNFINISHED}`);
  await client.query('commit');
  onStep('statistics');
  await client.query('analyze');
  return { ...written, product: manifest.product, createdAt: manifest.created_at, changed };
}

async function createPartitions(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<void> {
  for (const { name, partition } of tables)
    if (partition !== null && !(await hasTable(client, name)))
      await client.query(`create table ${quoted(name)} ${partition}`);
}

interface Reference {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Tables are loaded in the order of their names. */
async function dropReferences(client: pg.ClientBase): Promise<readonly Reference[]> {
  const { rows } =
    await client.query<Reference>(`select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::text::regnamespace and conparentid = 0`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

async function createIndexes(
  client: pg.ClientBase,
  { indexes }: BackupManifest,
  onStep: (text: string) => void,
): Promise<void> {
  onStep('indexes');
  for (const { name, definition } of indexes) if (!(await hasTable(client, name))) await client.query(definition);
}

/** Loads tables and files, and compares them with the sums at the end. */
async function loadEntries(
  client: pg.ClientBase,
  { manifest, entries }: OpenBackup,
  { contents, spoolFolder, onStep }: RestoreTarget,
): Promise<BackupSums> {
  const loading: Loading = {
    client,
    tables: new Map(manifest.tables.map((table) => [table.name, table])),
    onStep,
    current: null,
    found: [],
  };
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
  const spool = await mkdtemp(join(spoolFolder, 'restore-'));
  try {
    for await (const entry of entries) {
      if (entry.path.startsWith(`${TABLES}/`)) await loadPiece(entry, loading);
      else await endTable(loading);
      if (entry.path.startsWith(`${FILES}/`)) await loadContent(entry, { contents, spool });
      if (entry.path === SUMS) return compare(await sumsOf(entry), loading.found);
    }
    throw new BackupError('The backup is damaged: its end is missing.');
  } finally {
    await loading.current?.copy.abort();
    await rm(spool, { recursive: true, force: true });
  }
}

interface Loading {
  readonly client: pg.ClientBase;
  readonly tables: ReadonlyMap<string, StoredTable>;
  readonly onStep: (text: string) => void;
  readonly found: TableSum[];
  /** The table of the last piece. */
  current: { readonly name: string; readonly copy: CopyIn } | null;
}

async function loadPiece(entry: TarEntry, loading: Loading): Promise<void> {
  const [, name = ''] = entry.path.split('/');
  if (loading.current?.name !== name) await endTable(loading);
  const table = loading.tables.get(name);
  if (!table) throw new BackupError(`The backup is damaged: its table '${name}' is not in its manifest.`);
  if (!loading.current) loading.onStep(name);
  loading.current ??= { name, copy: new CopyIn(loading.client, table) };
  for await (const chunk of entry.bytes) await loading.current.copy.write(chunk);
}

async function endTable(loading: Loading): Promise<void> {
  const { current } = loading;
  loading.current = null;
  if (current) loading.found.push(await current.copy.end());
}

function compare(sums: BackupSums, found: readonly TableSum[]): BackupSums {
  const loaded = new Map(found.map((sum) => [sum.name, sum]));
  for (const { name, rows, sha256 } of sums.tables) {
    const table = loaded.get(name);
    if (rows === 0 && !table) continue;
    if (table?.rows !== rows || table.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: table '${name}' is not as it was when it was written.`);
  }
  return sums;
}

interface ContentTarget {
  readonly contents: RestoreTarget['contents'];
  readonly spool: string;
}

/** Content that was damaged before the backup is left out: the backup lists it as missing. */
async function loadContent(entry: TarEntry, { contents, spool }: ContentTarget): Promise<void> {
  const [, workspaceId = '', encoded = ''] = entry.path.split('/');
  const key: ContentKey = { workspaceId, sha256: Buffer.from(encoded, 'base64url').toString('hex') };
  if (pathOf(key) !== entry.path)
    throw new BackupError(`The backup is damaged: '${entry.path}' is no name of content.`);
  const path = join(spool, key.sha256);
  const hash = createHash('sha256');
  const file = createWriteStream(path, { mode: 0o600 });
  const written = finished(file);
  written.catch(() => {});
  for await (const chunk of entry.bytes) {
    hash.update(chunk);
    if (!file.write(chunk)) await Promise.race([once(file, 'drain'), written]);
  }
  file.end();
  await written;
  if (hash.digest('hex') === key.sha256) await contents?.put({ ...key, path, size: entry.size });
  await rm(path, { force: true });
}
