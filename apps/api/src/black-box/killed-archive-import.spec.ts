import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestWorkspace, until } from '@cubit/testing';
import { type ShippedServer, startShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Instance, type Job } from '../fixtures/archive-instance.js';
import { importFile } from '../fixtures/import-file.js';

// The specs start and kill whole programs, and each time wait until the lease of a job expires.
jest.setTimeout(180_000);
const PARTS = 6_000;

let instance: Instance<ShippedServer>;
let server: ShippedServer;
let source: TestWorkspace;
let archive: Uint8Array;
beforeAll(async () => {
  instance = await Instance.start(startShippedServer);
  ({ server } = instance);
  source = await server.workspace({ modules: ['inventory', 'spaces'] });
  const rows = Array.from({ length: PARTS }, (_, index) => `Part ${index},P-${index},bulk`);
  const content = ['name,ipn,tags', ...rows].join('\n');
  const { result } = await importFile(client(), { workspace: source, kind: 'inventory:part', file: { content } });
  expect(result).toMatchObject({ created: PARTS });
  const form = new FormData();
  form.set('file', new Blob(['Twelve volts at most.']), 'sheet.txt');
  await instance.upload(`${source.path}/files`, source.owner, form);
  archive = (await instance.exportArchive(source.path, source.owner)).bytes;
  // PostgreSQL does this automatically a minute after so many rows. The statistics know nothing about workspaces
  // that are created later.
  await server.database.pool.query('analyze record_inventory_part, record_change, record_reference, record_search');
});
afterAll(() => instance.close());

const client = () => server.as(source.owner);
const ended = ({ path }: TestWorkspace, id: string) => instance.awaitJob(path, source.owner, id);
const begun = ({ path }: TestWorkspace, id: string) =>
  until('the import has begun', async () => (await client().get<Job>(`${path}/jobs/${id}`)).body.progress.done > 0);
const addWorkspace = () => server.workspace({ modules: [], owner: source.owner });

async function importInto({ path }: TestWorkspace): Promise<string> {
  const { body } = await instance.sendArchive(path, source.owner, archive);
  return body.id;
}

/** The rows of a workspace, by table. */
async function stateOf({ id }: TestWorkspace): Promise<Readonly<Record<string, number>>> {
  const { rows } = await server.database.pool.query<Record<string, number>>(
    `select (select count(*)::int from record r where r.workspace_id = w.id) as records,
      (select count(*)::int from record_change h where h.workspace_id = w.id) as history,
      (select count(*)::int from record_search s where s.workspace_id = w.id) as search,
      (select count(*)::int from tag t where t.workspace_id = w.id) as tags,
      (select count(*)::int from file f where f.workspace_id = w.id) as files,
      (select count(*)::int from workspace_module m where m.workspace_id = w.id and m.enabled) as modules,
      (select count(*)::int from import_chunk c where c.workspace_id = w.id) as chunks
     from workspace w where id = $1`,
    [id],
  );
  return rows[0] ?? {};
}

describe('an archive import whose process is killed', () => {
  it('leaves nothing half done, and is completed by the next process', async () => {
    const target = await addWorkspace();
    const before = await stateOf(target);
    const id = await importInto(target);
    await begun(target, id);
    await server.kill();
    const left = await stateOf(target);
    expect(left['chunks']).toBeGreaterThan(0);
    expect({ ...left, chunks: 0 }).toEqual(before);

    await server.restart();
    expect(await ended(target, id)).toMatchObject({
      state: 'succeeded',
      progress: { done: 2 * PARTS, total: 2 * PARTS },
      result: { records: PARTS, history: PARTS, files: 1 },
      attempts: 0,
    });
    const state = { records: PARTS, history: PARTS, search: PARTS, tags: 1, files: 1, chunks: 0 };
    expect(await stateOf(target)).toMatchObject(state);
    expect(await readdir(join(server.dataDir, 'files', 'incoming'))).toEqual([]);
  });

  it('can be cancelled by the next process, which leaves the workspace empty', async () => {
    const target = await addWorkspace();
    const before = await stateOf(target);
    const id = await importInto(target);
    await begun(target, id);
    await server.kill();

    await server.restart();
    expect((await client().delete(`${target.path}/jobs/${id}`)).status).toBe(204);
    expect(await ended(target, id)).toMatchObject({ state: 'cancelled', result: null });
    // The parts of a cancelled import are deleted a day later.
    expect({ ...(await stateOf(target)), chunks: 0 }).toEqual(before);
  });
});

describe('an archive import beside other workspaces', () => {
  const looks = async () => {
    const { rows: sessions } = await server.database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    // Sessions report what they have read at some time, and at the latest when they end.
    await server.restart();
    await until('the sessions of the program have ended', async () => {
      const { rowCount } = await server.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and pid = any($1::int[])`,
        [sessions.map(({ pid }) => pid)],
      );
      return rowCount === 0;
    });
    const { rows } = await server.database.pool.query<{ read: number }>(
      `select sum(idx_tup_read)::float8 as read from pg_stat_user_indexes where relname = 'record_inventory_part'`,
    );
    return rows[0]?.read ?? 0;
  };

  it('reads each record a few times, not once for every other record', async () => {
    const second = await addWorkspace();
    const before = await looks();
    expect(await ended(second, await importInto(second))).toMatchObject({ state: 'succeeded' });
    expect((await looks()) - before).toBeLessThan(100 * PARTS);
  });
});
