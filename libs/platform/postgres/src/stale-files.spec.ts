import { once } from 'node:events';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '@cubit/testing';
import { stageProgram, type Holder, type StagedProgram } from '../fixtures/staged-program.js';
import {
  preparedDataDir,
  processesIn,
  removePreparedCluster,
  removeTestFolders,
  testFolder,
} from '../fixtures/test-folders.js';
import type { DatabaseConnection, DatabaseServer } from './database-server.js';
import { parseUser } from './database-user.js';
import { readPostmasterFile } from './postmaster-file.js';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './start-embedded-postgres.js';

const isRoot = process.getuid?.() === 0;
const NOBODY = parseUser('nobody:x:65534:65534:::', 'nobody');

let program: StagedProgram;
let programFolder: string;
const holders: Holder[] = [];
const servers: DatabaseServer[] = [];

beforeAll(async () => {
  programFolder = await testFolder();
  program = await stageProgram(programFolder);
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await Promise.all(holders.splice(0).map((holder) => holder.stop()));
});

afterAll(async () => {
  await removePreparedCluster();
  expect(removeTestFolders()).toEqual([]);
});

/** A separate program that starts the database, as an operator would run it. */
function launch(options: EmbeddedPostgresOptions, from = program, as?: typeof NOBODY): Holder {
  const holder = from.start(options, as);
  holders.push(holder);
  return holder;
}

async function start(options: EmbeddedPostgresOptions): Promise<DatabaseServer> {
  const server = await startEmbeddedPostgres(options);
  servers.push(server);
  return server;
}

async function postmasterPid(dataDir: string): Promise<number> {
  const file = await readPostmasterFile(join(dataDir, 'postgres/cluster'));
  if (!file) throw new Error('no server runs there');
  return file.pid;
}

