import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type memoryFiles, recordAllTurns, type TestServer, type TestWorkspace } from '@cubit/testing';
import { store } from '../../fixtures/store.module.js';
import { MAX_BYTES, startImportServer } from '../../fixtures/import-server.js';
import { untilEnded, type EndedJob } from '../../fixtures/until-ended.js';
import { BATCH_ROWS } from './batches.js';

let server: TestServer;
let files: ReturnType<typeof memoryFiles>;
let workspace: TestWorkspace;
let goods: string;
let groups: string;

beforeAll(async () => {
  ({ server, files } = await startImportServer(store));
});
afterAll(() => server.close());
beforeEach(async () => {
  workspace = await server.workspace();
  goods = `${workspace.path}/modules/store/records/good`;
  groups = `${workspace.path}/modules/store/records/group`;
});

const owner = () => server.as(workspace.owner);
const CSV = 'text/csv';
const send = (path: string, file: string | Uint8Array, query: Record<string, string> = {}, type = CSV) =>
  owner().post<{ id: string; error: { code: string; message: string; details?: { path: string; message: string }[] } }>(
    `${path}/import?${new URLSearchParams(query).toString()}`,
    file,
    { headers: { 'content-type': type } },
  );
async function take(
  path: string,
  file: string | Uint8Array,
  query: Record<string, string> = {},
  type = CSV,
): Promise<EndedJob> {
  const reply = await send(path, file, query, type);
  expect(reply).toMatchObject({ status: 202, headers: { location: `${workspace.path}/jobs/${reply.body.id}` } });
  return untilEnded(owner(), `${workspace.path}/jobs/${reply.body.id}`);
}
interface Row {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}
const rowsOf = async (path: string, query = '') =>
  (await owner().get<{ data: readonly Row[] }>(`${path}?limit=200${query}`)).body.data;
const fieldsOf = async (path: string) => (await rowsOf(path)).map(({ fields }) => fields);
const eventsOf = async (name: string) => {
  const { rows } = await server.database.pool.query(
    'select 1 from event e join workspace w on w.id = e.workspace_id where w.slug = $1 and e.name = $2',
    [workspace.slug, name],
  );
  return rows.length;
};
const rejectsOf = ({ result }: EndedJob) => Buffer.from(files.get(result.rejects ?? '')?.content ?? []).toString();

