import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notFound } from '@cubit/core';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { createTestServer, recordStatements, type TestServer, type TestWorkspace } from '@cubit/testing';
import { parse } from 'csv-parse/sync';
import { store } from '../../fixtures/store.module.js';
import { transferCapability } from '../transfer-capability.js';
import { EXPORT_PAGE } from './record-stream.js';

let server: TestServer;
let workspace: TestWorkspace;
const MAX_BYTES = 1024 ** 2;
let goods: string;
let groups: string;

beforeAll(async () => {
  server = await createTestServer({
    modules: [store],
    capabilities: ({ connection, log }) => [
      transferCapability({
        jobs: jobsCapability({ queue: createWakeQueue({ connection, log }), roles: ['api'] }).jobs,
        maxBytes: MAX_BYTES,
        archiveMaxBytes: MAX_BYTES,
        readView: (_services, _request, viewId) =>
          viewId === VIEW
            ? Promise.resolve({ kind: 'store:good', filter: 'qty > 5', sort: '-name', fields: ['name', 'qty'] })
            : Promise.reject(notFound('View')),
      }),
    ],
  });
});
afterAll(() => server.close());

const VIEW = '0190a6e2-7c1d-7b3a-9f00-0000000000aa';

async function begin() {
  workspace = await server.workspace();
  goods = `${workspace.path}/modules/store/records/good`;
  groups = `${workspace.path}/modules/store/records/group`;
}
const owner = () => server.as(workspace.owner);
async function add(path: string, fields: object, tags?: readonly string[]): Promise<string> {
  const reply = await owner().post<{ id: string }>(path, { fields, ...(tags ? { tags } : {}) });
  expect(reply.status).toBe(201);
  return reply.body.id;
}
const rowsOf = (text: string) => parse(text, { columns: true }) as unknown as readonly Record<string, string>[];

describe('an export', () => {
  beforeAll(begin);

  it('has a column per field, and a column with the readable key next to each reference', async () => {
    const root = await add(groups, { name: 'Resistors' });
    const smd = await add(groups, { name: 'SMD/THT', parent: root });
    const id = await add(
      goods,
      {
        name: 'R "1k", 5 %',
        code: '=1+1',
        group: smd,
        related: [root, smd],
        keeper: workspace.owner.id,
        price: { amount: '12.3400', currency: 'EUR' },
        qty: 0.5,
        fragile: true,
        sizes: [1, 2],
      },
      ['a;b', 'smd'],
    );
    const reply = await owner().get(`${goods}/export`);

    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8; header=present' },
    });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+-good-\d{4}-\d\d-\d\d\.csv"$/);
    expect(rowsOf(reply.text)).toEqual([
      expect.objectContaining({
        id,
        name: 'R "1k", 5 %',
        code: "'=1+1",
        group: smd,
        'group.key': 'Resistors/SMD\\/THT',
        related: `${root}; ${smd}`,
        'related.key': 'Resistors; Resistors/SMD\\\\/THT',
        'keeper.key': workspace.owner.email,
        price: '12.3400 EUR',
        qty: '0.5',
        fragile: 'true',
        sizes: '[1,2]',
        notes: '',
        tags: 'a\\;b; smd',
        version: '1',
      }),
    ]);
  });

  it('is JSON in the format of the API, with readable keys', async () => {
    const [array, lines] = await Promise.all([
      owner().get<readonly { fields: { name: string }; keys: object }[]>(`${goods}/export?format=json`),
      owner().get(`${goods}/export?format=ndjson`),
    ]);

    expect(array.body).toMatchObject([
      {
        kind: 'store:good',
        tags: ['a;b', 'smd'],
        fields: { sizes: [1, 2] },
        keys: { group: 'Resistors/SMD\\/THT', keeper: workspace.owner.email },
      },
    ]);
    expect(lines.headers['content-type']).toBe('application/x-ndjson');
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(array.body);
  });

  it('of nothing is an empty file of its format', async () => {
    const none = `${goods}/export?filter=${encodeURIComponent('name == "nobody"')}`;
    expect((await owner().get(`${none}&format=json`)).body).toEqual([]);
    expect((await owner().get(`${none}&format=ndjson`)).text).toBe('');
    expect((await owner().get(none)).text.split('\r\n')).toHaveLength(2);
  });

  it('reports a fault of the filter before it starts, and requires membership', async () => {
    const stranger = await server.register();
    expect(await owner().get(`${goods}/export?filter=nonsense`)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_filter' } },
    });
    expect(await owner().get(`${goods}/export?format=xls`)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_query' } },
    });
    expect((await server.as(stranger).get(`${goods}/export`)).status).toBe(404);
    expect((await server.as(await workspace.viewer()).get(`${goods}/export`)).status).toBe(200);
  });
});

