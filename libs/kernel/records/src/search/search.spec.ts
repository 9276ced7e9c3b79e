import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestServer,
  recordStatements,
  shop,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { SearchFill } from './search-fill.js';

interface Result {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly snippet: string;
  readonly rank: number;
}

let server: TestServer;
let workspace: TestWorkspace;
let client: TestClient;
beforeAll(async () => {
  server = await createTestServer({ modules: [shop] });
  workspace = await server.workspace();
  client = server.as(workspace.owner);
});
afterAll(() => server.close());

async function add(
  fields: object,
  { kind = 'item', tags = [] as readonly string[], by = client, to = workspace } = {},
) {
  const { status, body, text } = await by.post<{ id: string }>(`${to.path}/modules/shop/records/${kind}`, {
    fields,
    tags,
  });
  if (status !== 201) throw new Error(text);
  return body.id;
}
async function search(q: string, query = ''): Promise<readonly Result[]> {
  const { status, body, text } = await client.get<{ data: Result[] }>(
    `${workspace.path}/search?q=${encodeURIComponent(q)}${query}`,
  );
  if (status !== 200) throw new Error(text);
  return body.data;
}
const titles = async (q: string, query = '') => (await search(q, query)).map(({ title }) => title);

describe('the search', () => {
  beforeAll(async () => {
    await add({ name: 'Chip resistor', code: 'RC0603FR-0710.5KL', origin: 'Thick film, 0603' });
    await add({ name: 'Resistor', code: 'R-1' });
    await add({ name: 'Übergrößen-Mutter', origin: 'für Gewindestangen' });
    await add(
      { name: 'Hex bolt', origin: 'Fits the resistor bracket', details: { color: 'Turquoise' } },
      { tags: ['M8 fasteners'] },
    );
    await add({ name: 'Hex nut', code: 'N-8' });
    await add({ name: 'Resistor shelf' }, { kind: 'shelf' });
  });

  it('finds words and prefixes of words, ignoring case and accents', async () => {
    expect(await titles('HEX')).toEqual(['Hex bolt', 'Hex nut']);
    expect(await titles('ubergrossen mutter')).toEqual(['Übergrößen-Mutter']);
    expect(await titles('gewindest')).toEqual(['Übergrößen-Mutter']);
    expect(await titles('turq')).toEqual(['Hex bolt']);
    expect(await titles('fasten')).toEqual(['Hex bolt']);
  });

  it('ranks titles first, and titles that start with the query before others', async () => {
    expect(await titles('resistor')).toEqual(['Resistor', 'Resistor shelf', 'Chip resistor', 'Hex bolt']);
    const ranks = (await search('resistor')).map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
  });

  it.each([
    'RC0603FR-0710.5KL',
    'rc0603fr07105kl',
    'rc0603fr 0710.5kl',
    'RC0603FR/0710-5KL',
    'RC0603FR-07',
    '5KL',
    '0710.5',
  ])('finds a part number by its whole and its parts: %s', async (text) => {
    expect(await titles(text)).toEqual(['Chip resistor']);
  });

  it('supports phrases in quotes, exclusion with a minus, and alternatives with or', async () => {
    expect(await titles('"resistor bracket"')).toEqual(['Hex bolt']);
    expect(await titles('"bracket resistor"')).toEqual([]);
    expect(await titles('resistor -chip -shelf')).toEqual(['Resistor', 'Hex bolt']);
    expect(await titles('resistor -"resistor bracket" -shelf')).toEqual(['Resistor', 'Chip resistor']);
    expect((await titles('nut or mutter')).toSorted()).toEqual(['Hex nut', 'Übergrößen-Mutter']);
  });

  it('corrects misspelt words if nothing matches', async () => {
    expect((await titles('resitsor'))[0]).toBe('Resistor');
    expect((await titles('ubergrosen muter'))[0]).toBe('Übergrößen-Mutter');
    expect(await titles('hex bollt')).toEqual(['Hex bolt']);
    // A word without similar words is ignored; the other one is corrected.
    expect((await titles('resitsor zzyzx'))[0]).toBe('Resistor');
    expect(await titles('zzyzx')).toEqual([]);
  });

  it('does not correct part numbers, even next to a misspelt word', async () => {
    await add({ name: 'Gasket GX-204' });
    await add({ name: 'Gasket GX-205' });

    expect(await titles('gaskte GX-204')).toEqual(['Gasket GX-204']);
    expect(await titles('GX-206')).toEqual([]);
  });

  it('ranks whole words before prefixes', async () => {
    await add({ name: 'Spare washers' });
    await add({ name: 'Large spare part: washer' });

    expect(await titles('washer')).toEqual(['Large spare part: washer', 'Spare washers']);
    const ranks = (await search('washer')).map(({ rank }) => rank);
    expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
  });

  it('is limited to kinds, and shows a snippet of the match', async () => {
    expect(await titles('resistor', '&kinds=shop:shelf')).toEqual(['Resistor shelf']);
    const [found] = await search('bracket');
    expect(found).toEqual({
      kind: 'shop:item',
      id: expect.any(String),
      title: 'Hex bolt',
      snippet: 'Fits the resistor bracket',
      rank: expect.any(Number),
    });
    const refused = await client.get(`${workspace.path}/search?q=x&kinds=shop:nothing`);
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'invalid_query' }) },
    ]);
    expect(await titles('resistor', '&limit=1')).toEqual(['Resistor']);
  });

  it.each([
    '',
    '   ',
    '-',
    '"',
    '""',
    'or',
    'or or',
    '-chip',
    "':*",
    '\\',
    'a & b | !c <-> (',
    '%',
    '_',
    "'; drop",
    '💡',
    'x'.repeat(500),
  ])('accepts any text as a query: %j', async (text) => {
    expect(Array.isArray(await search(text))).toBe(true);
  });
});

