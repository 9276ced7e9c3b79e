import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startShippedServer, type ShippedServer } from '@cubit/testing';
import { ROOT } from '@cubit/testing/pages';
import { type EndedCommand, runShippedCommand } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packModule } from './fixtures/packed-module.js';

interface Result {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly mend?: string;
}

const SECRET = 'kept-from-everybody';
const LASER = `
import { defineModule } from '@cubit/core';
export const laser = defineModule({ name: 'laser', version: '1.0.0', contract: '^1.0.0', title: 'Laser', description: 'For a spec.', kinds: [] });
`;

const folder = await mkdtemp(join(tmpdir(), 'cubit-doctor-'));
const environment: Record<string, string> = { REGISTRATION: 'invite' };
let server: ShippedServer;
beforeAll(async () => {
  const port = String(await freePort());
  Object.assign(environment, { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  server = await startShippedServer({ environment });
  const owner = await server.register();
  await server.as(owner).post('/api/v1/me/orgs', { slug: 'lab', name: 'Lab' });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Runs it beside the program, with further settings. */
const doctor = (settings: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runShippedCommand(['doctor', ...args], {
    ...environment,
    DATABASE_URL: server.databaseUrl,
    DATA_DIR: server.dataDir,
    ...settings,
  });

function resultsOf({ output, errors }: EndedCommand): ReadonlyMap<string, Result> {
  expect(errors).toBe('');
  const results = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
  return new Map(results.map((result) => [result.name, result]));
}

const query = (statement: string) => server.database.pool.query(statement);

describe('doctor', () => {
  it('finds nothing bad in a fresh instance, and skips what is not configured with the reason', async () => {
    const ended = await doctor({}, '--json');
    const results = resultsOf(ended);

    expect(results.size).toBe(30);
    const page = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
    const described = [...page.matchAll(/^\| `([a-z_]+)` +\| [A-Z`]/gm)].map(([, name]) => name);
    expect(described.filter((name) => name !== undefined && results.has(name))).toEqual([...results.keys()]);
    expect([...results.values()].filter(({ state }) => state === 'bad')).toEqual([]);
    expect(ended.code).toBe(0);
    const skipped = [...results.values()].filter(({ state }) => state === 'skipped').map(({ name }) => name);
    expect(skipped).toEqual(['mail', 'redis', 'certificate', 'backup']);
    expect(results.get('redis')?.detail).toContain('REDIS_URL is not set');
    expect(results.get('proxies')?.detail).toContain('as from 127.0.0.1');
    expect(results.get('processes')?.detail).toMatch(/^Running: 1 of /);
  });

  it('names services that do not answer with what to do, and shows no secret', async () => {
    const closed = await freePort();
    const away = `127.0.0.1:${closed}`;
    const database = new URL(server.databaseUrl);
    database.pathname = '/none_of_this_name';
    const settings = {
      DATABASE_URL: database.href,
      SMTP_URL: `smtp://postman:${SECRET}@${away}`,
      REDIS_URL: `redis://:${SECRET}@${away}`,
      S3_ENDPOINT: `http://reader:${SECRET}@${away}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: SECRET,
      S3_SECRET_ACCESS_KEY: SECRET,
      PUBLIC_URL: `https://${away}`,
    };
    const ended = await doctor(settings, '--json');
    const results = resultsOf(ended);

    expect(ended.code).toBe(1);
    expect(results.get('database')).toMatchObject({ state: 'bad', mend: expect.stringContaining('DATABASE_URL') });
    expect(results.get('migrations')).toMatchObject({ state: 'skipped' });
    expect(results.get('mail')).toMatchObject({ state: 'bad', mend: expect.stringContaining('SMTP_URL') });
    expect(results.get('redis')).toMatchObject({ state: 'bad', mend: expect.stringContaining('REDIS_URL') });
    expect(results.get('files')).toMatchObject({ state: 'bad', mend: expect.stringContaining('S3_ENDPOINT') });
    expect(results.get('public_url')).toMatchObject({ state: 'bad', detail: expect.stringContaining('ECONNREFUSED') });
    expect(results.get('certificate')).toMatchObject({ state: 'bad' });
    expect(ended.output).not.toContain(SECRET);
  });

  it('names what is wrong inside, in a table with what to do below it', async () => {
    const archive = join(folder, 'laser.tgz');
    await writeFile(
      archive,
      packModule({ name: 'laser', version: '1.0.0', source: LASER, manifest: { version: '1.0.0' } }),
    );
    expect(await server.command('modules', 'add', archive, '--yes')).toMatchObject({ code: 0 });
    await query(`delete from wires_migration where name = (select max(name) from wires_migration)`);
    await query(`insert into instance_process (id, version, level, roles, host, upgrades, started_at, seen_at)
      values (gen_random_uuid(), '0.0.9', 1, '{worker}', 'gone.example', '{}', now() - interval '1 hour', now() - interval '2 minutes')`);
    await query(`insert into wire_workspace (workspace_id, paused) select id, true from workspace
      on conflict (workspace_id) do update set paused = true`);
    await query(`insert into job (workspace_id, id, type, state, input, max_attempts, available_at, created_at)
      select id, gen_random_uuid(), 'spec:unknown', 'queued', '{}', 1, now() - interval '3 hours', now() from workspace`);
    await query(`delete from member`);
    const { code, output, errors } = await doctor({});

    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    const found = (state: string, name: string) => {
      const [, detail, mend] = new RegExp(`^${state} +${name} +(.+)\\n +-> (.+)$`, 'm').exec(output) ?? [];
      return { detail, mend };
    };
    expect(found('warning', 'module_changes')).toEqual({
      detail: 'laser 1.0.0 is staged.',
      mend: expect.stringContaining('Restart the program'),
    });
    expect(found('bad', 'migrations')).toEqual({
      detail: expect.stringMatching(/^1 did not run yet: wires 0/),
      mend: expect.stringContaining('restart the program'),
    });
    expect(found('warning', 'processes').detail).toMatch(/0\.0\.9 on gone\.example, last seen 2 min ago/);
    expect(found('warning', 'wires').detail).toBe('Paused: lab (all).');
    expect(found('bad', 'jobs').detail).toBe('1 jobs wait, the oldest for 3 h.');
    expect(found('warning', 'owners').detail).toBe('Without an owner: lab.');
    expect(output).toMatch(/^ok +database +PostgreSQL /m);
  });

  it('warns of versions that have run side by side for more than a day, and names the newest backup', async () => {
    await query(
      `update instance_process set started_at = now() - interval '2 days', seen_at = now() + interval '1 minute'`,
    );
    expect(await server.command('backup', join(folder, 'instance.tar.zst'))).toMatchObject({ code: 0 });
    const results = resultsOf(await doctor({}, '--json'));

    expect(results.get('processes')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('Mixed for 2 d'),
    });
    expect(results.get('backup')).toMatchObject({ state: 'ok', detail: expect.stringMatching(/ is \d+ s old/) });
  });

  it('names every fault of the settings, and skips the rest', async () => {
    const ended = await doctor({ MODULE: 'x', DATABASE_URL: `mysql://${SECRET}` }, '--json');
    const results = resultsOf(ended);

    expect(ended.code).toBe(1);
    expect(results.get('settings')?.detail).toMatch(/MODULE is not a setting[^]*DATABASE_URL must be/);
    expect(new Set([...results.values()].slice(1).map(({ state }) => state))).toEqual(new Set(['skipped']));
    expect(ended.output).not.toContain(SECRET);
  });
});