describe('a long export', () => {
  const COUNT = EXPORT_PAGE * 2 + 100;

  beforeAll(async () => {
    await begin();
    const operations = Array.from({ length: COUNT }, (_, index) => ({
      op: 'create',
      fields: { name: `Good ${index}`, qty: index % 10 },
    }));
    for (let from = 0; from < COUNT; from += 1_000)
      await owner().post(`${goods}/batch`, { operations: operations.slice(from, from + 1_000) });
  });

  it('contains every record once, in one order, with one statement per page', async () => {
    let text = '';
    const statements = await recordStatements(server.database, async () => {
      ({ text } = await owner().get(`${goods}/export`));
    });
    const rows = rowsOf(text);
    const pages = statements.filter((statement) => statement.includes('record_store_good'));
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted());
    expect(new Set(rows.map(({ name }) => name)).size).toBe(COUNT);
    expect(pages).toHaveLength(3);
  });

  it('follows a view: its filter, its sort and its fields', async () => {
    const rows = rowsOf((await owner().get(`${goods}/export?view=${VIEW}`)).text);
    expect(rows).toHaveLength(COUNT * 0.4);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'id',
      'name',
      'qty',
      'tags',
      'version',
      'created_at',
      'updated_at',
      'created_by',
    ]);
    const numbers = rows.map(({ name = '' }) => Number(name.replace('Good ', '')));
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect((await owner().get(`${goods}/export?view=${VIEW.replace('aa', 'bb')}`)).status).toBe(404);
    expect((await owner().get(`${groups}/export?view=${VIEW}`)).status).toBe(400);
  });
});

describe('an export of the audit log', () => {
  it('is a file of its entries, for admins only', async () => {
    await begin();
    const path = `${workspace.path}/audit-log/export`;
    const [entry] = rowsOf((await owner().get(`${path}?action=workspace.created`)).text);
    expect(entry).toMatchObject({ action: 'workspace.created', user_id: workspace.owner.id, address: '127.0.0.1' });
    const { text } = await owner().get(`${path}?format=ndjson`);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { action: string }).action),
    ).toContain('workspace.created');
    expect((await server.as(await workspace.member()).get(path)).status).toBe(403);
  });
});

describe('an export of the history', () => {
  it('contains changes with their authors, ordered per record, filtered by the request', async () => {
    await begin();
    const member = await workspace.member();
    const bolt = await add(goods, { name: 'Bolt', code: '=1+1' });
    const nut = await add(goods, { name: 'Nut' }, ['M3']);
    await server.as(member).patch(`${goods}/${bolt}`, { fields: { name: 'Bolt M3', code: null } });
    await owner().delete(`${goods}/${nut}`);
    const path = `${workspace.path}/history/export`;
    const read = async (query = '') => rowsOf((await owner().get(`${path}?${query}`)).text);
    const visible = (rows: readonly Record<string, string>[]) =>
      rows.map(({ title, version, operation, path: at, from, to }) =>
        [title, version, operation, at, from, to].join(' '),
      );

    expect(visible(await read(`record_id=${bolt}&operation=update`))).toEqual([
      "Bolt M3 2 update /fields/code '=1+1 ",
      'Bolt M3 2 update /fields/name Bolt Bolt M3',
      'Bolt M3 2 update /fields/length 4 7',
    ]);
    expect(visible(await read(`kind=store:good&path=/tags`))).toEqual(['Nut 1 create /tags [] ["M3"]']);
    const hers = await read(`user_id=${member.id}&path=/fields/name`);
    expect(hers.map(({ record_id: id, user_name: name }) => [id, name])).toEqual([
      [bolt, expect.stringContaining('User')],
    ]);
    expect(visible(await read(`record_id=${nut}&operation=delete`))).toEqual([
      expect.stringMatching(/^Nut 2 delete \/deleted_at {2}2/),
    ]);
    expect(await read('before=2000-01-01T00:00:00Z')).toEqual([]);
    const { text } = await owner().get(`${path}?format=ndjson&record_id=${bolt}`);
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { kind: 'store:good', version: 1, operation: 'create' },
      { kind: 'store:good', version: 2, operation: 'update', actor: { id: member.id } },
    ]);
    expect((await server.as(await workspace.viewer()).get(path)).status).toBe(200);
    expect((await server.as(await server.register()).get(path)).status).toBe(404);
    expect((await owner().get(`${path}?kind=store:nothing`)).status).toBe(400);
  });

  it('contains every change once, for any number of pages', async () => {
    await begin();
    const operations = Array.from({ length: 1_000 }, (_, index) => ({ op: 'create', fields: { name: `N${index}` } }));
    await owner().post(`${goods}/batch`, { operations });
    await owner().post(`${goods}/batch`, { operations: operations.slice(0, 200) });
    const { text } = await owner().get(`${workspace.path}/history/export?format=ndjson`);
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { record_id: string }).record_id);
    expect([ids.length, new Set(ids).size]).toEqual([1_200, 1_200]);
  });
});
