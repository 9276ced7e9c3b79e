import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '@cubit/testing';
import {
  preparedDataDir,
  processesIn,
  removePreparedCluster,
  removeTestFolders,
  testFolder,
} from '../fixtures/test-folders.js';
import type { DatabaseConnection, DatabaseServer } from './database-server.js';
import { readPostmasterFile } from './postmaster-file.js';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres.js';

const running: DatabaseServer[] = [];

async function start(options: EmbeddedPostgresOptions): Promise<DatabaseServer> {
  const server = await startEmbeddedPostgres({ durable: false, ...options });
  running.push(server);
  return server;
}

async function query(connection: DatabaseConnection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Scheduling policies in `/proc/<pid>/stat`, and the place of the policy after the name; see proc(5). */
const USUAL_POLICY = 0;
const BATCH_POLICY = 3;
const POLICY_FIELD = 38;

/** On systems other than Linux there is the usual one alone. */
async function policyOfConnection(connection: DatabaseConnection): Promise<number> {
  const [row] = await query(connection, `SELECT pg_read_file('/proc/self/stat', 0, 4096) AS stat`).catch(() => []);
  const stat = typeof row?.['stat'] === 'string' ? row['stat'] : '';
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[POLICY_FIELD] ?? USUAL_POLICY);
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  expect(removeTestFolders()).toEqual([]);
});

afterAll(removePreparedCluster);

