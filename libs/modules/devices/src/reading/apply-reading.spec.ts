import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestServer, type RecordBody, type TestServer, WorkspaceClient } from '@cubit/testing';
import { devices } from '../devices.module.js';
import { inventory } from '../fixtures/inventory.module.js';

class Hall extends WorkspaceClient {
  readonly module = 'devices';
}

const READINGS = [
  { mode: 'set_stock', reading: { type: 'value', value: 0.5, unit: 'kg' }, action: 'inventory:set', qty: 500 },
  { mode: 'set_stock', reading: { type: 'count', value: 42 }, action: 'inventory:set', qty: 42 },
  { mode: 'use', reading: { type: 'count', value: 3 }, action: 'inventory:use', qty: 7 },
  { mode: 'use', reading: { type: 'scan', code: 'B-17' }, action: 'inventory:use_one', qty: 9 },
] as const;

let server: TestServer;
let hall: Hall;
let respond: (readings: readonly object[]) => Promise<unknown>;
const scales: { readonly kind: string; readonly id: string }[] = [];
beforeAll(async () => {
  server = await createTestServer({ modules: [inventory, devices] });
  const { owner, path } = await server.workspace();
  const client = server.as(owner);
  hall = new Hall(client, path);
  const edge = `${path}/modules/devices/edge`;
  const found = [...READINGS, 'of a count'].map((_, index) => ({ address: `usb:${index}`, name: `Scale ${index}` }));
  const { body } = await client.post<{ devices: readonly { id: string }[] }>(`${edge}/register`, {
    name: 'Hall',
    version: '1.0.0',
    devices: found,
  });
  scales.push(...body.devices.map(({ id }) => ({ kind: 'devices:device', id })));
  respond = (readings) => client.post(`${edge}/respond`, { readings });
});
afterAll(() => server.close());

/** Links a scale with the record, and applies one reading of it. */
async function apply(index: number, to: RecordBody, { mode, reading }: { mode: string; reading: object }) {
  const scale = scales[index]!;
  await hall.do('link', scale, { to: { kind: to.kind, id: to.id }, mode });
  await respond([{ device: scale.id, ...reading }]);
  return hall.resultOf('apply_reading', scale);
}

it.each(READINGS.map((one, index) => ({ ...one, index })))(
  'applies a $reading.type in the mode $mode by $action',
  async ({ index, action, qty, ...one }) => {
    const item = await hall.add('inventory:stock_item', { name: 'Screws', qty: 10 });

    expect(await apply(index, item, one)).toEqual({ applied: true, action });
    expect(await hall.fieldsOf(item)).toMatchObject({ qty });
  },
);

it('records a count in the newest open stock count that includes the stock item, and in none without one', async () => {
  const item = await hall.add('inventory:stock_item', { name: 'Nuts', qty: 10 });
  const lines = [{ stock_item: item.id }];
  const closed = await hall.add('inventory:count', { status: 'applied', lines });
  const link = { mode: 'count', reading: { type: 'count', value: 8 } };

  expect(await apply(READINGS.length, item, link)).toEqual({ applied: false, reason: 'no_count' });
  const [older, newer] = [await hall.add('inventory:count', { lines }), await hall.add('inventory:count', { lines })];
  expect(await apply(READINGS.length, item, link)).toEqual({ applied: true, action: 'inventory:record_count' });
  const counted = await Promise.all([closed, older, newer].map(async (one) => (await hall.fieldsOf(one))['lines']));
  expect(counted).toEqual([lines, lines, [{ stock_item: item.id, counted: 8 }]]);
});
