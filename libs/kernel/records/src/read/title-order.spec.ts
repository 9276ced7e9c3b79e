import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

/** As people read them. */
const ORDER = [
  '2 mm drill',
  '12 mm drill',
  'ahorn',
  'Ähre',
  'Birne',
  'birne',
  'Ofen',
  'Öse',
  'R3',
  'R20',
  'Straße',
  'Strasse 2',
  'zebra',
];

interface Page {
  readonly data: readonly { readonly id: string; readonly title: string }[];
  readonly next_cursor: string | null;
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
const path = () => `${workspace.path}/modules/shop/records/item`;

beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
  const operations = ORDER.toSorted().map((name) => ({ op: 'create', fields: { name } }));
  expect((await member.post(`${path()}/batch`, { operations })).status).toBe(200);
});
afterAll(() => server.close());

async function titlesIn(query: string): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body }: { body: Page } = await member.get<Page>(`${path()}?limit=4&${query}${at}`);
    titles.push(...body.data.map(({ title }) => title));
    cursor = body.next_cursor;
  }
  return titles;
}

describe('titles', () => {
  it('are sorted as people read them, over pages and in both directions', async () => {
    expect(await titlesIn('sort=name')).toEqual(ORDER);
    expect(await titlesIn('sort=title')).toEqual(ORDER);
    expect(await titlesIn('sort=-name')).toEqual(ORDER.toReversed());
  });

  it('are sorted so with a filter, which compares by code points', async () => {
    const after = encodeURIComponent('name >= "R3"');
    expect(await titlesIn(`sort=name&filter=${after}`)).toEqual([
      'ahorn',
      'Ähre',
      'birne',
      'Öse',
      'R3',
      'Straße',
      'Strasse 2',
      'zebra',
    ]);
  });

  it('have positions that lead to the pages of this order', async () => {
    const shelves = `${workspace.path}/modules/shop/records/shelf`;
    const operations = Array.from({ length: 50 }, (_, index) => ({
      op: 'create',
      fields: { name: `Shelf ${String(50 - index)}` },
    }));
    expect((await member.post(`${shelves}/batch`, { operations })).status).toBe(200);
    const { body } = await member.get<{ cursors: readonly string[] }>(`${shelves}/positions?sort=name&every=20`);
    const pages = await Promise.all(
      body.cursors.map(
        async (cursor) => (await member.get<Page>(`${shelves}?sort=name&limit=1&cursor=${cursor}`)).body,
      ),
    );
    expect(pages.map(({ data }) => data[0]?.title)).toEqual(['Shelf 21', 'Shelf 41']);
  });

  it('are groups in this order', async () => {
    const { body } = await member.get<{ groups: readonly { group: { name: string } }[] }>(
      `${path()}/aggregate?group_by=name`,
    );
    expect(body.groups.map(({ group }) => group.name)).toEqual(ORDER);
  });

  it('follow a change of the title', async () => {
    const { body } = await member.get<Page>(`${path()}?filter=${encodeURIComponent('name == "R20"')}`);
    const id = body.data[0]?.id ?? '';
    await member.patch(`${path()}/${id}`, { fields: { name: 'A20' } });
    expect((await titlesIn('sort=name')).slice(2, 4)).toEqual(['A20', 'ahorn']);
    await member.patch(`${path()}/${id}`, { fields: { name: 'R20' } });
    expect(await titlesIn('sort=name')).toEqual(ORDER);
  });
});
