import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer, until } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let bench: ChainBench;
let project: ApiRecord;
let task: ApiRecord;
let supplier: ApiRecord;
let bolt: ApiRecord;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  project = await bench.add('projects:project', { name: 'Shed', budget: eur('100') });
  task = await bench.add('projects:task', { title: 'Walls', project: project.id });
  supplier = await bench.add('purchases:supplier', { name: 'Acme', currency: 'EUR' });
  bolt = await bench.add('inventory:part', { name: 'Bolt' });
});

function eur(amount: string) {
  return { amount, currency: 'EUR' };
}
const cost = async (of: ApiRecord = project) =>
  ((await bench.readFields(of))['cost_to_date'] as { amount: string } | undefined)?.amount;
const stock = (fields: object = {}) =>
  bench.add('inventory:stock_item', { part: bolt.id, qty: 100, unit_cost: eur('0.50'), ...fields });
const ref = ({ kind, id }: ApiRecord) => ({ kind, id });
async function ordered(fields: object = {}, line: object = {}) {
  const order = await bench.add('purchases:order', { supplier: supplier.id, project: project.id, ...fields });
  await bench.add('purchases:order_item', { order: order.id, part: bolt.id, qty: 10, unit_price: eur('2'), ...line });
  return order;
}

describe('the cost of a project', () => {
  it('is the stock used for it and for its tasks, less returns', async () => {
    await stock();
    expect(await cost()).toBeUndefined();
    await bench.do('inventory:use', bolt, { qty: 10, for: ref(project) });
    expect(await cost()).toBe('5.0000');
    const used = await bench.do('inventory:use', bolt, { qty: 4, for: ref(task) });
    expect(await cost()).toBe('7.0000');
    await bench.do('inventory:use', bolt, { qty: 1 });
    const [{ id = '' } = {}] = used['movements'] as { id: string }[];
    await bench.do('inventory:reverse', { kind: 'inventory:movement', id }, { reason: 'wrong task' });
    expect(await cost()).toBe('5.0000');
    const [found] = await bench.list('projects:project', 'cost_to_date.amount == 5.0');
    expect(found?.id).toBe(project.id);
  });

  it('is what was paid for a pack of which every piece was used, and nothing once all are back', async () => {
    const pack = await bench.add('purchases:supplier_part', {
      supplier: supplier.id,
      part: bolt.id,
      sku: 'P-13',
      pack_qty: 13,
    });
    const order = await ordered({ project: undefined }, { supplier_part: pack.id, qty: 1, unit_price: eur('15.00') });
    await bench.do('purchases:place', order);
    await bench.do('purchases:mark_arrived', order);
    await until('the pack is on hand', async () => (await bench.readFields(bolt))['on_hand'] === 13);
    expect((await bench.readFields(bolt))['stock_value']).toEqual(eur('15.0000'));
    for (let piece = 0; piece < 13; piece += 1) await bench.do('inventory:use', bolt, { qty: 1, for: ref(project) });
    expect(await cost()).toBe('15.0000');
    await bench.do('inventory:return_leftovers', null, { for: ref(project), lines: [{ part: bolt.id, qty: 13 }] });
    expect(await cost()).toBeUndefined();
    expect((await bench.readFields(bolt))['stock_value']).toEqual(eur('15.0000'));
  });

  it('is the cost of parts that its builds consume, less reversals', async () => {
    await stock();
    const box = await bench.add('inventory:part', { name: 'Box', is_assembly: true });
    await bench.add('inventory:bom_line', { assembly: box.id, component: bolt.id, qty_per: 4 });
    const build = await bench.add('inventory:build', { assembly: box.id, qty: 2, project: project.id });
    await bench.do('inventory:issue_build', build);
    await bench.do('inventory:complete_output', build, { qty: 2 });
    expect(await cost()).toBe('4.0000');
    await bench.do('inventory:reverse_build_output', build, { reason: 'does not fit' });
    expect(await cost()).toBeUndefined();
  });

  it('is the cost of its placed orders, with shipping, without cancelled quantities', async () => {
    const order = await ordered({ shipping: eur('5') });
    expect(await cost()).toBeUndefined();
    await bench.do('purchases:place', order);
    expect(await cost()).toBe('25.0000');
    const [line] = await bench.list('purchases:order_item', `order == "${order.id}"`);
    await bench.do('purchases:receive', order, { lines: [{ order_item: line?.id, qty: 4 }] });
    await bench.do('purchases:close_short', order);
    expect(await cost()).toBe('13.0000');
    const other = await bench.add('projects:project', { name: 'Fence' });
    const path = `${bench.path}/modules/purchases/records/order/${order.id}`;
    await bench.client.patch(path, { fields: { project: other.id } });
    expect([await cost(), await cost(other)]).toEqual([undefined, '13.0000']);
    const given = await ordered({}, { qty: 1 });
    await bench.do('purchases:place', given);
    await bench.do('purchases:cancel', given);
    expect(await cost()).toBeUndefined();
  });

  it('does not count parts twice that were bought for it and then used', async () => {
    const order = await ordered();
    await bench.do('purchases:place', order);
    await bench.do('purchases:mark_arrived', order);
    const [item] = await bench.list('inventory:stock_item', `part == "${bolt.id}"`);
    expect(item?.fields).toMatchObject({ qty: 10, project: project.id });
    await bench.do('inventory:use', bolt, { qty: 3, for: ref(task) });
    expect(await cost()).toBe('20.0000');
    expect(await bench.failures()).toEqual([]);
  });

  it('loses no update under concurrent uses', async () => {
    const items = await Promise.all([1, 2, 3, 4].map((n) => stock({ lot: `L${n}` })));
    const answers = await Promise.all(
      items.flatMap((item) => [1, 2].map(() => bench.run('inventory:use', item, { qty: 2, for: ref(task) }))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await cost()).toBe('8.0000');
  });

  it('is not tracked without the module projects', async () => {
    await stock();
    const answer = await bench.client.patch(`${bench.path}/modules/digifab`, { enabled: false });
    expect(answer.status).toBe(200);
    expect((await bench.client.patch(`${bench.path}/modules/projects`, { enabled: false })).status).toBe(200);
    const used = await bench.run('inventory:use', bolt, { qty: 1, for: ref(bolt) });
    expect(used.status).toBe(200);
    const order = await bench.add('purchases:order', { supplier: supplier.id });
    await bench.add('purchases:order_item', { order: order.id, part: bolt.id, qty: 1, unit_price: eur('2') });
    await bench.do('purchases:place', order);
    await bench.do('purchases:mark_arrived', order);
    expect(await bench.failures()).toEqual([]);
  });
});