describe('an import', () => {
  it('creates a record for each row, with its event, history and references', async () => {
    await take(groups, 'name,parent\nResistors,\nSMD,Resistors\n');
    const job = await take(
      goods,
      'name;code;group;qty;price;fragile;tags\nR1;R-1;Resistors/SMD;2,5;;;\nR2;R-2;SMD;2.5;12.50 eur;yes;smd; new\n',
      { separator: ';' },
    );

    expect(job).toMatchObject({
      state: 'succeeded',
      progress: { done: 2, total: 2 },
      result: { created: 0, updated: 0, rejected: 2 },
    });
    const again = await take(
      goods,
      'name;code;group;qty;price;fragile;tags\nR2;R-2;SMD;2.5;12.50 eur;yes;"smd; new"\n',
    );
    expect(again.result).toMatchObject({ created: 1, updated: 0, rejected: 0, rejects: null });
    const [smd] = (await rowsOf(groups, '&filter=name=="SMD"')).map(({ id }) => id);
    const [made] = await rowsOf(goods);
    expect(made).toMatchObject({
      fields: {
        name: 'R2',
        code: 'R-2',
        group: smd,
        qty: 2.5,
        price: { amount: '12.50', currency: 'EUR' },
        fragile: true,
        state: 'new',
        length: 2,
      },
      tags: ['smd', 'new'],
    });
    expect(await eventsOf('store.good.created')).toBe(1);
    const history = await owner().get<{ data: object[] }>(`${goods}/${made?.id ?? ''}/history`);
    expect(history.body.data).toMatchObject([
      { version: 1, operation: 'create', actor: { type: 'user', id: workspace.owner.id } },
    ]);
    expect((await owner().delete(`${groups}/${smd ?? ''}`)).status).toBe(409);
  });

  it('updates records that match its key, and creates the others', async () => {
    await take(goods, 'name,code,notes\nA,1,old\nB,2,old\n');
    const job = await take(goods, 'name,code,notes\nA2,1,\nC,3,new\nC2,3,newer\n', { key: 'code' });

    expect(job.result).toMatchObject({ created: 1, updated: 2, rejected: 0 });
    expect(await fieldsOf(goods)).toEqual([
      { name: 'A2', code: '1', state: 'new', length: 2 },
      { name: 'B', code: '2', notes: 'old', state: 'new', length: 1 },
      { name: 'C2', code: '3', notes: 'newer', state: 'new', length: 2 },
    ]);
    expect(await eventsOf('store.good.updated')).toBe(2);
  });

  it('applies the given mapping, and ignores other columns', async () => {
    const file = 'Bezeichnung,Nr.,Kommentar\nSchraube,7,egal\n';
    expect(await send(goods, file)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed', details: [{ path: '/columns/0', code: 'unknown' }, {}, {}] } },
    });
    await take(goods, file, { mapping: JSON.stringify({ Bezeichnung: 'name', 'Nr.': 'code', Kommentar: null }) });
    expect(await fieldsOf(goods)).toEqual([{ name: 'Schraube', code: '7', state: 'new', length: 8 }]);
    for (const [mapping, code] of [
      ['{', 400],
      ['{"Nope":"name"}', 400],
      ['{"Nr.":"nothing"}', 400],
      ['{"Nr.":"length"}', 400],
      ['{"Nr.":"name","Kommentar":"name"}', 400],
      ['{"Nr.":"code"}', 422],
    ] as const)
      expect([mapping, (await send(goods, file, { mapping })).status]).toEqual([mapping, code]);
  });

  it('proposes a mapping', async () => {
    const preview = await owner().post(`${goods}/import/preview`, 'Name;Seen at;Group.Key;Whatever\nx;;Metal;1\n', {
      headers: { 'content-type': CSV },
    });
    expect(preview).toMatchObject({
      status: 200,
      body: {
        format: 'csv',
        separator: ';',
        encoding: 'utf-8',
        mapping: { Name: 'name', 'Seen at': 'seen_at', 'Group.Key': 'group.key' },
        columns: [{ name: 'Name', field: 'name', samples: ['x'] }, {}, {}, { name: 'Whatever', field: null }],
        key: null,
      },
    });
  });

  it('proposes a mapping for column names of other programs, and none for their ids', async () => {
    const columns = ['id', 'Good (Name)', 'boxes count', 'Group Name', 'group_id', 'Seen', 'Stock quantity'];
    const file = `${columns.join(',')}\n17,Bolt,2,Metal,3,,1\n`;
    const { body } = await owner().post<{ mapping: object; key: string | null }>(`${goods}/import/preview`, file, {
      headers: { 'content-type': CSV },
    });
    expect([body.mapping, body.key]).toEqual([{ 'Good (Name)': 'name', 'Group Name': 'group' }, null]);
    const own = `id,name\n${randomUUID()},Bolt\n`;
    const known = await owner().post(`${goods}/import/preview`, own, { headers: { 'content-type': CSV } });
    expect(known.body).toMatchObject({ mapping: { id: 'id', name: 'name' }, key: 'id' });
  });

  it('proposes a complete mapping for records in the format of the API', async () => {
    const root = (await owner().post<{ id: string }>(groups, { fields: { name: 'Answered' } })).body.id;
    const made = await owner().post(goods, { fields: { name: 'As answered', group: root, qty: 2 }, tags: ['kept'] });
    const headers = { 'content-type': 'application/json' };
    const file = JSON.stringify([{ ...(made.body as object), id: undefined, keys: { group: 'Answered' } }]);
    const { body } = await owner().post<{ mapping: object }>(`${goods}/import/preview`, file, { headers });
    expect(body.mapping).toMatchObject({
      name: 'name',
      qty: 'qty',
      tags: 'tags',
      group: 'group',
      'group.key': 'group.key',
    });
  });

  it('matches a path with any spacing, and prefers the exact spelling', async () => {
    const tree = await take(groups, 'name,parent\nLab,\nShelf 2,Lab\nBox,Lab / Shelf 2\n');
    expect(tree.result).toMatchObject({ created: 3, rejected: 0 });
    const spaced = (await owner().post<{ id: string }>(groups, { fields: { name: ' Box' } })).body.id;
    const job = await take(goods, 'name,group\nOne, Lab/Shelf 2 / Box\nTwo,Shelf 2 /Box\n');
    expect(job.result).toMatchObject({ created: 2, rejected: 0 });
    const rows = await rowsOf(goods);
    expect(new Set(rows.map(({ fields }) => fields['group'])).has(spaced)).toBe(false);
    expect(new Set(rows.map(({ fields }) => fields['group'])).size).toBe(1);
  });

  it('reads numbers and money with a decimal comma if requested, and never confuses the two separators', async () => {
    const file = 'name;qty;price\nA;1,5;1.234,50 EUR\nB;1.500;2 EUR\nC;1.5;\nD;;0.5 EUR\n';
    const job = await take(goods, file, { decimal: ',' });
    expect(job.result).toMatchObject({ created: 2, rejected: 2 });
    const rows = await rowsOf(goods);
    expect(rows.map(({ fields }) => [fields['qty'], fields['price']])).toEqual([
      [1.5, { amount: '1234.50', currency: 'EUR' }],
      [1500, { amount: '2', currency: 'EUR' }],
    ]);
    const untold = await take(goods, 'name;qty\nE;1,5\nF;1.5\n');
    expect(untold.result).toMatchObject({ created: 1, rejected: 1 });
    expect(rejectsOf(untold)).toContain('qty: has another decimal mark than the file');
    expect((await send(goods, file, { decimal: ';' })).status).toBe(400);
  });

  it('rejects only invalid rows, and returns them with reasons, to be corrected and imported again', async () => {
    const lines = [
      'name,code,qty,group',
      'good,1,1,',
      ',2,1,',
      'text,3,many,',
      'forbidden,4,1,',
      'taken,1,1,',
      'lost,5,1,Nowhere',
      'fine,6,1,',
    ];
    const job = await take(goods, `${lines.join('\r\n')}\r\n`);

    expect(job.result).toMatchObject({ created: 2, updated: 0, rejected: 5 });
    expect(rejectsOf(job).trimEnd().split('\r\n')).toEqual([
      'import.row,import.reasons,name,code,qty,group',
      '2,name: is required.,,2,1,',
      '3,qty: must be a number.,text,3,many,',
      '4,name: Not in this store.,forbidden,4,1,',
      "5,code: There is a good with Code '1' already.,taken,1,1,",
      "6,group: There is no group called 'Nowhere'.,lost,5,1,Nowhere",
    ]);
    expect(job.result.rejected_rows).toEqual([
      { row: 2, details: [{ path: '/fields/name', code: 'required', message: 'is required.' }] },
      { row: 3, details: [{ path: '/fields/qty', code: 'type', message: 'must be a number.' }] },
      { row: 4, details: [{ path: '/fields/name', code: 'store_forbidden', message: 'Not in this store.' }] },
      {
        row: 5,
        details: [{ path: '/fields/code', code: 'already_exists', message: "There is a good with Code '1' already." }],
      },
      {
        row: 6,
        details: [{ path: '/fields/group', code: 'unknown_reference', message: "There is no group called 'Nowhere'." }],
      },
    ]);
    const mended = rejectsOf(job)
      .replace(',,2,', ',named,2,')
      .replace(',many,', ',2,')
      .replace(',forbidden,', ',allowed,')
      .replace(',taken,1,', ',taken,9,')
      .replace(',Nowhere', ',');
    expect((await take(goods, mended)).result).toMatchObject({ created: 5, rejected: 0 });
  });

  it('answers with the faults of the first hundred rejected rows, in the order of the file', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => `text,${index},many,${index % 2 === 0 ? 'Nowhere' : ''}`);
    const { result } = await take(goods, `name,code,qty,group\n${rows.join('\n')}\n`, { dry_run: 'true' });
    expect(result.rejected).toBe(130);
    expect(result.rejected_rows.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect((await take(goods, 'name,code\nfine,1\n')).result.rejected_rows).toEqual([]);
  });

  it('accepts JSON and NDJSON, with records in the format of the API or only their fields', async () => {
    await take(
      groups,
      '{"name":"Metal"}\n{"fields":{"name":"Steel"},"keys":{"parent":"Metal"}}\n',
      {},
      'application/x-ndjson',
    );
    const [metal] = await rowsOf(groups, '&filter=name=="Metal"');
    const job = await take(
      goods,
      JSON.stringify([
        { name: 'A "quoted, [bracketed]" \\', sizes: [1, 2], group: 'Metal/Steel', related: [metal?.id, 'Steel'] },
        { fields: { name: 'B', price: { amount: '1', currency: 'EUR' }, qty: null }, tags: ['x'] },
        { name: 'C', nothing: 1 },
        { name: 4 },
        'text',
      ]),
      {},
      'application/json',
    );
    expect(job.result).toMatchObject({ created: 2, rejected: 3 });
    expect(rejectsOf(job)).toContain("There is no field 'nothing'.");
    expect(await fieldsOf(goods)).toMatchObject([{ name: 'A "quoted, [bracketed]" \\', sizes: [1, 2] }, { name: 'B' }]);
    const lines = await take(goods, '{"name":"L"}\nno json\n\n{"name":"M"}', {}, 'application/x-ndjson');
    expect(lines.result).toMatchObject({ created: 2, rejected: 1 });
  });

  it('resolves references to later rows: a tree may be in any order', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `01980000-0000-7000-8000-00000000000${index}`);
    const lines = ids.map((id, index) => `${id},Level ${index},${ids[index + 1] ?? ''}`);
    const job = await take(groups, `id,name,parent\n${lines.join('\n')}\n`);
    expect(job.result).toMatchObject({ created: 6, rejected: 0 });
    const orphan = await take(groups, 'name,parent\nX,Nobody\nY,X\n');
    expect(orphan.result).toMatchObject({ created: 0, rejected: 2 });
  });

  it('reads common encodings', async () => {
    const text = 'name,notes\nMüller,naïve\n';
    await take(goods, Buffer.from(text, 'latin1'));
    await take(goods, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
    await take(goods, `\u{FEFF}${text}`);
    await take(goods, Buffer.from([...Buffer.from('name\n'), 0x83, 0x65]), { encoding: 'shift_jis' });
    expect((await fieldsOf(goods)).map(({ name }) => name)).toEqual(['Müller', 'Müller', 'Müller', 'テ']);
    expect((await send(goods, text, { encoding: 'klingon' })).status).toBe(400);
    expect((await send(goods, Buffer.from(text, 'latin1'), { encoding: 'utf-8' })).status).toBe(422);
  });

  it('in a dry run reports the result and changes nothing', async () => {
    await take(groups, 'name\nA\n');
    const job = await take(groups, 'name,parent\nB,A\nC,A/B\n,A\n', { dry_run: 'true' });
    expect(job.result).toMatchObject({ created: 2, updated: 0, rejected: 1 });
    expect(rejectsOf(job)).toContain('name: is required.');
    expect(await fieldsOf(groups)).toEqual([{ name: 'A' }]);
  });
});

