import { until } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importFile } from '../fixtures/import-file.js';
import { chainsOn, type ChainBench, type Chains } from './start-chains.js';

let server: ShippedServer;
let chains: Chains;
beforeAll(async () => {
  server = await startShippedServer();
  chains = chainsOn(server);
});
afterAll(() => chains.close());

const PARTS = 150;
const SUPPLIERS = 2;

const NUMBERS = Array.from({ length: PARTS }, (_, n) => n);
/** Each tenth part has enough, and one of ten has none. */
const stockOf = (n: number) => (n % 10 === 0 ? 50 : n % 10 === 1 ? 0 : 3);
const FILES = [
  ['inventory:part', ['name,min_stock,target_stock', ...NUMBERS.map((n) => `Part ${n},10,30`)]],
  // Each third part has no supplier.
  [
    'purchases:supplier_part',
    ['part,supplier,sku', ...NUMBERS.flatMap((n) => (n % 3 === 0 ? [] : [`Part ${n},Supplier ${n % 3},S-${n}`]))],
  ],
  ['inventory:stock_item', ['part,qty', ...NUMBERS.map((n) => `Part ${n},${stockOf(n)}`)]],
] as const;

type FileClient = Parameters<typeof importFile>[0];
interface Bell {
  readonly data: readonly { readonly message: string }[];
}

async function idleWires(bench: ChainBench): Promise<void> {
  await until('no run is pending', async () => {
    const { body } = await bench.client.get<{ data: readonly object[] }>(
      `${bench.path}/wire-runs?state=pending&limit=1`,
    );
    return body.data.length === 0;
  });
}

describe('parts that are imported with less than their minimum', () => {
  it('are low: one event each, one notification of the import, and one draft order for each supplier', async () => {
    const bench = await chains.bench();
    await bench.enable(await bench.wire('purchases', 'draft_from_low'));
    for (const [kind, lines] of FILES) {
      const file = { content: lines.join('\n') };
      const query = { create_missing: 'supplier' };
      const { result } = await importFile(bench.client as FileClient, { workspace: bench, kind, file, query });
      expect(result).toMatchObject({ created: lines.length - 1, rejected: 0 });
    }

    const low = await bench.list('inventory:part', 'available < min_stock');
    expect(low).toHaveLength((PARTS * 9) / 10);
    expect(low.filter(({ fields }) => fields['low_since'] === undefined)).toEqual([]);
    expect(await bench.list('inventory:part', 'available >= min_stock && low_since != null')).toEqual([]);
    const { body: bell } = await bench.client.get<Bell>(`${bench.path}/notifications?limit=200`);
    expect(bell.data.map(({ message }) => message)).toEqual([
      `${PARTS} stock items imported.`,
      '100 supplier parts imported.',
      `${PARTS} parts imported.`,
    ]);

    await until('a line for each low part', async () => {
      const orders = await bench.list('purchases:order', 'status == "draft"');
      return orders.reduce((sum, { fields }) => sum + Number(fields['line_count']), 0) === low.length;
    });
    await idleWires(bench);
    const orders = await bench.list('purchases:order', 'status == "draft"');
    expect(orders).toHaveLength(SUPPLIERS + 1);
    expect(new Set(orders.map(({ fields }) => fields['supplier'])).size).toBe(SUPPLIERS + 1);
    const lines = await bench.list('purchases:order_item', 'status == "pending"');
    expect(new Set(lines.map(({ fields }) => fields['part']))).toEqual(new Set(low.map(({ id }) => id)));
    expect(orders.map(({ fields }) => fields['open_lines'])).toEqual(orders.map(({ fields }) => fields['line_count']));
    expect(await bench.failures()).toEqual([]);
    const { body: after } = await bench.client.get<Bell>(`${bench.path}/notifications?limit=200`);
    expect(after.data).toHaveLength(FILES.length);
  });

  it('are not reported again when more of them is used, until they have recovered', async () => {
    const bench = await chains.bench();
    await importFile(bench.client as FileClient, {
      workspace: bench,
      kind: 'inventory:part',
      file: { content: 'name,min_stock,stock.qty\nTie,100,20\nNut,10,30' },
    });
    const [tie, nut] = await bench.list('inventory:part', 'min_stock > 0');
    await bench.do('inventory:use', tie!, { qty: 15 });
    expect(await bench.loggedEvents(tie!, 'inventory.stock.low')).toHaveLength(1);
    expect(await bench.loggedEvents(nut!, 'inventory.stock.low')).toEqual([]);
    await bench.do('inventory:add', tie!, { qty: 100 });
    await bench.do('inventory:use', tie!, { qty: 10 });
    expect(await bench.loggedEvents(tie!, 'inventory.stock.recovered')).toHaveLength(1);
    expect(await bench.loggedEvents(tie!, 'inventory.stock.low')).toHaveLength(2);
  });
});

describe('parts that an earlier version stored as low without a mark', () => {
  it('are marked and reported at the next start, with one notification; parts without stock so far are not', async () => {
    const bench = await chains.bench();
    const parts = await Promise.all(
      ['Tie', 'Nut'].map((name) => bench.add('inventory:part', { name, min_stock: 10, target_stock: 40 })),
    );
    const bare = await bench.add('inventory:part', { name: 'Bare', min_stock: 10 });
    const ample = await bench.add('inventory:part', { name: 'Ample', min_stock: 10 });
    for (const part of parts) await bench.do('inventory:add', part, { qty: 4 });
    await bench.do('inventory:add', ample, { qty: 40 });
    const messages = async () =>
      (await bench.client.get<Bell>(`${bench.path}/notifications?limit=200`)).body.data.map(({ message }) => message);
    const rung = (await messages()).length;
    await server.database.pool.query(`update record_inventory_part set fields = fields - 'low_since'`);
    await server.database.pool.query(`delete from upgrade where id like '%low_from_the_start'`);
    await server.restart();
    await until('the upgrade has notified', async () => (await messages()).length > rung);
    expect((await messages()).slice(0, -rung)).toEqual(['2 more parts are below their minimum.']);
    const marks = await Promise.all([...parts, bare, ample].map((part) => bench.readFields(part)));
    expect(marks.map(({ low_since: since }) => since !== undefined)).toEqual([true, true, false, false]);
    for (const part of parts) {
      const [, second] = await bench.loggedEvents(part, 'inventory.stock.low');
      expect(second?.payload).toMatchObject({ available: 4, minStock: 10, shortfall: 36 });
    }
    for (const part of [bare, ample]) expect(await bench.loggedEvents(part, 'inventory.stock.low')).toEqual([]);
  });
});
