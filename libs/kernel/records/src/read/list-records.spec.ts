import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
interface List {
  readonly data: readonly Item[];
  readonly next_cursor: string | null;
  readonly total?: number;
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let shelfId: string;
const COUNT = 95;

beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
  const shelf = await member.post<Item>(`${workspace.path}/modules/shop/records/shelf`, { fields: { name: 'Left' } });
  shelfId = shelf.body.id;
  const operations = Array.from({ length: COUNT }, (_, index) => ({
    op: 'create',
    fields: {
      name: `Item ${String(index).padStart(3, '0')}`,
      qty: index % 7,
      ...(index % 3 === 0
        ? {}
        : { code: `C${index}`, bought_on: `2026-01-${String((index % 28) + 1).padStart(2, '0')}` }),
      ...(index % 2 === 0 ? { shelf: shelfId } : {}),
      price: { amount: String(index), currency: 'EUR' },
    },
    tags: index % 10 === 0 ? ['round'] : [],
  }));
  const batch = await member.post(`${items()}/batch`, { operations });
  if (batch.status !== 200) throw new Error(batch.text);
});
afterAll(() => server.close());

const items = () => `${workspace.path}/modules/shop/records/item`;
const list = (query: string) => member.get<List>(`${items()}?${query}`);

async function walk(query: string): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body, text } = await list(
      `${query}&limit=10${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    if (status !== 200) throw new Error(text);
    all.push(...body.data);
    cursor = body.next_cursor;
  }
  return all;
}

describe('a list of records', () => {
  it('returns the records with the given ids on one page, in the order of the sort, with `fields` and `expand`', async () => {
    const all = await walk('sort=name');
    const wanted = all.filter((_, index) => index % 10 !== 0).map(({ id }) => id);
    const { body, status } = await list(
      `ids=${wanted.toReversed().join(',')}&sort=name&fields=name,shelf&expand=shelf`,
    );
    expect(status).toBe(200);
    expect(body.data.map(({ id }) => id)).toEqual(wanted);
    expect(body.next_cursor).toBeNull();
    expect(Object.keys(body.data[1]?.fields ?? {}).toSorted()).toEqual(['name', 'shelf']);
    expect(body.data[1]?.fields['shelf']).toMatchObject({ id: shelfId, title: 'Left' });
  });

  it('combines ids with a filter, and leaves out what is unknown or in the trash', async () => {
    const [first, second, third] = await walk('filter=qty == 3');
    const ids = [first?.id, second?.id, third?.id, shelfId].join(',');
    await member.delete(`${items()}/${third?.id}`);
    const { body } = await list(`ids=${ids}&filter=${encodeURIComponent(`name != "${first?.title}"`)}&count=exact`);
    expect(body.data.map(({ id }) => id)).toEqual([second?.id]);
    expect(body.total).toBe(1);
    await member.post(`${items()}/${third?.id}/restore`);
  });

  it('has positions, which lead to its pages under any sort', async () => {
    interface Positions {
      readonly total: number;
      readonly cursors: readonly string[];
      readonly partial: boolean;
    }
    const positions = (query: string) => member.get<Positions>(`${items()}/positions?${query}`);
    for (const query of [
      'sort=',
      'sort=name',
      'sort=-qty,name',
      'sort=code',
      `filter=${encodeURIComponent('qty > 2')}&sort=-bought_on`,
    ]) {
      const all = await walk(query);
      const { status, body, text } = await positions(`${query}&every=20`);
      expect({ query, status, text }).toMatchObject({ status: 200 });
      expect(body).toMatchObject({ total: all.length, partial: false });
      const starts = Array.from({ length: Math.ceil(all.length / 20) - 1 }, (_, page) => all[(page + 1) * 20]?.id);
      const found = await Promise.all(
        body.cursors.map(async (cursor) => (await list(`${query}&limit=1&cursor=${cursor}`)).body.data[0]?.id),
      );
      expect({ query, found }).toEqual({ query, found: starts });
    }
    expect((await positions(`filter=${encodeURIComponent('qty > 1000')}`)).body).toEqual({
      total: 0,
      cursors: [],
      partial: false,
    });
    expect((await positions('every=95')).body).toMatchObject({ total: COUNT, cursors: [] });
    for (const wrong of ['every=19', 'every=x', 'sort=nope', 'filter=nope', 'limit=1'])
      expect({ wrong, status: (await positions(wrong)).status }).toEqual({ wrong, status: 400 });
  });

  it('has positions that end after a second with what they have', async () => {
    // It ends while the table is locked.
    const partial = await server.database.transaction(async (tx) => {
      await sql`lock table record in access exclusive mode`.execute(tx.db);
      return member.get(`${items()}/positions`);
    });
    expect(partial).toMatchObject({ status: 200, body: { total: 0, cursors: [], partial: true } });
  });

  it('takes 200 ids at most, and only ids', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => `0190a6e2-7c1d-7b3a-9f00-${String(index).padStart(12, '0')}`);
    expect((await list(`ids=${ids.slice(1).join(',')}`)).body.data).toEqual([]);
    for (const wrong of [ids.join(','), 'x', `${shelfId},`, '']) {
      const { status, body } = await list(`ids=${wrong}`);
      expect({ wrong, status, body }).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_query', details: [{ path: 'query:ids' }] } },
      });
    }
  });

  it('returns pages without repeats or omissions, under any sort', async () => {
    for (const sort of [
      '',
      'name',
      '-name',
      'qty',
      '-qty',
      'code',
      '-code',
      '-qty,name',
      'qty,-bought_on',
      'bought_on,-code',
      '-created_at',
      'title',
      'shelf,-qty',
      '-id',
    ]) {
      const rows = await walk(`sort=${sort}`);
      expect([sort, rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([sort, COUNT, COUNT]);
    }
  });

  it('puts records without a value first when ascending and last when descending', async () => {
    const ascending = (await walk('sort=code')).map(({ fields }) => fields['code'] ?? null);
    expect(ascending).toEqual(
      [...ascending].sort((a, b) => (a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1)),
    );
    expect(ascending[0]).toBeNull();
    const descending = (await walk('sort=-code')).map(({ fields }) => fields['code'] ?? null);
    expect(descending.at(-1)).toBeNull();
    expect(descending[0]).toBe('C94');
  });

  it('orders by several keys', async () => {
    const rows = await walk('sort=-qty,name');
    const keys = rows.map(({ fields }) => [-(fields['qty'] as number), fields['name'] as string] as const);
    expect(keys).toEqual([...keys].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
  });

  it('orders numbers without an index as numbers, within a page and across pages', async () => {
    const amounts = (await walk('sort=-price')).map(({ fields }) =>
      Number((fields['price'] as { amount: string }).amount),
    );
    expect(amounts).toEqual(Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index));
  });

  it('is filtered by fields, columns and tags', async () => {
    const { body } = await list(`limit=200&count=exact&filter=${encodeURIComponent('qty < 2 && "round" in tags')}`);
    expect(body.data.every(({ fields }) => (fields['qty'] as number) < 2)).toBe(true);
    expect(body.total).toBe(body.data.length);
    expect(body.data.length).toBe(
      Array.from({ length: COUNT }, (_, index) => index).filter((index) => index % 7 < 2 && index % 10 === 0).length,
    );
  });

  it('counts the records of all pages on request', async () => {
    const { body } = await list('limit=5&count=exact');
    expect([body.data.length, body.total]).toEqual([5, COUNT]);
  });

  it('selects fields and expands references', async () => {
    const { body } = await list('limit=2&fields=name,shelf&expand=shelf&sort=name');
    expect(body.data[0]?.fields).toEqual({
      name: 'Item 000',
      shelf: expect.objectContaining({ id: shelfId, kind: 'shop:shelf', title: 'Left' }),
    });
    expect(body.data[1]?.fields).toEqual({ name: 'Item 001' });
  });

  it.each([
    ['filter=nope %3C 2', 'invalid_filter'],
    ['filter=qty %3C "a"', 'invalid_filter'],
    ['filter=qty %3C', 'invalid_filter'],
    ['filter=name', 'invalid_filter'],
    ['filter=tags.join(",") == "a"', 'invalid_filter'],
    ['filter=price.amount %3C "x"', 'invalid_filter'],
    ['sort=nope', 'invalid_query'],
    ['sort=details', 'invalid_query'],
    ['sort=name,-name', 'invalid_query'],
    ['expand=name', 'invalid_query'],
    ['fields=nope', 'invalid_query'],
    ['limit=0', 'invalid_query'],
    ['limit=201', 'invalid_query'],
    ['limit=x', 'invalid_query'],
    ['nope=1', 'invalid_query'],
    ['cursor=abc', 'invalid_cursor'],
    ['cursor=%00', 'invalid_cursor'],
  ])('refuses ?%s with %s', async (query, code) => {
    const { status, body } = await list(query);
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ code }) }]);
  });

  it('refuses the cursor of another sort', async () => {
    const { body } = await list('limit=5&sort=name');
    const answer = await list(`limit=5&sort=-name&cursor=${encodeURIComponent(String(body.next_cursor))}`);
    expect(answer.status).toBe(400);
  });

  it('shows nothing of another workspace', async () => {
    const other = await server.workspace();
    const { body } = await server.as(other.owner).get<List>(`${other.path}/modules/shop/records/item`);
    expect(body.data).toEqual([]);
  });
});

describe('reading a list in pages during writes', () => {
  const SORTS = ['', 'sort=name', 'sort=-qty', 'sort=code,-qty', 'sort=-bought_on'];
  const writes = fc.array(
    fc.oneof(
      fc.record({ op: fc.constant('create' as const), qty: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ op: fc.constant('delete' as const), which: fc.nat() }),
    ),
    { maxLength: 6 },
  );

  it('neither repeats nor skips a record that exists throughout, and shows no other twice', async () => {
    const own = await server.workspace();
    const client = server.as(own.owner);
    const path = `${own.path}/modules/shop/records/item`;
    const operations = Array.from({ length: 40 }, (_, index) => ({
      op: 'create',
      fields: {
        name: `Stays ${index}`,
        qty: index % 5,
        ...(index % 3 === 0 ? {} : { code: `S${index}`, bought_on: `2026-01-0${(index % 9) + 1}` }),
      },
    }));
    const made = await client.post<{ results: readonly { record: Item }[] }>(`${path}/batch`, { operations });
    const staying = made.body.results.map(({ record }) => record.id).sort();
    const passing: string[] = [];
    const write = async (
      change: { readonly op: 'create'; readonly qty: number } | { readonly op: 'delete'; readonly which: number },
    ) => {
      if (change.op === 'create') {
        const fields = { name: `Passes ${passing.length}`, qty: change.qty };
        passing.push((await client.post<Item>(path, { fields })).body.id);
      } else if (passing.length > 0) {
        const [id] = passing.splice(change.which % passing.length, 1);
        await client.delete(`${path}/${id}`);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SORTS),
        fc.array(writes, { minLength: 6, maxLength: 6 }),
        async (sort, turns) => {
          const seen: string[] = [];
          let cursor: string | null = '';
          for (let turn = 0; cursor !== null; turn += 1) {
            const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
            const [page] = await Promise.all([
              client.get<List>(`${path}?${sort}&limit=9${after}`),
              (async () => {
                for (const change of turns[turn] ?? []) await write(change);
              })(),
            ]);
            seen.push(...page.body.data.map(({ id }) => id));
            cursor = page.body.next_cursor;
          }
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.filter((id) => staying.includes(id)).sort()).toEqual(staying);
        },
      ),
      { numRuns: 5, seed: 1 },
    );
  });
});
