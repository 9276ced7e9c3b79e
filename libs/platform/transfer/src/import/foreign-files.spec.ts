import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type memoryFiles, recordAllTurns, type TestServer, type TestWorkspace } from '@cubit/testing';
import { depot } from '../../fixtures/depot.module.js';
import { startImportServer } from '../../fixtures/import-server.js';
import { untilEnded } from '../../fixtures/until-ended.js';
import { BATCH_ROWS } from './batches.js';

let server: TestServer;
let files: ReturnType<typeof memoryFiles>;
let workspace: TestWorkspace;

beforeAll(async () => {
  ({ server, files } = await startImportServer(depot));
});
afterAll(() => server.close());
beforeEach(async () => {
  workspace = await server.workspace();
});

const owner = () => server.as(workspace.owner);
const pathOf = (kind: string) => `${workspace.path}/modules/depot/records/${kind}`;
async function take(kind: string, file: string, query: Readonly<Record<string, string>> = {}) {
  const path = `${pathOf(kind)}/import?${new URLSearchParams(query)}`;
  const reply = await owner().post<{ id: string }>(path, file, { headers: { 'content-type': 'text/csv' } });
  expect(reply.status).toBe(202);
  return (await untilEnded(owner(), `${workspace.path}/jobs/${reply.body.id}`)).result;
}
async function titlesOf(kind: string) {
  const { body } = await owner().get<{ data: readonly { title: string }[] }>(`${pathOf(kind)}?limit=200`);
  return body.data.map(({ title }) => title).toSorted();
}
const ALL = { mapping: 'auto', key: 'id', create_missing: 'shelf,maker' };
const fileOf = (from: number, rows: number) =>
  [
    'id,name,shelf,brand,quantity',
    ...Array.from({ length: rows }, (_, index) => {
      const at = from + index;
      return `${at},T${at},Hall ${at}/Rack,Maker ${at},2`;
    }),
  ].join('\n');

describe('rows that describe several records', () => {
  it('take a number of statements that grows with batches, not with rows', async () => {
    const count = async (file: string) => {
      const turns = await recordAllTurns(server.database, () => take('thing', file, ALL));
      const ofTheJob = turns.filter((turn) => turn.some((text) => /record_depot|import_foreign_id/.test(text))).flat();
      return ofTheJob.filter((text) => /record_depot|savepoint|record_history|import_foreign_id/.test(text)).length;
    };
    const [small, large] = [await count(fileOf(0, 10)), await count(fileOf(10, BATCH_ROWS))];
    expect(large).toBe(small);
    expect(large).toBeGreaterThan(10);
  });

  it('create each missing record once, whatever its case, and a path with all that is above it', async () => {
    const file = 'name,shelf,brand\nA,Hall / Rack 1,ACME\nB,Hall/Rack 2,Acme\nC,Hall,\n';
    const { created, rejected } = await take('thing', file, { mapping: 'auto', create_missing: 'shelf,maker' });
    expect([created, rejected]).toEqual([3, 0]);
    expect(await titlesOf('shelf')).toEqual(['Hall', 'Rack 1', 'Rack 2']);
    const again = await take('thing', 'name,brand\nD,acme.\n', { mapping: 'auto', create_missing: 'maker' });
    expect([again.created, await titlesOf('maker')]).toEqual([1, ['ACME']]);
  });

  it('are refused as a whole if one of their records is', async () => {
    const { created, rejected, rejects } = await take('thing', 'name,quantity\nA,0.5\nB,3\nC,\n', { mapping: 'auto' });
    expect([created, rejected]).toEqual([2, 1]);
    expect(await titlesOf('thing')).toEqual(['B', 'C']);
    expect(await titlesOf('lot')).toEqual(['3']);
    expect(Buffer.from(files.get(rejects ?? '')?.content ?? []).toString()).toContain('lot/qty: ');
  });

  it('are found again by the id of the other system, and their details are not written twice', async () => {
    await take('thing', fileOf(0, 3), ALL);
    expect(await take('thing', fileOf(0, 3).replace('T1', 'Renamed'), ALL)).toMatchObject({
      ...{ created: 0, updated: 1, unchanged: 2 },
    });
    expect(await titlesOf('thing')).toEqual(['Renamed', 'T0', 'T2']);
    expect(await titlesOf('lot')).toEqual(['2', '2', '2']);
    expect(await take('thing', fileOf(0, 3), { ...ALL, source: 'other' })).toMatchObject({ created: 3, updated: 0 });
  });

  it('leave nothing in a dry run, not even ids of the other system', async () => {
    expect(await take('thing', fileOf(0, 3), { ...ALL, dry_run: 'true' })).toMatchObject({ created: 3 });
    expect([await titlesOf('thing'), await titlesOf('shelf'), await titlesOf('lot')]).toEqual([[], [], []]);
    expect(await take('thing', fileOf(0, 3), ALL)).toMatchObject({ created: 3, updated: 0 });
  });
});

describe('a path column', () => {
  it('makes the tree, in any order of rows, and again changes nothing', async () => {
    const file = 'path\nHall/Rack/Box\nHall\nHall/Rack\n';
    expect(await take('shelf', file, { mapping: 'auto' })).toMatchObject({ created: 3, rejected: 0 });
    expect(await take('shelf', file, { mapping: 'auto' })).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect(await take('shelf', 'path\nYard/Heap/Pile\n', { mapping: 'auto' })).toMatchObject({ created: 1 });
    expect(await titlesOf('shelf')).toEqual(['Box', 'Hall', 'Heap', 'Pile', 'Rack', 'Yard']);
  });
});
