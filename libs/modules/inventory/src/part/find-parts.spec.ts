import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

interface Listed {
  readonly data: readonly { readonly title: string }[];
}

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  workspace = await server.workspace();
  const room = new Stockroom(server.as(workspace.owner), workspace.path);
  await room.addPart({ name: 'Hex bolt M6', ipn: 'HW-0042', mpn: '933-6X20', min_stock: 5 });
  await room.addPart({ name: 'Café lamp', ipn: 'EL-7', barcodes: ['4006381333931'], min_stock: 50 });
  await room.addPart({ name: 'Bolt cutter', description: 'For bars up to 8 mm.', manufacturer: 'Knipex' });
  const other = await server.workspace();
  await new Stockroom(server.as(other.owner), other.path).addPart({ name: 'Foreign', ipn: 'HW-0042' });
});
afterAll(() => server.close());

const get = async (path: string, query: Readonly<Record<string, string>>) => {
  const { status, body } = await server
    .as(workspace.owner)
    .get<Listed>(`${workspace.path}/${path}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body.data.map(({ title }) => title).toSorted();
};
const list = (query: Readonly<Record<string, string>>) => get('modules/inventory/records/part', query);

describe('the list of parts', () => {
  it.each([
    ['HW-0042', ['Hex bolt M6']],
    ['hw42', []],
    ['933-6x20', ['Hex bolt M6']],
    ['4006381333931', ['Café lamp']],
    ['cafe', ['Café lamp']],
    ['bolt', ['Bolt cutter', 'Hex bolt M6']],
    ['m6 bolt', ['Hex bolt M6']],
    ['bolt -cutter', ['Hex bolt M6']],
    ['"hex bolt" or lamp', ['Café lamp', 'Hex bolt M6']],
  ])('finds by q=%s what the search of the workspace finds', async (q, titles) => {
    expect(await list({ q })).toEqual(titles);
    expect(await get('search', { q, kinds: 'inventory:part' })).toEqual(titles);
  });

  it('finds words in the middle of titles as well, and joins words with comparisons', async () => {
    expect(await list({ q: 'utter' })).toEqual(['Bolt cutter']);
    expect(await list({ q: '!bolt' })).toEqual(['Café lamp']);
    expect(await list({ q: '(HW-0042 || EL-7) && min_stock > 10' })).toEqual(['Café lamp']);
  });

  it('is filtered by the search, beside other conditions', async () => {
    expect(await list({ filter: 'search("bolt") && min_stock == 5' })).toEqual(['Hex bolt M6']);
    expect(await list({ filter: '!search("HW-0042")' })).toEqual(['Bolt cutter', 'Café lamp']);
    expect(await list({ filter: 'search("--")' })).toEqual([]);
  });
});
