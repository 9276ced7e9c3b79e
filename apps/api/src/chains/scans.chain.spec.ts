import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endedJob, startShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ApiRecord, type ChainBench, type Chains } from './start-chains.js';

const GS = '\x1d';
let chains: Chains;
let bench: ChainBench;
let chip: ApiRecord;
let offer: ApiRecord;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  chip = await bench.add('inventory:part', { name: 'Converter', packs: [{ unit: 'tube', qty: 25 }] });
  const supplier = await bench.add('purchases:supplier', { name: 'DigiKey', currency: 'EUR' });
  offer = await bench.add('purchases:supplier_part', { supplier: supplier.id, part: chip.id, sku: '296-6501-1-ND' });
});

interface Scan {
  readonly data: object;
  readonly records: readonly { readonly kind: string; readonly id: string; readonly matched: string }[];
  readonly record: ApiRecord;
  readonly error: { readonly code: string };
}
const label = `[)>\x1e06${GS}PMY-REF${GS}1PTLC5540INSR${GS}30P296-6501-1-ND${GS}1T3025${GS}Q50\x1e\x04`;
const act = (body: object) => bench.client.post<Scan>(`${bench.path}/scan`, body);

describe('the label of a distributor', () => {
  it('leads by the number of the supplier to the part', async () => {
    const { body } = await bench.client.get<Scan>(`${bench.path}/scan?code=${encodeURIComponent(label)}`);
    expect(body.data).toEqual({ part_number: '296-6501-1-ND', mpn: 'TLC5540INSR', lot: '3025', quantity: 50 });
    expect(body.records).toMatchObject([
      { kind: 'purchases:supplier_part', id: offer.id, matched: 'sku' },
      { kind: 'inventory:part', id: chip.id, matched: 'part' },
    ]);
  });

  it('books its quantity and lot on the part, and less if the request names less', async () => {
    expect((await act({ code: label, action: 'inventory:add' })).body.record.fields).toMatchObject({ on_hand: 50 });
    const used = await act({ code: label, action: 'inventory:use', input: { qty: 1, unit: 'tube' } });
    expect(used.body.record.fields).toMatchObject({ on_hand: 25 });
    const [item] = await bench.list('inventory:stock_item', `part == "${chip.id}"`);
    expect(item?.fields).toMatchObject({ lot: '3025', qty: 25 });
  });
});

describe('a part in kilograms', () => {
  it('is ordered in grams, received in pounds, and printed in grams', async () => {
    const resin = await bench.add('inventory:part', { name: 'PLA', unit: 'kg', material: { color_hex: 'Tomato' } });
    const supplier = await bench.add('purchases:supplier', { name: 'Resins & Co', currency: 'EUR' });
    const order = await bench.add('purchases:order', { supplier: supplier.id });
    const price = { amount: '0.02', currency: 'EUR' };
    const line = await bench.add('purchases:order_item', {
      order: order.id,
      part: resin.id,
      qty: 2000,
      unit: 'g',
      unit_price: price,
    });
    expect(line.fields).toMatchObject({ stock_qty: 2, pack_qty: 0.001, total: { amount: '40.00', currency: 'EUR' } });
    await bench.do('purchases:place', order);
    await bench.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 1, unit: 'lb' }] });
    expect(await bench.readFields(resin)).toMatchObject({ on_hand: 0.453592, on_order: 1.546408 });
    const [spool] = await bench.list('inventory:stock_item', `part == "${resin.id}"`);
    const cost = spool?.fields['unit_cost'] as { readonly amount: string };
    expect(Number(cost.amount)).toBe(20);
    const machine = await bench.add('digifab:machine', { name: 'P1', loaded: [{ slot: 0, stock_item: spool?.id }] });
    const loaded = (await bench.readFields(machine))['loaded'];
    expect(loaded).toMatchObject([{ color_hex: '#ff6347' }]);
  });
});

describe('an import', () => {
  it('takes a column of units, and refuses rows of which the unit does not convert', async () => {
    const flour = await bench.add('inventory:part', { name: 'Flour', unit: 'g' });
    const path = `${bench.path}/modules/inventory/records/stock_item/import`;
    const rows = [
      ['part', 'qty', 'unit'],
      [flour.id, '1.5', 'kg'],
      [flour.id, '2', 'ml'],
    ];
    const job = await bench.client.post<{ id: string }>(path, rows.map((row) => row.join(',')).join('\n'), {
      headers: { 'content-type': 'text/csv', prefer: 'wait=20' },
    });
    expect(job.status).toBe(202);
    const end = await endedJob(
      async () => (await bench.client.get<{ state: string }>(`${bench.path}/jobs/${job.body.id}`)).body,
    );
    expect(end).toMatchObject({ state: 'succeeded', result: { created: 1, rejected: 1 } });
    expect(await bench.readFields(flour)).toMatchObject({ on_hand: 1500 });
  });
});
