import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defineKind } from '@cubit/core';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { createTestServer, memoryFiles, type TestServer, type TestWorkspace } from '@cubit/testing';
import { good, group, store } from '../../fixtures/store.module.js';
import { untilEnded } from '../../fixtures/until-ended.js';
import { transferCapability } from '../transfer-capability.js';

const MAX_BYTES = 3 * 1024 * 1024;
const files = memoryFiles();
const lenientGood = defineKind({ ...good, importing: { fallbacks: { name: ['code'] } } });
let server: TestServer;
let workspace: TestWorkspace;
let goods: string;

beforeAll(async () => {
  server = await createTestServer({
    modules: [{ ...store, kinds: [group, lenientGood] }],
    capabilities: ({ connection, log }) => {
      const queue = createWakeQueue({ connection, log });
      const jobs = jobsCapability({ queue, roles: ['api', 'worker'], graceMs: 1_000 });
      return [jobs, files, transferCapability({ jobs: jobs.jobs, maxBytes: MAX_BYTES, archiveMaxBytes: MAX_BYTES })];
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  workspace = await server.workspace();
  goods = `${workspace.path}/modules/store/records/good`;
});

type Query = Readonly<Record<string, string>>;
interface Sent {
  readonly query?: Query;
  readonly type?: string;
}
const owner = () => server.as(workspace.owner);
const send = (file: string | Uint8Array, { query = {}, type = 'text/csv' }: Sent = {}) =>
  owner().post<{ id: string; error: { code: string; message: string; details: { code: string; message: string }[] } }>(
    `${goods}/import?${new URLSearchParams(query)}`,
    file,
    { headers: { 'content-type': type } },
  );
async function take(file: string | Uint8Array, sent: Sent = {}) {
  const reply = await send(file, sent);
  expect(reply).toMatchObject({ status: 202 });
  return (await untilEnded(owner(), `${workspace.path}/jobs/${reply.body.id}`)).result;
}
const reasonsOf = ({ rejects }: { readonly rejects: string | null }) =>
  Buffer.from(files.get(rejects ?? '')?.content ?? []).toString();
const preview = async (file: string, query: Query = {}) =>
  (
    await owner().post<{ reading: string; key: string | null }>(
      `${goods}/import/preview?${new URLSearchParams(query)}`,
      file,
      { headers: { 'content-type': 'text/csv' } },
    )
  ).body;
async function fieldsOf(filter = '') {
  const { body } = await owner().get<{ data: readonly { fields: Readonly<Record<string, unknown>> }[] }>(
    `${goods}?sort=created_at&filter=${encodeURIComponent(filter)}`,
  );
  return body.data.map(({ fields }) => fields);
}

describe('a file', () => {
  const ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

  it('is read exactly where it has ids, or room for them, and only columns of an export', async () => {
    expect(await preview(`id,name,qty\n${ID},Bolt,1\n`)).toMatchObject({ reading: 'exact', key: 'id' });
    expect(await preview('id,name,group.key,title,version\n,Bolt,,,\n')).toMatchObject({ reading: 'exact' });
    expect(await preview('name,qty\nBolt,1\n')).toMatchObject({ reading: 'foreign' });
    expect(await preview(`id,name,colour\n${ID},Bolt,red\n`)).toMatchObject({ reading: 'foreign' });
    expect(await preview('id,name\n17,Bolt\n')).toMatchObject({ reading: 'foreign' });
    expect(await preview(`id,name\n${ID},Bolt\n`, { reading: 'foreign' })).toMatchObject({ reading: 'foreign' });
    expect((await send('name\nBolt\n', { query: { reading: 'loose' } })).status).toBe(400);
  });

  it('that is read exactly keeps words that mean nothing elsewhere, spaces and line breaks', async () => {
    const file = 'id,name,code,notes,tags\n,n/a," null ","a\n\n b","x, y"\n';
    expect(await take(file)).toMatchObject({ created: 1, reading: 'exact', warnings: { count: 0 } });
    expect(await fieldsOf()).toMatchObject([{ name: 'n/a', code: ' null ', notes: 'a\n\n b' }]);
    const { body } = await owner().get<{ data: readonly { tags: readonly string[] }[] }>(goods);
    expect(body.data[0]?.tags).toEqual(['x, y']);
  });

  it.each([
    ['bought_on', '31.01.2026', '2026-01-31'],
    ['seen_at', '2026-01-31 12:00:00', '2026-01-31T12:00:00.000Z'],
    ['qty', '"1.234,5"', 1234.5],
    ['price', '€2.50', { amount: '2.50', currency: 'EUR' }],
    ['fragile', 'yes', true],
  ])(
    'that a spreadsheet has changed rejects %s %s, and names the reading that takes it',
    async (field, cell, value) => {
      const file = `id,name,${field}\n,Bolt,${cell}\n`;
      const refused = await take(file);
      expect(refused).toMatchObject({ created: 0, rejected: 1 });
      expect(reasonsOf(refused)).toContain('reading=foreign');
      expect(await take(file, { query: { reading: 'foreign' } })).toMatchObject({ created: 1, rejected: 0 });
      expect(await fieldsOf()).toMatchObject([{ [field]: value }]);
    },
  );

  it('that is read exactly has the decimal separator that the request names', async () => {
    expect(await take('id;name;qty\n;Bolt;1,5\n', { query: { decimal: ',' } })).toMatchObject({ created: 1 });
    expect(await fieldsOf()).toMatchObject([{ qty: 1.5 }]);
  });
});

describe('a row of another program', () => {
  const query = { key: 'code', mapping: 'auto' };

  it('gives a new record the values that it falls back to, and never changes a record by them', async () => {
    expect(await take('code,name,notes\nB-1,Bolt,old\nB-2,,\n', { query })).toMatchObject({ created: 2 });
    expect(await fieldsOf()).toMatchObject([{ name: 'Bolt' }, { name: 'B-2' }]);
    expect(await take('code,notes\nB-1,new\n', { query })).toMatchObject({ updated: 1 });
    expect(await fieldsOf('code == "B-1"')).toMatchObject([{ name: 'Bolt', notes: 'new' }]);
  });

  it.each(['', 'n/a', '-'])('is rejected where it empties a required field with %p', async (cell) => {
    await take('code,name\nB-1,Bolt\nB-2,Nut\n', { query });
    const result = await take(`code,name,qty\nB-1,${cell},3\nB-2,Nut,4\n`, { query });
    expect(result).toMatchObject({ updated: 1, rejected: 1 });
    expect(reasonsOf(result)).toContain('name: is required.');
    expect(await fieldsOf()).toMatchObject([{ name: 'Bolt' }, { name: 'Nut', qty: 4 }]);
  });

  it('is unchanged where it says what the record has', async () => {
    const file = 'code,name,qty,price,seen_at\nB-1,Bolt,1.50,2.50 EUR,2026-01-31 12:00\n';
    await take(file, { query });
    expect(await take(file, { query })).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
  });

  it('moves no record to another state, and says which it keeps', async () => {
    const warned = async (state: string) => {
      const { warnings, ...counts } = await take(`code,name,state\nB-1,Bolt,${state}\n`, { query });
      return { ...counts, messages: warnings.first.map(({ message }) => message) };
    };
    const starts = "'used' cannot be imported; the record starts as 'new'.";
    expect(await warned('used')).toMatchObject({ created: 1, messages: [starts] });
    expect(await warned('new')).toMatchObject({ unchanged: 1, messages: [] });
    const stays = "'gone' cannot be imported; the record stays 'new'.";
    expect(await warned('gone')).toMatchObject({ unchanged: 1, messages: [stays] });
  });
});

describe('the encoding', () => {
  it('of a file that is UTF-8 but for some bytes is refused, with the place', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `Größe ${row}`);
    const file = Buffer.from(['name', ...rows, 'Maß # 1', 'Ende', ''].join('\n'));
    file[file.indexOf('#')] = 0xfc;
    const reply = await send(file);
    expect(reply).toMatchObject({ status: 422, body: { error: { details: [{ code: 'encoding' }] } } });
    expect(reply.body.error.message).toContain('Line 3002, character 5 is not UTF-8');
    expect(await take(file, { query: { encoding: 'windows-1252', dry_run: 'true' } })).toMatchObject({
      encoding: 'windows-1252',
    });
  });

  it('that is none of Unicode stands in the result', async () => {
    const result = await take(Buffer.from('name\nMüller\n', 'latin1'));
    expect(result).toMatchObject({ created: 1, encoding: 'windows-1252' });
    expect(await fieldsOf()).toMatchObject([{ name: 'Müller' }]);
  });

  it('of JSON is UTF-8', async () => {
    for (const [type, text] of [
      ['application/json', '[{"name":"Müller"}]'],
      ['application/x-ndjson', '{"name":"Müller"}\n'],
    ] as const) {
      const reply = await send(Buffer.from(text, 'latin1'), { type });
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_json' } } });
      expect(reply.body.error.message).toContain('line 1, character ');
    }
  });

  it('of XML is the one that the document declares', async () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><goods><good><name>Müller</name></good><good><name>Ö</name></good></goods>';
    const result = await take(Buffer.from(text, 'latin1'), { type: 'application/xml', query: { mapping: 'auto' } });
    expect(result).toMatchObject({ created: 2, encoding: 'windows-1252' });
    expect(await fieldsOf()).toMatchObject([{ name: 'Müller' }, { name: 'Ö' }]);
  });
});