describe('a record', () => {
  it('is found with its present text from its commit on, and not while it is in the trash', async () => {
    const id = await add({ name: 'Quokka figurine' });
    const record = `${workspace.path}/modules/shop/records/item/${id}`;
    expect(await titles('quokka')).toEqual(['Quokka figurine']);
    await client.patch(record, { fields: { name: 'Wombat figurine', code: 'WMB-1' } });
    expect([await titles('quokka'), await titles('wombat'), await titles('wmb1')]).toEqual([
      [],
      ['Wombat figurine'],
      ['Wombat figurine'],
    ]);
    await client.delete(record);
    expect(await titles('wombat')).toEqual([]);
    await client.post(`${record}/restore`);
    expect(await titles('wombat')).toEqual(['Wombat figurine']);
  });

  it('writes its search text in the statement of its history, and nothing if no text changes', async () => {
    const id = await add({ name: 'Counted', qty: 5 });
    const record = `${workspace.path}/modules/shop/records/item/${id}`;
    const change = (fields: object) =>
      recordStatements(server.database, async () => expect((await client.patch(record, { fields })).status).toBe(200));
    const [text, number] = [await change({ name: 'Recounted' }), await change({ qty: 4 })];
    expect(text.length).toBe(number.length);
    expect(text.filter((statement) => statement.includes('record_search'))).toHaveLength(1);
    expect(number.filter((statement) => statement.includes('record_search'))).toHaveLength(0);
  });

  it('adds its words while another transaction with the same words is open', async () => {
    const open = server.database.db.transaction().execute(async (db) => {
      await sql`insert into search_word (workspace_id, word, record_id)
        select id, 'capybara', gen_random_uuid() from workspace`.execute(db);
      return add({ name: 'Capybara bench' });
    });
    await open;

    expect(await titles('capybraa')).toEqual(['Capybara bench']);
  });

  it('adds no row for a known word', async () => {
    await add({ name: 'Pangolin' });
    await add({ name: 'Another pangolin' });
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from search_word where word = 'pangolin'`.execute(server.database.db);

    expect(rows).toEqual([{ count: 1 }]);
  });

  it('of another workspace, or of a disabled module, is not found', async () => {
    const other = await server.workspace();
    const stranger = server.as(other.owner);
    await add({ name: 'Secret axolotl' }, { by: stranger, to: other });
    expect([await titles('axolotl'), await titles('axolotel')]).toEqual([[], []]);
    const found = () => stranger.get<{ data: Result[] }>(`${other.path}/search?q=axolotl`);
    expect((await found()).body.data).toHaveLength(1);
    await stranger.patch(`${other.path}/modules/shop`, { enabled: false });
    expect((await found()).body.data).toEqual([]);
  });

  it('that was written before its kind was searchable is indexed later, even after an interruption', async () => {
    await add({ name: 'Forgotten platypus' });
    await add({ name: 'Forgotten shelf' }, { kind: 'shelf' });
    const { db } = server.database;
    await sql`delete from record_search`.execute(db);
    await sql`delete from search_word`.execute(db);
    await sql`update search_fill set made_for = 'older'`.execute(db);
    expect(await titles('forgotten')).toEqual([]);
    await Promise.all([new SearchFill(server.kernel.services).run(), new SearchFill(server.kernel.services).run()]);
    await new SearchFill(server.kernel.services).run();
    expect((await titles('forgotten')).toSorted()).toEqual(['Forgotten platypus', 'Forgotten shelf']);
    expect(await titles('platipus')).toEqual(['Forgotten platypus']);
  });
});
