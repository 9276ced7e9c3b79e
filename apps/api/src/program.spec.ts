import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, freePort, until } from '@cubit/testing';
import { ROOT } from '@cubit/testing/pages';
import { SHIPPED_PROGRAM } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const LISTENING = /listening on (http:\/\/\S+?)"/;

const scratch = await mkdtemp(join(tmpdir(), 'cubit-program-'));
const given = await createTestDatabase();
const givenUrl = given.connection.connectionString ?? '';
const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await given.drop();
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
});

interface Program {
  readonly child: ChildProcess;
  /** The output so far, of both streams. */
  readonly output: () => string;
  /** Exit code after it has ended, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Program {
  const child = spawn(process.execPath, [SHIPPED_PROGRAM, ...args], {
    cwd: scratch,
    env: { PATH: process.env['PATH'], PORT: '0', WEB: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  running.add(child);
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    running.delete(child);
    return code ?? signal ?? null;
  });
  return { child, output: () => output, ended };
}

/** Starts it and waits until it listens. Returns the address. */
async function startOn(environment: Readonly<Record<string, string>>): Promise<Program & { readonly address: string }> {
  const program = run(environment);
  await until('it listens, or has ended', () => LISTENING.test(program.output()) || program.child.exitCode !== null);
  const address = LISTENING.exec(program.output())?.[1];
  if (address === undefined) throw new Error(`It did not start:\n${program.output()}`);
  return { ...program, address };
}

async function stop({ child, ended }: Program): Promise<number | NodeJS.Signals | null> {
  child.kill('SIGTERM');
  return ended;
}

const ADA = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' };
const GRACE = { email: 'grace@example.org', name: 'Grace', password: 'staple correct horse' };

async function post(url: string, body: object): Promise<number> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  await reply.text();
  return reply.status;
}

const register = (address: string, person = ADA) => post(`${address}/api/v1/me/registration`, person);
const signIn = (address: string, { email, password } = ADA) =>
  post(`${address}/api/v1/me/session`, { email, password });

const ask = async (port: number, path: string) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  return reply && { status: reply.status, text: await reply.text() };
};

const untilReadyzSays = (port: number, text: string) =>
  until(`/readyz has '${text}'`, async () => {
    expect(await ask(port, '/readyz')).toMatchObject({ text: expect.stringContaining(text) });
    return true;
  });

describe('a stop', () => {
  it('is clean if the entry of the process cannot be removed', async () => {
    const program = await startOn({ DATABASE_URL: givenUrl });
    const { pool } = given.database;
    await pool.query('alter table instance_process rename to instance_process_away');
    try {
      expect(await stop(program)).toBe(0);
    } finally {
      await pool.query('alter table instance_process_away rename to instance_process');
    }
    expect(program.output()).toContain('the lease of this process could not be ended');
  });
});

describe('a start', () => {
  it('answers before the database is migrated, and not as ready', async () => {
    const holder = await given.database.pool.connect();
    await holder.query('begin');
    // The lock of processes that prepare the database.
    await holder.query(`select pg_advisory_xact_lock(${0x63_75_62_69})`);
    const port = await freePort();
    const program = run({ DATABASE_URL: givenUrl, PORT: String(port) });
    await untilReadyzSays(port, 'migrating');
    expect(await ask(port, '/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect(await ask(port, '/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('"unavailable"') });
    expect(await ask(port, '/api/v1/me')).toMatchObject({ status: 503, text: expect.stringContaining('migrating') });
    const named = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-request-id': 'early-1' } });
    expect([named.status, named.headers.get('x-request-id')]).toEqual([503, 'early-1']);

    await holder.query('rollback');
    holder.release();
    await untilReadyzSays(port, '"status":"ok"');
    expect(await ask(port, '/api/v1/me')).toMatchObject({ status: 401 });
    expect(await ask(port, '/assets/none.js')).toMatchObject({
      status: 404,
      text: expect.stringContaining('not_found'),
    });
    expect(await stop(program)).toBe(0);
  });

  it('with MIGRATE=off changes nothing and waits for the command migrate', async () => {
    const url = new URL(givenUrl);
    const name = `${url.pathname.slice(1)}_empty`;
    await given.database.pool.query(`create database ${name}`);
    url.pathname = `/${name}`;
    const port = await freePort();
    const environment = { DATABASE_URL: url.href, MIGRATE: 'off', PORT: String(port) };
    const program = run(environment);
    await untilReadyzSays(port, 'migrating: MIGRATE is off');
    const migration = run({ DATABASE_URL: url.href }, 'migrate');
    expect(await migration.ended).toBe(0);
    await untilReadyzSays(port, '"status":"ok"');
    expect(await stop(program)).toBe(0);
    await given.database.pool.query(`drop database ${name} with (force)`);
  });

  it('is refused in one sentence where a later version needs more than this one, and stops while it waits', async () => {
    const { pool } = given.database;
    await pool.query(`insert into migration_level values ('kernel', '9999-contract-x', 99, '9.1.0', '9.1.0')`);
    const refused = run({ DATABASE_URL: givenUrl });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /^Cubit cannot start\. The database was written by Cubit 9\.1\.0 and needs 9\.1\.0 or newer; this is \S+\.\n$/,
    );
    await pool.query(`delete from migration_level where min_level = 99`);
    await pool.query(`delete from kernel_migration where name = '0050-expand-processes'`);
    const port = await freePort();
    const waiting = run({ DATABASE_URL: givenUrl, MIGRATE: 'off', PORT: String(port) });
    await untilReadyzSays(port, 'MIGRATE is off');
    expect(await stop(waiting)).toBe(143);
    await pool.query(`insert into kernel_migration values ('0050-expand-processes', now()::text)`);
  });
});

