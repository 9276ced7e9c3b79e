import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, endedJob, type TestDatabase, until } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Job } from '../fixtures/archive-instance.js';
import { startProgram, type Program } from '@cubit/testing/shipped';

// The specs start and kill whole programs, and each time wait until the lease of a job expires.
jest.setTimeout(180_000);
const PARTS = 6_000;

let given: TestDatabase;
let dataDir: string;
let program: Program;
let token: string;
let archive: ArrayBuffer;
beforeAll(async () => {
  [given, dataDir] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'cubit-killed-'))]);
  await start();
  const email = 'ada@example.org';
  ({ token } = await call<{ token: string }>('POST', '/me/registration', {
    json: { email, name: 'Ada', password: 'correct horse battery' },
  }));
  await addWorkspace('source', ['inventory', 'spaces']);
  const rows = Array.from({ length: PARTS }, (_, index) => `Part ${index},P-${index},bulk`);
  const csv = ['name,ipn,tags', ...rows].join('\n');
  const imported = await call<Job>('POST', '/orgs/source/modules/inventory/records/part/import', {
    body: csv,
    type: 'text/csv',
  });
  expect(await ended('source', imported.id)).toMatchObject({ state: 'succeeded', result: { created: PARTS } });
  await upload('source', 'sheet.txt', 'Twelve volts at most.');
  const exported = await call<Job>('POST', '/orgs/source/archive', {});
  const { result } = await ended('source', exported.id);
  archive = await (await request('GET', `/orgs/source/files/${String(result?.['file'])}/content`, {})).arrayBuffer();
  // PostgreSQL does this automatically a minute after so many rows. The statistics know nothing about workspaces
  // that are created later.
  await given.database.pool.query('analyze record_inventory_part, record_change, record_reference, record_search');
});
afterAll(async () => {
  await program.stop();
  await given.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const { connectionString: DATABASE_URL = '' } = given.connection;
  program = await startProgram({ environment: { DATABASE_URL, DATA_DIR: dataDir, RATE_LIMIT: 'off' } });
}

interface Sent {
  readonly json?: object;
  readonly body?: string | ArrayBuffer | FormData;
  readonly type?: string;
}

function request(method: string, path: string, { json, body, type }: Sent): Promise<Response> {
  const media = json ? 'application/json' : type;
  return fetch(`${program.address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(media === undefined ? {} : { 'content-type': media }) },
    ...(json ? { body: JSON.stringify(json) } : {}),
    ...(body ? { body } : {}),
  });
}

async function call<Body>(method: string, path: string, sent: Sent): Promise<Body> {
  const response = await request(method, path, sent);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}

async function addWorkspace(slug: string, modules: readonly string[]): Promise<void> {
  await call('POST', '/me/orgs', { json: { slug, name: slug, modules } });
}

async function upload(slug: string, name: string, content: string): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([content]), name);
  await call('POST', `/orgs/${slug}/files`, { body });
}

const job = (slug: string, id: string) => call<Job>('GET', `/orgs/${slug}/jobs/${id}`, {});

const ended = (slug: string, id: string) => endedJob(() => job(slug, id));
const begun = (slug: string, id: string) =>
  until('the import has begun', async () => (await job(slug, id)).progress.done > 0);

async function importInto(slug: string): Promise<string> {
  const { id } = await call<Job>('POST', `/orgs/${slug}/archive/import`, { body: archive, type: 'application/gzip' });
  return id;
}

/** The rows of a workspace, by table. */
async function stateOf(slug: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await given.database.pool.query<Record<string, number>>(
    `select (select count(*) from record r where r.workspace_id = w.id) as records,
      (select count(*) from record_change h where h.workspace_id = w.id) as history,
      (select count(*) from record_search s where s.workspace_id = w.id) as search,
      (select count(*) from tag t where t.workspace_id = w.id) as tags,
      (select count(*) from file f where f.workspace_id = w.id) as files,
      (select count(*) from workspace_module m where m.workspace_id = w.id and m.enabled) as modules,
      (select count(*) from import_chunk c where c.workspace_id = w.id) as chunks
     from workspace w where slug = $1`,
    [slug],
  );
  return rows[0] ?? {};
}

describe('an archive import whose process is killed', () => {
  it('leaves nothing half done, and is completed by the next process', async () => {
    await addWorkspace('target', []);
    const before = await stateOf('target');
    const id = await importInto('target');
    await begun('target', id);
    await program.kill();
    const left = await stateOf('target');
    expect(left['chunks']).toBeGreaterThan(0);
    expect({ ...left, chunks: 0 }).toEqual(before);

    await start();
    expect(await ended('target', id)).toMatchObject({
      state: 'succeeded',
      progress: { done: 2 * PARTS, total: 2 * PARTS },
      result: { records: PARTS, history: PARTS, files: 1 },
      attempts: 0,
    });
    const state = { records: PARTS, history: PARTS, search: PARTS, tags: 1, files: 1, chunks: 0 };
    expect(await stateOf('target')).toMatchObject(state);
    expect(await readdir(join(dataDir, 'files', 'incoming'))).toEqual([]);
  });

  it('can be cancelled by the next process, which leaves the workspace empty', async () => {
    await addWorkspace('called-off', []);
    const before = await stateOf('called-off');
    const id = await importInto('called-off');
    await begun('called-off', id);
    await program.kill();

    await start();
    expect((await request('DELETE', `/orgs/called-off/jobs/${id}`, {})).status).toBe(204);
    expect(await ended('called-off', id)).toMatchObject({ state: 'cancelled', result: null });
    // The parts of a cancelled import are deleted a day later.
    expect({ ...(await stateOf('called-off')), chunks: 0 }).toEqual(before);
  });
});

describe('an archive import beside other workspaces', () => {
  const looks = async () => {
    // Sessions report what they have read at some time, and at the latest when they end.
    await program.stop();
    await until('the sessions of the program have ended', async () => {
      const { rowCount } = await given.database.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return rowCount === 0;
    });
    await start();
    const { rows } = await given.database.pool.query<{ read: number }>(
      `select sum(idx_tup_read)::int8 as read from pg_stat_user_indexes where relname = 'record_inventory_part'`,
    );
    return rows[0]?.read ?? 0;
  };

  it('reads each record a few times, not once for every other record', async () => {
    await addWorkspace('second', []);
    const before = await looks();
    expect(await ended('second', await importInto('second'))).toMatchObject({ state: 'succeeded' });
    expect((await looks()) - before).toBeLessThan(100 * PARTS);
  });
});
