import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
let device: Pick<ApiRecord, 'id' | 'kind'>;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  const registration = { name: 'Hall', version: '1', devices: [{ address: 'usb:1', name: 'Scale 1' }] };
  const { body } = await edge<{ devices: { id: string }[] }>('register', registration);
  device = { kind: 'devices:device', id: body.devices[0]?.id ?? '' };
});

const edge = <Body>(path: string, body: object) =>
  bench.client.post<Body>(`${bench.path}/modules/devices/edge/${path}`, body, { headers: { prefer: 'wait=20' } });
async function read(...readings: readonly object[]): Promise<void> {
  const { status, text } = await edge('respond', { readings: readings.map((one) => ({ device: device.id, ...one })) });
  if (status !== 200) throw new Error(text);
}
const weigh = (...grams: readonly number[]) => read(...grams.map((value) => ({ type: 'value', value, unit: 'g' })));
const link = (record: ApiRecord, mode: string) =>
  bench.do('devices:link', device, { to: { kind: record.kind, id: record.id }, mode });
async function addItem(
  qty: number,
  unit = 'g',
  fields: object = {},
): Promise<{ readonly part: ApiRecord; readonly item: ApiRecord }> {
  const part = await bench.add('inventory:part', { name: 'PLA', unit });
  return { part, item: await bench.add('inventory:stock_item', { part: part.id, qty, ...fields }) };
}
const qtyOf = async (item: ApiRecord) => (await bench.readFields(item))['qty'];
const appliedTimes = async () => (await bench.loggedEvents(device, 'devices.device.applied')).length;

describe('a scale that is linked to a spool', () => {
  it('sets the quantity less the weight of the container, and ignores a repeated value', async () => {
    const { item } = await addItem(1_000, 'g', { tare_g: 250 });
    await weigh(1_111);
    await link(item, 'set_stock');
    await weigh(992.5);
    await weigh(992.5);
    expect(await qtyOf(item)).toBe(742.5);
    await read({ type: 'value', value: 0.75, unit: 'kg' });
    expect(await qtyOf(item)).toBe(500);
    const { part } = await bench.readFields(item);
    const ledger = await bench.list('inventory:movement', `part == "${String(part)}" && type == "set"`);
    expect(ledger.map(({ fields: { qty_delta, via, reason } }) => [qty_delta, via, reason])).toEqual([
      [-257.5, 'wire', 'Scale 1: 992.5 g'],
      [-242.5, 'wire', 'Scale 1: 0.75 kg'],
    ]);
    expect([await appliedTimes(), await bench.failures()]).toEqual([2, []]);
  });

  it('changes nothing while the weight is below that of the container', async () => {
    const { item } = await addItem(1_000, 'g', { tare_g: 250 });
    await link(item, 'set_stock');
    await weigh(0);
    await weigh(-0.2);
    expect([await qtyOf(item), await appliedTimes(), await bench.failures()]).toEqual([1_000, 0, []]);
  });

  it('sets the last value, even if several values arrive at once', async () => {
    const { item } = await addItem(1_000);
    await link(item, 'set_stock');
    await weigh(900, 800, 700, 650);
    expect([await qtyOf(item), await bench.failures()]).toEqual([650, []]);
    const [first] = await bench.list('devices:reading', `device == "${device.id}" && value == 900`);
    expect(await bench.do('devices:apply_reading', device, { reading: first?.id })).toEqual({
      applied: false,
      reason: 'superseded',
    });
    expect(await bench.do('devices:apply_reading', device)).toEqual({ applied: false, reason: 'applied' });
    expect(await qtyOf(item)).toBe(650);
  });
});

describe('a scanner that is linked to a part', () => {
  it('uses one per scan, and applies each scan once', async () => {
    const { part, item } = await addItem(10, 'pcs');
    await link(part, 'use');
    await read({ type: 'scan', code: 'B-17' }, { type: 'scan', code: 'B-17' });
    expect(await qtyOf(item)).toBe(8);
    const [scan] = await bench.list('devices:reading', `device == "${device.id}"`);
    const again = await Promise.all(
      Array.from({ length: 3 }, () => bench.do('devices:apply_reading', device, { reading: scan?.id })),
    );
    expect(again).toEqual(Array.from({ length: 3 }, () => ({ applied: false, reason: 'applied' })));
    await read({ type: 'count', value: 3 });
    expect([await qtyOf(item), await bench.failures()]).toEqual([5, []]);
  });

  it('uses no more than the stock', async () => {
    const { part, item } = await addItem(1, 'pcs');
    await bench.enable(await bench.wire('devices', 'apply_scans'), false);
    await link(part, 'use');
    await read({ type: 'scan', code: 'B-17' }, { type: 'scan', code: 'B-17' });
    const scans = await bench.list('devices:reading', `device == "${device.id}"`);
    const answers = await Promise.all(
      scans.map(({ id }) => bench.run('devices:apply_reading', device, { reading: id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: { code: 'insufficient_stock', details: [{ path: '/record' }] },
    });
    expect([await qtyOf(item), await appliedTimes()]).toEqual([0, 1]);
  });
});

describe('a device that counts', () => {
  it('records the quantity in the open stock count, if there is one', async () => {
    const { part, item } = await addItem(10, 'pcs');
    await link(item, 'count');
    await read({ type: 'count', value: 9 });
    expect(await bench.do('devices:apply_reading', device)).toEqual({ applied: false, reason: 'no_count' });
    await bench.do('inventory:start_count', null, { scope: { parts: [part.id] } });
    await read({ type: 'count', value: 8 });
    const [open] = await bench.list('inventory:count', 'status == "open"');
    expect(open?.fields['lines']).toMatchObject([{ stock_item: item.id, counted: 8 }]);
    expect([await qtyOf(item), await appliedTimes(), await bench.failures()]).toEqual([10, 1, []]);
  });
});

describe('a device that is linked to a deleted record, or only for lookup', () => {
  it('skips a reading in mode lookup, and records the reason of one that cannot be applied', async () => {
    const { item } = await addItem(10, 'pcs');
    await link(item, 'lookup');
    await read({ type: 'scan', code: 'B-17' });
    expect(await bench.do('devices:apply_reading', device)).toEqual({ applied: false, reason: 'lookup' });
    await link(item, 'use');
    const removal = { operations: [{ op: 'delete', id: item.id }] };
    await bench.client.post(`${bench.path}/modules/inventory/records/stock_item/batch`, removal);
    await read({ type: 'scan', code: 'B-17' });
    expect(await bench.failures()).toMatchObject([{ code: 'not_found' }]);
    expect(await appliedTimes()).toBe(0);
  });
});