describe('the first registration in production', () => {
  it('needs the setup token that the start prints and stores, once', async () => {
    const url = new URL(givenUrl);
    const name = `${url.pathname.slice(1)}_setup`;
    await given.database.pool.query(`create database ${name}`);
    url.pathname = `/${name}`;
    const dataDir = join(scratch, 'setup');
    const environment = {
      DATABASE_URL: url.href,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_CONNECTIONS: '4',
    };
    const program = await startOn(environment);
    const file = join(dataDir, 'setup-token');
    const token = readFileSync(file, 'utf8').trim();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(program.output()).toContain(`The registration needs this setup token: ${token}`);
    const path = `${program.address}/api/v1/me/registration`;
    expect(await (await fetch(path)).json()).toMatchObject({ mode: 'first', setup_token_needed: true });
    expect(await post(path, ADA)).toBe(403);
    expect(await post(path, { ...ADA, setup_token: `${token}x` })).toBe(403);
    expect(await post(path, { ...ADA, setup_token: token })).toBe(201);
    expect(existsSync(file)).toBe(false);
    expect(await (await fetch(path)).json()).toMatchObject({ mode: 'invite', setup_token_needed: false });
    // DATABASE_CONNECTIONS limits the connections besides those of the queue.
    const { rows } = await given.database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = $1 and application_name in ('cubit', 'cubit-listener')`,
      [name],
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(4);
    expect(await stop(program)).toBe(0);
    await given.database.pool.query(`drop database ${name} with (force)`);
  });
});

describe('the program', () => {
  let folders = 0;
  /** A copy of a stopped program's data, in which Ada is registered: creating a database is slow. */
  const dataOfAda = () => {
    const DATA_DIR = join(scratch, `copy-${(folders += 1)}`);
    execFileSync('cp', ['-a', ada.DATA_DIR, DATA_DIR]);
    return { DATA_DIR };
  };
  const ada = { DATA_DIR: join(scratch, 'ada') };
  beforeAll(async () => {
    const program = await startOn(ada);
    expect(await register(program.address)).toBe(201);
    expect(await stop(program)).toBe(0);
  });

  it('starts on an empty data directory, prints its address and first steps, and keeps its data', async () => {
    const embedded = { DATA_DIR: join(scratch, 'embedded') };
    const serverFile = join(embedded.DATA_DIR, 'postgres', 'cluster', 'postmaster.pid');
    const first = await startOn(embedded);
    expect(await register(first.address)).toBe(201);
    expect(first.output()).toContain('/api/v1/me/registration');
    expect(existsSync(serverFile)).toBe(true);
    expect(await stop(first)).toBe(0);
    // The database stopped with it.
    expect(existsSync(serverFile)).toBe(false);

    const second = await startOn(embedded);
    expect(await signIn(second.address)).toBe(201);
    expect(second.output()).not.toContain('/api/v1/me/registration');
    expect(await stop(second)).toBe(0);
  });

  it('refuses a data directory that another program uses, in one line', async () => {
    const embedded = dataOfAda();
    const first = await startOn(embedded);
    const second = run(embedded);

    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^Cubit cannot start\. .*\n$/);
    expect(second.output()).toContain(embedded.DATA_DIR);
    expect(await signIn(first.address)).toBe(201);
    expect(await stop(first)).toBe(0);
  });

  it('has every acknowledged write after a kill', async () => {
    const embedded = dataOfAda();
    const first = await startOn({ ...embedded, REGISTRATION: 'open' });
    expect(await register(first.address, GRACE)).toBe(201);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const second = await startOn(embedded);
    expect(await signIn(second.address, GRACE)).toBe(201);
    expect(await stop(second)).toBe(0);
  });

  it('waits for a hanging request, but not after a second signal', async () => {
    const embedded = dataOfAda();
    const program = await startOn(embedded);
    const { hostname, port } = new URL(program.address);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => {});
    hanging.write(
      'POST /api/v1/me/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n',
    );
    // It handles the request and waits for the body.
    const [reply] = (await once(hanging, 'data')) as [Buffer];
    expect(reply.toString()).toMatch(/^HTTP\/1\.1 100 /);

    program.child.kill('SIGTERM');
    await until('it waits for the request', () => program.output().includes('Once more to stop at once.'));
    expect(program.child.exitCode).toBe(null);
    // A second signal within half a second counts as the same key press.
    await until('it has ended after another signal', () => {
      program.child.kill('SIGTERM');
      return program.child.exitCode !== null;
    });

    expect(await program.ended).toBe(143);
    hanging.destroy();
    // It left its database running, as after a kill; the next start takes it over.
    expect(await stop(await startOn(embedded))).toBe(0);
  });

  it('uses the database of DATABASE_URL', async () => {
    const program = await startOn({ DATABASE_URL: givenUrl });

    expect(await register(program.address)).toBe(201);
    expect(await given.database.db.selectFrom('app_user').select('email').execute()).toEqual([{ email: ADA.email }]);
    expect(await stop(program)).toBe(0);
    expect(existsSync(join(scratch, 'data'))).toBe(false);
  });

  it('counts requests together with other programs on the same database', async () => {
    const programs = [await startOn({ DATABASE_URL: givenUrl }), await startOn({ DATABASE_URL: givenUrl })];
    const replies = [];
    for (let turn = 0; turn < 12; turn += 1)
      replies.push(await signIn(programs[turn % 2]!.address, { ...GRACE, email: 'nobody@example.org' }));

    // As many wrong passwords as one program would accept from one network.
    expect(replies).toEqual([...Array<number>(10).fill(401), 429, 429]);
    for (const program of programs) expect(await stop(program)).toBe(0);
  });

  it('reports why a given database cannot be used, without its password', async () => {
    const url = new URL(givenUrl);
    url.pathname = '/cubit_no_such_database';
    url.password = 'hunter2';
    const program = run({ DATABASE_URL: url.href });

    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/^Cubit cannot start\. .*DATABASE_URL.*cubit_no_such_database.*does not exist\n$/);
    expect(program.output()).not.toContain('hunter2');
  });

  it('reports that its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const program = run({ PORT: String(port), DATABASE_URL: givenUrl });
    const exitCode = await program.ended;
    other.close();

    expect(exitCode).toBe(1);
    expect(program.output()).toContain(`Port ${port} of 127.0.0.1 is used by another program`);
  });

  it('refuses to start with a module that is not installed, and names it in a line of its own', async () => {
    const program = run({ MODULES: '@acme/absent' });

    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(
      /^Cubit cannot start\. Correct these modules, .*:\n {2}- Module '@acme\/absent': MODULES names '@acme\/absent', which cannot be loaded: .*\n$/,
    );
  });

  it.each([
    [{ PORT: 'many' }, 'PORT must be'],
    [{ CUBIT_HOST: 'x' }, 'CUBIT_HOST is not a setting'],
    [{ MODULE: './x' }, 'MODULE is not a setting. Did you mean MODULES?'],
  ])('refuses to start with %j, in one line', async (environment, message) => {
    const program = run(environment);

    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/^Cubit cannot start\. .*\n$/);
    expect(program.output()).toContain(message);
  });

  it('answers --help with every setting of docs/operating.md, and --version', async () => {
    const help = run({}, '--help');
    const version = run({}, '--version');
    const page = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
    const table = page.slice(page.indexOf('## Settings'), page.indexOf('## Memory'));
    const documented = table.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);

    expect(await help.ended).toBe(0);
    const listed = [...help.output().matchAll(/^ {2}([A-Z][A-Z0-9_]+) {2}/gm)].map(([, name]) => name);
    expect(documented.length).toBeGreaterThan(30);
    expect(listed.sort()).toEqual(documented.map(([, name]) => name).sort());
    expect(await version.ended).toBe(0);
    expect(version.output()).toMatch(/^Cubit \d+\.\d+\.\d+\n$/);
  });

  it.each([
    [['--hepl'], 'Did you mean --help?'],
    [['confg'], 'Did you mean config?'],
    [['--json'], '--json belongs to a command: config'],
    [['config', 'more'], "'config' has no use for 'more'"],
  ])('refuses the arguments %j with exit code 2', async (args, message) => {
    const program = run({}, ...args);

    expect(await program.ended).toBe(2);
    expect(program.output()).toContain(message);
  });

  it('lists its settings with their sources, and no secret', async () => {
    const secrets = {
      DATABASE_URL: 'postgres://cubit:hunter2@db/cubit?sslpassword=hunter2',
      SMTP_URL: 'smtps://me:hunter2@mail.example.org',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    };
    const program = run(secrets, 'config', '--json');
    expect(await program.ended).toBe(0);
    const lines = program.output().trim().split('\n');
    const settings = lines.map((line) => JSON.parse(line) as { readonly name: string });

    expect(program.output()).not.toContain('hunter2');
    expect(settings).toContainEqual({ name: 'PORT', value: '0', source: 'environment' });
    expect(settings).toContainEqual({ name: 'LOG_LEVEL', value: 'info', source: 'default' });
    expect(settings).toContainEqual({ name: 'S3_SECRET_ACCESS_KEY', value: '(hidden)', source: 'environment' });
  });
});
