import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defineKind } from '@cubit/core';
import { type memoryFiles, type TestServer, type TestWorkspace } from '@cubit/testing';
import { good, group, store } from '../../fixtures/store.module.js';
import { startImportServer } from '../../fixtures/import-server.js';
import { untilEnded } from '../../fixtures/until-ended.js';

const lenientGood = defineKind({ ...good, importing: { fallbacks: { name: ['code'] } } });
let server: TestServer;
let files: ReturnType<typeof memoryFiles>;
let workspace: TestWorkspace;
let goods: string;

beforeAll(async () => {
  ({ server, files } = await startImportServer({ ...store, kinds: [group, lenientGood] }));
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
    await owner().post<{ reading: string; key: string | null; columns: readonly object[] }>(
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

describe('a column', () => {
  const query = { mapping: 'auto' };
  const failed = async (file: string, more: Query = {}) => {
    const reply = await send(file, { query: { ...query, ...more } });
    const job = await untilEnded(owner(), `${workspace.path}/jobs/${reply.body.id}`);
    return { state: job.state, error: job.error };
  };
  const AMBIGUOUS = 'name,bought on,qty\nA,09-01-2025,1\nB,10-12-2024,2\n';

  it('of dates and numbers is read as all of its cells together say', async () => {
    const rows = Array.from({ length: 1_000 }, (_, row) => `Row ${row};09-01-2025;1.000`);
    const result = await take(['name;bought on;qty', ...rows, 'Last;25-12-2024;1.234,5'].join('\n'), { query });
    expect(result).toMatchObject({
      ...{ created: 1_001, rejected: 0, warnings: { count: 0 } },
      columns: [
        { column: 'bought on', field: 'bought_on', parameter: 'dates', value: 'dmy' },
        { column: 'qty', field: 'qty', parameter: 'decimal', value: ',' },
      ],
    });
    expect(await fieldsOf('name == "Row 0" || name == "Last"')).toMatchObject([
      { bought_on: '2025-01-09', qty: 1_000 },
      { bought_on: '2024-12-25', qty: 1234.5 },
    ]);
  });

  it('that fits two readings imports nothing until one is named', async () => {
    const { state, error } = await failed(AMBIGUOUS);
    expect([state, error?.code]).toEqual(['failed', 'ambiguous_column']);
    expect(error?.message).toContain('2025-01-09 with `dates=dmy`, or 2025-09-01 with `dates=mdy`');
    expect(await fieldsOf()).toEqual([]);
    expect(await take(AMBIGUOUS, { query: { ...query, dates: 'mdy' } })).toMatchObject({ created: 2 });
    expect(await fieldsOf()).toMatchObject([{ bought_on: '2025-09-01' }, { bought_on: '2024-10-12' }]);
    const number = await failed('name;qty\nA;2,000\n');
    expect(number.error).toMatchObject({
      code: 'ambiguous_column',
      message: expect.stringContaining('2000 with `decimal=.`, or 2 with `decimal=,`'),
    });
  });

  it('that fits two readings shows both in the preview and in a dry run', async () => {
    const readings = [
      { value: 'dmy', first: '2025-01-09', row: 1 },
      { value: 'mdy', first: '2025-09-01', row: 1 },
    ];
    const { columns } = await preview(AMBIGUOUS);
    expect(columns[1]).toMatchObject({ name: 'bought on', choice: { parameter: 'dates', value: null, readings } });
    expect((await preview(AMBIGUOUS, { dates: 'dmy' })).columns[1]).toMatchObject({ choice: null });
    const rehearsal = await take(AMBIGUOUS, { query: { ...query, dry_run: 'true' } });
    expect(rehearsal).toMatchObject({ created: 2, columns: [{ column: 'bought on', value: null, readings }] });
  });

  it('of dates in both orders is refused as a whole', async () => {
    const { state, error } = await failed('name,seen at\nA,25/11/2020 14:30\nB,11/25/2020 2:30 PM\n');
    expect([state, error?.code]).toEqual(['failed', 'ambiguous_column']);
    expect(error?.message).toContain("'25/11/2020 14:30' in row 1 (dmy), '11/25/2020 2:30 PM' in row 2 (mdy)");
    expect(await fieldsOf()).toEqual([]);
  });

  it('of numbers in both styles loses the rows that could be misread, and no other', async () => {
    const result = await take('name;qty\nA;1,5\nB;2.5\nC;1.234\nD;3\n', { query });
    expect(result).toMatchObject({ created: 2, rejected: 2 });
    expect(await fieldsOf()).toMatchObject([
      { name: 'B', qty: 2.5 },
      { name: 'D', qty: 3 },
    ]);
  });

  it('that two values share, as its name says, gives the first one', async () => {
    const file = 'name,Boxes\\Pallets\nA,5\\10\n';
    const mapping = JSON.stringify({ name: 'name', 'Boxes\\Pallets': 'boxes' });
    const { warnings } = await take(file, { query: { mapping } });
    expect(await fieldsOf()).toMatchObject([{ boxes: 5 }]);
    expect(warnings.first).toEqual([{ row: 1, field: 'boxes', message: "'5\\10' was read as '5'." }]);
  });

  it('of JSON has decimal points, and dates in one order', async () => {
    const file = JSON.stringify([
      { name: 'A', qty: '1.234', bought_on: '09/01/2025' },
      { name: 'B', qty: 2, bought_on: '25/12/2024' },
    ]);
    expect(await take(file, { type: 'application/json' })).toMatchObject({ created: 2 });
    expect(await fieldsOf()).toMatchObject([{ qty: 1.234, bought_on: '2025-01-09' }, { bought_on: '2024-12-25' }]);
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