describe('the embedded PostgreSQL', () => {
  it('creates its database in an empty directory, and keeps the data over a restart', async () => {
    const dataDir = join(await testFolder(), 'data');
    const messages: string[] = [];
    const first = await start({ dataDir, log: (message) => messages.push(message) });
    expect(first).toMatchObject({ kind: 'embedded', adopted: false, connection: { database: 'cubit' } });
    await query(first.connection, 'CREATE TABLE bolt (id int); INSERT INTO bolt VALUES (7)');
    await first.stop();

    const second = await start({ dataDir, log: (message) => messages.push(message) });
    expect(await query(second.connection, 'SELECT id FROM bolt')).toEqual([{ id: 7 }]);
    expect(messages).toEqual([`created a database in ${join(dataDir, 'postgres/cluster')}`]);
  });

  it('leaves no process, lock or open port when it is stopped, once or twice', async () => {
    const dataDir = await preparedDataDir();
    const server = await start({ dataDir });
    expect(processesIn(dataDir)).not.toEqual([]);
    await Promise.all([server.stop(), server.stop()]);
    expect(processesIn(dataDir)).toEqual([]);
    expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['cluster', 'lock', 'run', 'server.log']);
    expect(await readdir(join(dataDir, 'postgres/run'))).toEqual([]);
  });

  it('writes to disk before it acknowledges, unless a test disables this', async () => {
    const settings = `SELECT name, setting FROM pg_settings
      WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') ORDER BY name`;
    const durable = await start({ dataDir: await testFolder(), durable: true });
    const values = (await query(durable.connection, settings)).map(({ setting }) => setting);
    expect(values).toEqual(['on', 'on', 'on']);
    const fast = await start({ dataDir: await testFolder(), durable: false });
    expect((await query(fast.connection, settings)).map(({ setting }) => setting)).toEqual(['off', 'off', 'off']);
  });

  it('runs its connections with the policy for batch work, where the system has chrt', async () => {
    const { connection } = await start({ dataDir: await preparedDataDir() });
    const expected = spawnSync('chrt', ['--batch', '0', 'true']).status === 0 ? BATCH_POLICY : USUAL_POLICY;
    // Set beside the start, so the first connections may come before it.
    await until('a connection has the policy', async () => {
      expect(await policyOfConnection(connection)).toBe(expected);
      return true;
    });
  });

  it('treats text the same on every machine, including letters beyond ASCII', async () => {
    const { connection } = await start({ dataDir: await preparedDataDir() });
    await query(connection, 'CREATE EXTENSION pg_trgm');
    const [text] = await query(
      connection,
      `SELECT lower('ÄПР') AS lower, 'Z' < 'a' AS by_code_point, cardinality(show_trgm('größe')) AS trigrams,
              current_setting('server_encoding') AS encoding, current_setting('timezone') AS timezone`,
    );
    expect(text).toEqual({ lower: 'äпр', by_code_point: true, trigrams: 6, encoding: 'UTF8', timezone: 'UTC' });
  });

  it('creates a database with the given name, and allows settings to be overridden', async () => {
    const { connection } = await start({
      dataDir: await preparedDataDir(),
      database: 'with "quotes"',
      settings: { max_connections: '23' },
    });
    expect(
      await query(connection, `SELECT current_database() AS name, current_setting('max_connections') AS connections`),
    ).toEqual([{ name: 'with "quotes"', connections: '23' }]);
  });

  it('runs below a folder that only its user can access, and lets no other user connect to its socket', async () => {
    const folder = await testFolder('closed');
    const { connection } = await start({ dataDir: join(folder, 'data') });
    await query(connection, 'CHECKPOINT');
    const run = await stat(join(folder, 'data/postgres/run'));
    expect(run.mode & 0o777).toBe(0o700);
  });

  it('runs below a folder that everybody can access', async () => {
    const folder = await testFolder('open');
    const { connection } = await start({ dataDir: join(folder, 'data') });
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('works in a data directory whose path is too long for a socket, and leaves no files outside it', async () => {
    const dataDir = join(await testFolder(), 'a-very-long-name-'.repeat(9));
    const server = await start({ dataDir });
    const { host } = server.connection;
    expect(Buffer.byteLength(host)).toBeLessThan(90);
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    await expect(stat(host)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('listens on loopback with a generated password if there are no sockets', async () => {
    const dataDir = await testFolder();
    const { connection } = await start({ dataDir, transport: 'loopback' });
    expect(connection.host).toBe('127.0.0.1');
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(query({ ...connection, password: 'guessed' }, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(dataDir, 'postgres/run'))).toEqual([]);
  });

  it('restarts at the same address if its process is killed', async () => {
    const dataDir = await preparedDataDir();
    const { connection } = await start({ dataDir });
    const before = await readPostmasterFile(join(dataDir, 'postgres/cluster'));
    process.kill(before?.pid ?? Number.NaN, 'SIGKILL');
    const answer = await until('it responds again', () => query(connection, 'SELECT 1 AS one'));
    expect(answer).toEqual([{ one: 1 }]);
    expect((await readPostmasterFile(join(dataDir, 'postgres/cluster')))?.pid).not.toBe(before?.pid);
  });

  it.each([
    ['before the new process', false],
    ['after it', true],
  ])('stops permanently even while it restarts: %s', async (_moment, isAfter) => {
    const dataDir = await preparedDataDir();
    const cluster = join(dataDir, 'postgres/cluster');
    const messages: string[] = [];
    const server = await start({ dataDir, log: (message) => messages.push(message) });
    const pidOfServer = async () => (await readPostmasterFile(cluster))?.pid;
    const killed = await pidOfServer();
    process.kill(killed ?? Number.NaN, 'SIGKILL');
    await until('it restarts', () => messages.some((message) => message.endsWith('starting it again')));
    if (isAfter)
      await until('the new process has noted itself', async () => (await pidOfServer()) !== killed && pidOfServer());
    await server.stop();
    expect([undefined, killed]).toContain(await pidOfServer());
    // The connections of the killed server end by themselves, each when it learns of that.
    await until('no process is left', () => processesIn(cluster).length === 0);
  });
});

describe('a start that fails', () => {
  it('is refused while this program uses the directory, with both names', async () => {
    const dataDir = await preparedDataDir();
    await start({ dataDir });
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      code: 'data_directory_in_use',
      message: expect.stringMatching(new RegExp(`${join(dataDir, 'postgres')} .*process ${process.pid}`)),
    });
  });

  it('lets one of two simultaneous starts win', async () => {
    const dataDir = await testFolder();
    const outcomes = await Promise.allSettled([start({ dataDir }), start({ dataDir })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses data of another major version with instructions to upgrade, and does not change it', async () => {
    const dataDir = await preparedDataDir();
    await (await start({ dataDir })).stop();
    const versionFile = join(dataDir, 'postgres/cluster/PG_VERSION');
    await writeFile(versionFile, '17\n');
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'version_mismatch',
      message: expect.stringMatching(/PostgreSQL 17.*PostgreSQL 18.*cubit backup.*cubit restore/s),
    });
    expect(await readFile(versionFile, 'utf8')).toBe('17\n');
    await writeFile(versionFile, '18\n');
    await start({ dataDir });
  });

  it('shows the error of PostgreSQL, and leaves no process and no lock', async () => {
    const dataDir = await preparedDataDir();
    await expect(start({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringContaining('invalid value for parameter "shared_buffers": "plenty"'),
    });
    expect(processesIn(dataDir)).toEqual([]);
    await start({ dataDir });
  });

  it('does not touch a folder with other files', async () => {
    const dataDir = await testFolder();
    await mkdir(join(dataDir, 'postgres/cluster'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/cluster/letters.txt'), 'dear');
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringContaining('PG_VERSION'),
    });
    expect(await readdir(join(dataDir, 'postgres/cluster'))).toEqual(['letters.txt']);
  });

  it('names the data directory if the system denies access', async () => {
    const folder = await testFolder();
    await writeFile(join(folder, 'data'), 'a file, no folder');
    await expect(start({ dataDir: join(folder, 'data') })).rejects.toMatchObject({
      name: 'DatabaseStartError',
      code: 'cannot_start',
      message: expect.stringContaining(join(folder, 'data')),
    });
  });

  it('ignores an empty status file, as a power failure leaves it', async () => {
    const dataDir = await preparedDataDir();
    await writeFile(join(dataDir, 'postgres/cluster/postmaster.pid'), '');
    expect(await start({ dataDir })).toMatchObject({ adopted: false });
  });

  it('ignores the status file of a dead server whose pid is reused', async () => {
    const dataDir = await preparedDataDir();
    const cluster = join(dataDir, 'postgres/cluster');
    const server = await start({ dataDir });
    const note = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
    await server.stop();
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      await writeFile(join(cluster, 'postmaster.pid'), note.replace(/^\d+/, String(stranger.pid)));
      const again = await start({ dataDir });
      expect(again.adopted).toBe(false);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });
});