describe('a large import', () => {
  const COUNT = BATCH_ROWS * 2;
  const fileOf = (from: number, count = COUNT) =>
    `name,code,group.key\n${Array.from({ length: count }, (_, index) => `Good ${from + index},G-${from + index},Metal`).join('\n')}\n`;

  it('takes a number of statements that grows with its batches and not with its rows', async () => {
    await take(groups, 'name\nMetal\n');
    const count = async (file: string) => {
      const turns = await recordAllTurns(server.database, () => take(goods, file));
      const ofTheJob = turns.filter((turn) => turn.some((text) => text.includes('record_store_good'))).flat();
      return ofTheJob.filter((text) => /record_store_good|savepoint|record_change/.test(text)).length;
    };
    const [small, large] = [await count(fileOf(0, 10)), await count(fileOf(10, BATCH_ROWS))];
    expect(large).toBe(small);
    expect(await rowsOf(goods, '&count=exact')).toHaveLength(200);
  });

  it.each([
    ['after a killed process', 'input, checkpoint'],
    [
      'what an earlier version began',
      `input - 'reading' - 'dates' - 'path', jsonb_set(checkpoint, '{facts}', '{"total": 2000, "marks": [null, null, null], "digest": null}')`,
    ],
  ])('continues %s, and creates nothing twice', async (_title, left) => {
    await take(groups, 'name\nMetal\n');
    const reply = await send(goods, fileOf(0, BATCH_ROWS * 4));
    const path = `${workspace.path}/jobs/${reply.body.id}`;
    const { pool } = server.database;
    // From here on another process has taken over the job: writes of this one have no effect.
    for (let stolen = 0; stolen === 0;)
      stolen =
        (
          await pool.query(
            `update job set (input, checkpoint) = row(${left}), lease_owner = gen_random_uuid(), lease_until = clock_timestamp() - interval '1 second' where id = $1 and state = 'running' and checkpoint is not null`,
            [reply.body.id],
          )
        ).rowCount ?? 0;
    const job = await untilEnded(owner(), path);
    expect(job.result).toMatchObject({ created: BATCH_ROWS * 4, rejected: 0 });
    expect((await owner().get<{ total: number }>(`${goods}?count=exact&limit=1`)).body.total).toBe(BATCH_ROWS * 4);
    const { rows } = await pool.query('select 1 from import_chunk where import_id = $1', [reply.body.id]);
    expect(rows).toEqual([]);
  });

  it('can be cancelled, and keeps the rows imported so far', async () => {
    await take(groups, 'name\nMetal\n');
    const reply = await send(goods, fileOf(0, BATCH_ROWS * 20));
    const path = `${workspace.path}/jobs/${reply.body.id}`;
    expect((await owner().delete(path)).status).toBe(204);
    expect((await untilEnded(owner(), path)).state).toBe('cancelled');
    expect((await owner().get<{ total: number }>(`${goods}?count=exact&limit=1`)).body.total).toBeLessThan(
      BATCH_ROWS * 20,
    );
  });
});

