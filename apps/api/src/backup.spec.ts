import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShippedServer, type ShippedServer, type TestUser, type TestWorkspace } from '@cubit/testing';
import {
  createEmptyDatabase,
  type Program,
  runShippedCommand,
  type ShippedDatabase,
  startProgram,
} from '@cubit/testing/shipped';

/** Tables that a restore changes, because time has passed. */
const CHANGED = ['session', 'notification_delivery', 'wire_workspace'];
const CONTENT = Buffer.from('The drawing of a bracket, in bytes that are no text: \u0000\u0001\u00ff');

const folder = await mkdtemp(join(tmpdir(), 'cubit-backup-'));
const file = join(folder, 'instance.tar.zst');

let server: ShippedServer;
let workspace: TestWorkspace;
let token: string;
let upload: string;
const databases: ShippedDatabase[] = [];
const programs: Program[] = [];

const emptyDatabase = async () => {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database;
};
const settingsOf = (database: ShippedDatabase, name: string) => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, name),
});

beforeAll(async () => {
  server = await startShippedServer();
  const owner: TestUser = await server.register();
  token = await server.mintToken(owner);
  workspace = await server.workspace({ owner });
  const client = server.as(owner);
  await client.post(`${workspace.path}/fields`, {
    kind: 'inventory:part',
    name: 'shelf_mark',
    title: 'Shelf mark',
    type: 'text',
    indexed: true,
  });
  for (const name of ['Bolt', 'Nut, "M3"', 'Tab\tand\nline \\ and €'])
    await client.post(`${workspace.path}/modules/inventory/records/part`, { fields: { name } });
  const form = new FormData();
  form.set('file', new File([CONTENT], 'bracket.bin'));
  const reply = await fetch(`${server.address}${workspace.path}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  upload = ((await reply.json()) as { readonly id: string }).id;
});
afterAll(async () => {
  for (const program of programs) await program.stop();
  for (const database of databases) await database.drop();
  await server.close();
  await rm(folder, { recursive: true });
});

/** The rows of each table, as one hash, without those that belong to running processes. */
async function tableSums({ pool }: Pick<ShippedDatabase, 'pool'>): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(`select relname as name from pg_class
    where relkind = 'r' and relpersistence = 'p' and relnamespace = 'public'::regnamespace order by 1`);
  const sums = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    sums.set(name, createHash('sha256').update(JSON.stringify(rows)).digest('hex'));
  }
  return sums;
}

describe('a backup', () => {
  it('is written beside the running program, for its owner alone, and never over a file', async () => {
    const written = await server.command('backup', file, '--json');
    expect(written).toMatchObject({ code: 0 });
    expect(JSON.parse(written.output)).toMatchObject({ files: 1, missing: [], rows: expect.any(Number) });
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const before = await readFile(file);
    expect(await server.command('backup', file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('exists already'),
    });
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it('is not restored into a database that is not empty', async () => {
    expect(await server.command('restore', file, '--yes')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('The database is not empty'),
    });
  });

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
    ['is no backup', () => Buffer.from('not a backup')],
    ['has other bytes', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 5_000), bytes.subarray(5_001)])],
  ])('that %s is refused, and leaves the database empty', async (name, damage) => {
    const database = await emptyDatabase();
    const damaged = join(folder, `${name.replaceAll(' ', '-')}.tar.zst`);
    await writeFile(damaged, damage(await readFile(file)));
    const refused = await runShippedCommand(['restore', damaged, '--yes'], settingsOf(database, 'damaged'));

    expect(refused).toMatchObject({ code: 1, errors: expect.stringMatching(/damaged|no backup/) });
    expect(refused.errors).not.toContain('    at ');
    expect((await tableSums(database)).size).toBe(0);
  });
});

describe('a restore', () => {
  const still = join(folder, 'still.tar.zst');
  let source: ReadonlyMap<string, string>;
  beforeAll(async () => {
    // Nothing changes the tables any more, so that they can be compared. The backup itself then has an entry in the audit log.
    await server.kill();
    source = await tableSums(server.database);
    expect(await server.command('backup', still)).toMatchObject({ code: 0 });
  });

  it('is verified in a temporary database, without a change of the configured database', async () => {
    const before = await tableSums(server.database);
    const verified = await server.command('restore', still, '--verify', '--json');

    expect(verified).toMatchObject({ code: 0 });
    expect(JSON.parse(verified.output)).toMatchObject({ files: 1, changed: [] });
    expect(await tableSums(server.database)).toEqual(before);
  });

  it('makes an instance with equal tables, in which sessions are ended and wires wait', async () => {
    const database = await emptyDatabase();
    const settings = settingsOf(database, 'restored');
    expect(await runShippedCommand(['restore', still], settings)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--yes'),
    });
    const restored = await runShippedCommand(['restore', still, '--yes', '--json'], settings);
    expect(restored).toMatchObject({ code: 0 });
    expect(JSON.parse(restored.output)).toMatchObject({
      changed: expect.arrayContaining([
        'workspaces whose wires are paused: 1',
        expect.stringMatching(/^sessions ended: \d+$/),
      ]),
    });

    const copy = await tableSums(database);
    const differing = [...new Set([...source.keys(), ...copy.keys()])].filter(
      (name) => source.get(name) !== copy.get(name),
    );
    expect(differing.filter((name) => !CHANGED.includes(name) && !name.endsWith('_migration_lock'))).toEqual([]);

    const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;
    expect((await database.pool.query(indexes)).rows).toEqual((await server.database.pool.query(indexes)).rows);
  });

  it('serves its records, its files and its people, who sign in again', async () => {
    const [database] = databases.slice(-1);
    if (!database) throw new Error('Nothing was restored.');
    const program = await startProgram({ environment: settingsOf(database, 'restored') });
    programs.push(program);
    const authorization = `Bearer ${token}`;
    const get = (path: string) => fetch(`${program.address}${path}`, { headers: { authorization } });

    const parts = await get(`${workspace.path}/modules/inventory/records/part?sort=name`);
    const { data } = (await parts.json()) as { readonly data: readonly { readonly title: string }[] };
    expect(data.map(({ title }) => title)).toEqual(['Bolt', 'Nut, "M3"', 'Tab\tand\nline \\ and €']);
    const content = await get(`${workspace.path}/files/${upload}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(CONTENT)).toBe(true);
    expect((await fetch(`${program.address}/api/v1/me`, { headers: { authorization } })).status).toBe(200);
    const ended = await database.pool.query('select from session where ended_at is null');
    expect(ended.rowCount).toBe(0);
  });

  it('that was interrupted is no instance, and is made again', async () => {
    const database = await emptyDatabase();
    const settings = settingsOf(database, 'interrupted');
    await database.pool.query('create table restore_unfinished (file text not null)');
    await database.pool.query(
      `insert into restore_unfinished values ('instance.tar.zst'); create table part_of_it (id int)`,
    );
    expect(await runShippedCommand([], settings)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("The restore of 'instance.tar.zst' into this database was interrupted."),
    });

    expect(await runShippedCommand(['restore', file, '--yes', '--keep-sessions'], settings)).toMatchObject({ code: 0 });
    const tables = await tableSums(database);
    expect([tables.has('part_of_it'), tables.has('restore_unfinished')]).toEqual([false, false]);
    const { rows } = await database.pool.query('select from session where ended_at is null');
    expect(rows.length).toBeGreaterThan(0);
  });

  it('goes from a database server into a data directory, and back', async () => {
    const settings = { DATA_DIR: join(folder, 'embedded') };
    expect(await runShippedCommand(['restore', file, '--yes'], settings)).toMatchObject({ code: 0 });
    const again = join(folder, 'again.tar.zst');
    expect(await runShippedCommand(['backup', again], settings)).toMatchObject({ code: 0 });
    const database = await emptyDatabase();
    expect(await runShippedCommand(['restore', again, '--yes'], settingsOf(database, 'again'))).toMatchObject({
      code: 0,
    });
    const parts = await database.pool.query<{ count: number }>('select count(*)::int from record_inventory_part');
    expect(parts.rows[0]?.count).toBe(3);
  });
});