async function connect(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Inserts until the server ends. Counts the acknowledged rows. */
function insertUntilKilled(client: pg.Client): { readonly acknowledged: () => number; readonly ended: Promise<void> } {
  let count = 0;
  const insert = async () => {
    for (;;) {
      await client.query('INSERT INTO bolt VALUES ($1)', [count + 1]);
      count += 1;
    }
  };
  return { acknowledged: () => count, ended: insert().catch(() => {}) };
}

describe('a program that is killed while its database runs', () => {
  it('leaves a server that the next start takes over, and stops later', async () => {
    const dataDir = await preparedDataDir();
    const holder = launch({ dataDir });
    await holder.outcome;
    const pid = await postmasterPid(dataDir);
    await holder.kill();
    expect(processesIn(join(dataDir, 'postgres'))).not.toEqual([]);

    const server = await start({ dataDir });
    expect(server.adopted).toBe(true);
    expect(await postmasterPid(dataDir)).toBe(pid);
    const client = await connect(server.connection);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await server.stop();
    expect(processesIn(join(dataDir, 'postgres'))).toEqual([]);
  });

  it('leaves a server with a long socket path that is taken over through the same link', async () => {
    const dataDir = join(await testFolder(), 'a-very-long-name-'.repeat(9));
    const holder = launch({ dataDir });
    const { connection } = await holder.outcome;
    await holder.kill();
    const server = await start({ dataDir });
    expect(server).toMatchObject({ adopted: true, connection: { host: connection.host } });
  });

  it('leaves a server on loopback that is taken over at its port', async () => {
    const dataDir = await testFolder();
    const holder = launch({ dataDir, transport: 'loopback' });
    const { connection } = await holder.outcome;
    await holder.kill();
    const server = await start({ dataDir, transport: 'loopback' });
    expect(server).toMatchObject({ adopted: true, connection: { ...connection } });
  });

  it('leaves a server that a start with stronger durability replaces', async () => {
    const dataDir = await preparedDataDir();
    const holder = launch({ dataDir, durable: false });
    await holder.outcome;
    await holder.kill();
    const server = await start({ dataDir, durable: true });
    expect(server.adopted).toBe(false);
    const client = await connect(server.connection);
    expect((await client.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }]);
    await client.end();
  });

  it('leaves a server that the next program also restarts if it is killed later', async () => {
    const dataDir = await preparedDataDir();
    const holder = launch({ dataDir });
    await holder.outcome;
    await holder.kill();
    const server = await start({ dataDir });
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    const client = await until('it accepts connections again', () => connect(server.connection));
    await client.end();
  });

  it.each([1, 50, 400])('loses no acknowledged row when the server is killed with it, after %i rows', async (rows) => {
    const dataDir = await preparedDataDir();
    const holder = launch({ dataDir });
    const client = await connect((await holder.outcome).connection);
    await client.query('CREATE TABLE bolt (id int)');
    const { acknowledged, ended } = insertUntilKilled(client);
    await until(`${rows} rows are acknowledged`, () => acknowledged() >= rows);
    const pid = await postmasterPid(dataDir);
    process.kill(pid, 'SIGKILL');
    await holder.kill();
    const server = await start({ dataDir });
    expect(server.adopted).toBe(false);
    const again = await connect(server.connection);
    const kept = await again.query<{ id: number }>('SELECT id FROM bolt ORDER BY id');
    await again.end();
    await client.end();
    await ended;
    const count = acknowledged();
    expect(kept.rows.slice(0, count).map(({ id }) => id)).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  it('leaves an incomplete cluster that the next start replaces', async () => {
    const dataDir = await testFolder();
    const holder = launch({ dataDir });
    const home = join(dataDir, 'postgres');
    await until('there is an incomplete cluster', async () => {
      const halfMade = (await readdir(home)).find((name) => name.startsWith('cluster.new-'));
      return halfMade !== undefined && (await readdir(join(home, halfMade))).length > 0;
    });
    await holder.kill();
    const server = await start({ dataDir });
    expect(server.adopted).toBe(false);
    expect((await readdir(home)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });
});

describe('a data directory', () => {
  it('is refused to a second program, with the directory and the holder in the error', async () => {
    const dataDir = await preparedDataDir();
    const holder = launch({ dataDir });
    await holder.outcome;
    await expect(start({ dataDir })).rejects.toMatchObject({
      code: 'data_directory_in_use',
      message: expect.stringMatching(new RegExp(`${join(dataDir, 'postgres')} .*process ${holder.process.pid}`)),
    });
  });

  it('is used by one of several programs that start at once, on an empty directory and after a kill', async () => {
    const dataDir = await testFolder();
    for (const adopted of [false, true]) {
      const contenders = [launch({ dataDir }), launch({ dataDir }), launch({ dataDir })];
      const outcomes = await Promise.all(contenders.map(({ outcome }) => outcome));
      expect(outcomes.map(({ code }) => code ?? 'started').sort()).toEqual([
        'data_directory_in_use',
        'data_directory_in_use',
        'started',
      ]);
      expect(outcomes.find(({ code }) => !code)?.adopted).toBe(adopted);
      await Promise.all(contenders.map((contender) => contender.kill()));
    }
    await start({ dataDir });
  });

  it('keeps its server when Ctrl-C of the terminal reaches the whole process group of the program', async () => {
    const dataDir = await preparedDataDir();
    const holder = launch({ dataDir });
    const client = await connect((await holder.outcome).connection);
    const received = once(holder.process, 'message');
    process.kill(-(holder.process.pid ?? Number.NaN), 'SIGINT');
    expect(await received).toEqual([{ received: 'SIGINT' }, undefined]);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });
});

describe('the user of the program', () => {
  it('can be an ordinary user, who then owns the data of the server', async () => {
    const folder = await testFolder('open');
    const dataDir = join(folder, 'data');
    const alone = await stageProgram(join(folder, 'program'), true);
    await mkdir(dataDir);
    if (isRoot) await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const holder = launch({ dataDir }, alone, isRoot ? NOBODY : undefined);
    const outcome = await holder.outcome;
    expect(outcome).toMatchObject({ adopted: false });
    const client = await connect(outcome.connection);
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
    await holder.stop();
    // Root may maintain the same directory, and the ordinary user can use it afterwards.
    await (await start({ dataDir })).stop();
    const again = launch({ dataDir }, alone, isRoot ? NOBODY : undefined);
    expect(await again.outcome).toMatchObject({ adopted: false });
  });

  it('can be the only one with access to the folder of the program', async () => {
    const folder = await testFolder('open');
    const closed = await testFolder('closed');
    const alone = await stageProgram(closed, true);
    const dataDir = join(folder, 'data');
    const holder = launch({ dataDir }, alone);
    expect(await holder.outcome).toMatchObject({ adopted: false });
    await holder.stop();
    // The copy that the database user needed is reused.
    const names = await readdir(join(dataDir, 'postgres'));
    await launch({ dataDir }, alone).outcome;
    expect(names.filter((name) => name.startsWith('postgres-'))).toHaveLength(isRoot ? 1 : 0);
    expect((await readdir(join(dataDir, 'postgres'))).filter((name) => name.includes('.new-'))).toEqual([]);
  });
});