describe('an invalid file', () => {
  const refused = async (file: string | Uint8Array, type = CSV) => {
    const reply = await send(goods, file, {}, type);
    if (reply.status !== 202) return { status: reply.status, message: reply.body.error.message };
    const { state, error } = await untilEnded(owner(), `${workspace.path}/jobs/${reply.body.id}`);
    return { status: state, message: error?.message };
  };

  it('is refused with the fault, and nothing is imported', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index}`).join('\n');
    expect(await refused('')).toMatchObject({ status: 422, message: 'The file is empty.' });
    expect(await refused(Buffer.from([0x1f, 0x8b, 8, 0]))).toMatchObject({
      status: 422,
      message: expect.stringContaining('gzip'),
    });
    expect(await refused(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toMatchObject({
      message: expect.stringContaining('Excel'),
    });
    expect(await refused('name\nx\0y\n')).toMatchObject({
      status: 422,
      message: expect.stringContaining('NUL'),
    });
    expect(await refused('code\n1\n')).toMatchObject({
      status: 422,
      message: 'The file has no column for Name, which a new good must have.',
    });
    expect(await refused('name\n"open\n')).toMatchObject({
      status: 422,
      message: expect.stringContaining('never closed'),
    });
    expect(await refused(`name\n${rows(10)}\n${'x'.repeat(1_100_000)}\n`)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('more than 1048576 characters'),
    });
    expect(await refused(`name\n${`${'x'.repeat(1_000)}\n`.repeat(1_200)}"open`)).toMatchObject({ status: 'failed' });
    // The preview ends within the cell, but its header is complete.
    expect(await refused(`name\n"${'x\n'.repeat(600_000)}`)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('more than 1048576 characters'),
    });
    expect(await refused('{"name":"x"}', 'application/json')).toMatchObject({
      status: 422,
      message: 'The file is not a JSON array.',
    });
    expect(await refused('[{"name":"x"}', 'application/json')).toMatchObject({
      status: 422,
      message: expect.stringContaining('end is missing'),
    });
    expect(await refused('[{"name":"x"},]', 'application/json')).toMatchObject({ status: 422 });
    expect(await refused('[{"name":x}]', 'application/json')).toMatchObject({ status: 422 });
    expect(await refused(`[${'['.repeat(10_000)}${']'.repeat(10_000)}]`, 'application/json')).toMatchObject({
      status: 422,
    });
    expect(await refused('PK', 'application/zip')).toMatchObject({ status: 415 });
    expect(await refused(Buffer.alloc(MAX_BYTES + 1, 'x'))).toMatchObject({ status: 413 });
    expect(await rowsOf(goods)).toEqual([]);
    const { rows: left } = await server.database.pool.query(
      `select 1 from import_chunk c where not exists (select 1 from job j where j.id = c.import_id)`,
    );
    expect(left).toEqual([]);
  });

  it('requires the role member', async () => {
    const viewer = server.as(await workspace.viewer());
    expect((await viewer.post(`${goods}/import`, 'name\nx\n', { headers: { 'content-type': CSV } })).status).toBe(403);
  });
});
