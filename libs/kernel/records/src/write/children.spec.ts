import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestWorkspace,
  recordStatements,
  shop,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
type Shelf = Item & { readonly items?: readonly Item[] };
interface Refusal {
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
});
afterAll(() => server.close());

const records = (kind: string) => `${workspace.path}/modules/shop/records/${kind}`;
const three = ['A', 'B', 'C'].map((name) => ({ fields: { name, qty: 2 }, tags: ['smd'] }));

async function addShelf(name: string, items: readonly object[] = three): Promise<Shelf> {
  const { status, body, text } = await member.post<Shelf>(records('shelf'), { fields: { name }, items });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('declared children', () => {
  it('are created with their record, and stand beside its fields in the answer', async () => {
    const shelf = await addShelf('Left');
    expect(shelf.items?.map(({ fields }) => [fields['name'], fields['shelf']])).toEqual(
      ['A', 'B', 'C'].map((name) => [name, shelf.id]),
    );
    expect(await addShelf('Bare', [])).toMatchObject({ items: [] });
    const plain = await member.post<Shelf>(records('shelf'), { fields: { name: 'Plain' } });
    expect(plain.body).not.toHaveProperty('items');
  });

  it('are created with their record or not at all, with the path of the fault', async () => {
    const wrong = await member.post<Refusal>(records('shelf'), {
      fields: { name: 'Wrong' },
      items: [{ fields: { name: 'Good' } }, { fields: { name: 'Bad', qty: -1 } }],
    });
    expect([wrong.status, wrong.body.error.details.map(({ path }) => path)]).toEqual([422, ['/items/1/fields/qty']]);
    await addShelf('Taken', [{ fields: { name: 'One', code: 'C-1' } }]);
    const taken = await member.post<Refusal>(records('shelf'), {
      fields: { name: 'Other' },
      items: [{ fields: { name: 'Two', code: 'C-1' } }],
    });
    expect([taken.status, taken.body.error.details[0]?.path]).toEqual([409, '/items/0/fields/code']);
    const { body } = await member.get<{ data: readonly unknown[] }>(
      `${records('shelf')}?filter=${encodeURIComponent('name in ["Wrong", "Other"]')}`,
    );
    expect(body.data).toEqual([]);
  });

  it('do not name their record themselves', async () => {
    const shelf = await addShelf('Owner', []);
    const { status, body } = await member.post<Refusal>(records('shelf'), {
      fields: { name: 'Thief' },
      items: [{ fields: { name: 'X', shelf: shelf.id } }],
    });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/items/0/fields/shelf']);
  });

  it('are created by a batch too, with the index of the operation in paths', async () => {
    const operation = (name: string, qty: number) => ({
      op: 'create',
      fields: { name },
      items: [{ fields: { name: `${name} item`, qty } }],
    });
    const { body } = await member.post<{ results: readonly { record: Shelf }[] }>(`${records('shelf')}/batch`, {
      operations: [operation('First', 1), operation('Second', 2)],
    });
    expect(body.results.map(({ record }) => record.items?.map(({ title }) => title))).toEqual([
      ['First item'],
      ['Second item'],
    ]);
    const wrong = await member.post<Refusal>(`${records('shelf')}/batch`, {
      operations: [operation('Third', 1), operation('Fourth', -2)],
    });
    expect(wrong.body.error.details[0]?.path).toBe('/operations/1/items/0/fields/qty');
  });

  it('are read with `expand`, by one query for all records of a page', async () => {
    await addShelf('Full');
    let page: { data: readonly Shelf[] } = { data: [] };
    const statements = await recordStatements(server.database, async () => {
      page = (await member.get<typeof page>(`${records('shelf')}?expand=items,above&sort=name`)).body;
    });
    expect(page.data.find(({ title }) => title === 'Full')?.items).toMatchObject(
      three.map(({ fields }) => ({ fields })),
    );
    expect(page.data.find(({ title }) => title === 'Plain')?.items).toEqual([]);
    expect(statements.filter((text) => text.includes('record_shop_item'))).toHaveLength(1);
    const shelf = page.data.find(({ title }) => title === 'Full');
    const one = await member.get<Shelf>(`${records('shelf')}/${shelf?.id}?expand=items&fields=name`);
    expect([one.body.fields, one.body.items?.length]).toEqual([{ name: 'Full' }, 3]);
    const wrong = await member.get(`${records('shelf')}?expand=boxes`);
    expect(wrong.status).toBe(400);
  });
});
