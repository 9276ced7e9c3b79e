import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { inventory } from '@cubit/inventory';
import { spaces } from '@cubit/spaces';
import {
  createTestServer,
  describeWithData,
  type TestClient,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { Client } from './client.js';
import type { Dataset } from './dataset.js';
import { loadDataset, type LoadReport } from './load-dataset.js';
import { readInventree } from './read-inventree.js';

jest.setTimeout(120_000);

interface List {
  readonly data: readonly {
    readonly id: string;
    readonly title: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
  readonly total: number;
}

describeWithData('a real InvenTree data set', 'shared/data/parts', (folder) => {
  let server: TestServer;
  let workspace: TestWorkspace;
  let member: TestClient;
  let dataset: Dataset;
  let report: LoadReport;
  beforeAll(async () => {
    server = await createTestServer({ modules: [spaces, inventory] });
    workspace = await server.workspace();
    const user = await workspace.member();
    member = server.as(user);
    dataset = readInventree(folder);
    const client = new Client({ url: await server.listen(), workspace: workspace.slug, token: user.token });
    report = await loadDataset(client, dataset, () => undefined);
  });
  afterAll(() => server.close());

  const list = async (kind: string, query: Readonly<Record<string, string>>) =>
    (await member.get<List>(`${workspace.path}/modules/${kind}?${new URLSearchParams(query)}`)).body;

  it('is loaded completely through the public API', () => {
    expect(report).toEqual({ categories: 27, locations: 19, parts: 414, stock: 1106, bom: 228 });
  });

  it('has the same quantity of every part as the source', async () => {
    const expected = new Map<string, number>();
    const counted = new Set(['ok', 'attention', 'damaged', 'returned', 'quarantined']);
    const names = new Map(dataset.parts.map(({ key, fields }) => [key, String(fields['name'])]));
    for (const { part, fields } of dataset.stock) {
      if (!counted.has(String(fields['status']))) continue;
      const name = names.get(part) ?? '';
      expected.set(name, (expected.get(name) ?? 0) + Math.round(Number(fields['qty']) * 1e6));
    }
    const shown = new Map<string, number>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: List & { readonly next_cursor: string | null } = (
        await member.get<List & { next_cursor: string | null }>(
          `${workspace.path}/modules/inventory/records/part?limit=200&fields=on_hand${cursor === '' ? '' : `&cursor=${cursor}`}`,
        )
      ).body;
      for (const { title, fields } of page.data)
        shown.set(title, (shown.get(title) ?? 0) + Math.round(Number(fields['on_hand']) * 1e6));
      cursor = page.next_cursor;
    }
    const different = [...shown].filter(([name, qty]) => qty !== (expected.get(name) ?? 0));
    expect(different).toEqual([]);
  });

  it('computes the buildable quantities from its bills of materials', async () => {
    const { data } = await list('inventory/records/part', { filter: 'bom_lines > 0', limit: '200' });
    expect(data).toHaveLength(new Set(dataset.bom?.map(({ assembly }) => assembly)).size);
    expect(data.filter(({ fields }) => Number(fields['can_build']) > 0).length).toBeGreaterThan(0);
  });

  it('lists parts below their minimum with one filter', async () => {
    const minimum = new Map(dataset.parts.map(({ key, fields }) => [key, Number(fields['min_stock'])]));
    const usable = new Map<string, number>();
    for (const { part, fields } of dataset.stock)
      if (['ok', 'attention', 'returned'].includes(String(fields['status'])))
        usable.set(part, (usable.get(part) ?? 0) + Number(fields['qty']));
    const expected = [...minimum].filter(([key, least]) => (usable.get(key) ?? 0) < least).length;
    const { total } = await list('inventory/records/part', { filter: 'available < min_stock', count: 'exact' });
    expect(total).toBe(expected);
  });

  it('emits no event when stock reaches its minimum, and one when it falls below', async () => {
    const filter = 'available > min_stock && min_stock > 0';
    const [part] = (await list('inventory/records/part', { filter, limit: '1' })).data;
    if (!part) throw new Error('No part has more than its minimum.');
    const use = async (qty: number) => {
      const { status, body, text } = await member.post<{ events: { name: string }[] }>(
        `${workspace.path}/modules/inventory/actions/use`,
        { record: { kind: 'inventory:part', id: part.id }, input: { qty } },
      );
      if (status !== 200) throw new Error(text);
      return body.events.map(({ name }) => name);
    };
    const spare = Number(part.fields['available']) - Number(part.fields['min_stock']);
    expect(await use(spare)).not.toContain('inventory.stock.low');
    expect(await use(1)).toEqual(expect.arrayContaining(['inventory.stock.changed', 'inventory.stock.low']));
    const { total } = await list('inventory/records/part', { filter: 'available < min_stock', count: 'exact' });
    expect(total).toBeGreaterThan(0);
  });
});
