import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { purchases } from '../fixtures/purchases.module.js';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, purchases, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

it('proposes reorder points with the lead time of the default supplier part, and with the given one without it', async () => {
  const { id: sold } = await room.add('purchases:supplier_part', { sku: 'BC-M3-10', lead_time_days: 10 });
  const { id: untimed } = await room.add('purchases:supplier_part', { sku: 'BC-M4-10' });
  const parts: string[] = [];
  for (const default_supplier_part of [sold, untimed]) {
    const { part } = await room.stocked([100], { default_supplier_part });
    await room.do('use', part, { qty: 5 });
    parts.push(part.id);
  }

  const { result } = await room.do('propose_reorder_points', null, { parts, lead_time_days: 3 });
  const { proposals } = result as unknown as { proposals: readonly { part: string; lead_time_days: number }[] };
  expect(proposals.map(({ part, lead_time_days: days }) => [part, days])).toEqual([
    [parts[0], 10],
    [parts[1], 3],
  ]);
});
