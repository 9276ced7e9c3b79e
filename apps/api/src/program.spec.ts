import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '@cubit/testing';
import { SHIPPED_PROGRAM } from '@cubit/testing/shipped';
import { afterAll, describe, expect, it, jest } from '@jest/globals';

// Whole programs start here, some twice in a test, on a machine that may be busy.
jest.setTimeout(90_000);
const START_LIMIT_MS = 40_000;
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

function run(environment: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [SHIPPED_PROGRAM], {
    cwd: scratch,
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
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
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const address = LISTENING.exec(program.output())?.[1];
    if (address) return { ...program, address };
    if (program.child.exitCode !== null || Date.now() > deadline)
      throw new Error(`It did not start:\n${program.output()}`);
    await sleep(20);
  }
}

async function stop({ child, ended }: Program): Promise<number | NodeJS.Signals | null> {
  child.kill('SIGTERM');
  return ended;
}

const ada = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' };
const grace = { email: 'grace@example.org', name: 'Grace', password: 'staple correct horse' };

async function post(url: string, body: object): Promise<number> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });
  await reply.text();
  return reply.status;
}

const register = (address: string, person = ada) => post(`${address}/api/v1/me/registration`, person);
const signIn = (address: string, { email, password } = ada) =>
  post(`${address}/api/v1/me/session`, { email, password });

describe('the program', () => {
  // Created by the first test and used by the next ones, because creating a database is slow.
  const embedded = { DATA_DIR: join(scratch, 'embedded') };
  const serverFile = join(embedded.DATA_DIR, 'postgres', 'cluster', 'postmaster.pid');

  it('starts on an empty data directory, prints its address and first steps, and keeps its data', async () => {
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
    const first = await startOn(embedded);
    const second = run(embedded);

    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^Cubit cannot start\. .*embedded.*\n$/);
    expect(await signIn(first.address)).toBe(201);
    expect(await stop(first)).toBe(0);
  });

  it('has every acknowledged write after a kill', async () => {
    const first = await startOn({ ...embedded, REGISTRATION: 'open' });
    expect(await register(first.address, grace)).toBe(201);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const second = await startOn(embedded);
    expect(await signIn(second.address, grace)).toBe(201);
    expect(await stop(second)).toBe(0);
  });

  it('waits for a hanging request, but not after a second signal', async () => {
    const program = await startOn(embedded);
    const { hostname, port } = new URL(program.address);
    const hanging = connect(Number(port), hostname);
    hanging.on('error', () => {});
    hanging.write(
      'POST /api/v1/me/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    await sleep(200);

    program.child.kill('SIGTERM');
    // A second signal within half a second counts as the same key press.
    await sleep(800);
    expect(program.child.exitCode).toBe(null);
    program.child.kill('SIGTERM');

    expect(await program.ended).toBe(143);
    hanging.destroy();
    // It left its database running, as after a kill; the next start takes it over.
    expect(await stop(await startOn(embedded))).toBe(0);
  });

  it('uses the database of DATABASE_URL', async () => {
    const program = await startOn({ DATABASE_URL: givenUrl });

    expect(await register(program.address)).toBe(201);
    expect(await given.database.db.selectFrom('app_user').select('email').execute()).toEqual([{ email: ada.email }]);
    expect(await stop(program)).toBe(0);
    expect(existsSync(join(scratch, 'data'))).toBe(false);
  });

  it('counts requests together with other programs on the same database', async () => {
    const programs = [await startOn({ DATABASE_URL: givenUrl }), await startOn({ DATABASE_URL: givenUrl })];
    const replies = [];
    for (let turn = 0; turn < 12; turn += 1)
      replies.push(await signIn(programs[turn % 2]!.address, { ...grace, email: 'nobody@example.org' }));

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

  it.each([
    [{ PORT: 'many' }, 'PORT must be'],
    [{ CUBIT_HOST: 'x' }, 'CUBIT_HOST is not a setting'],
    [{ MODULES: '@acme/absent' }, "MODULES names '@acme/absent'"],
  ])('refuses to start with %j, in one line', async (environment, message) => {
    const program = run(environment);

    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/^Cubit cannot start\. .*\n$/);
    expect(program.output()).toContain(message);
  });
});
