import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShippedServer, until } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let chains: Chains;
let shop: ChainBench;
beforeAll(async () => {
  chains = chainsOn(await startShippedServer());
  shop = await chains.bench();
});
afterAll(() => chains.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });

interface Bought {
  readonly part: ApiRecord;
  readonly order: ApiRecord;
  readonly line: ApiRecord;
}

/** A placed order of packs of a hundred screws at 3.90. */
async function ordered({ qty = 3, ...fields }: Readonly<Record<string, unknown>> = {}): Promise<Bought> {
  const part = await shop.add('inventory:part', { name: 'Screw', ...fields });
  const supplier = await shop.add('purchases:supplier', { name: 'Bolts & Co' });
  const pack = await shop.add('purchases:supplier_part', {
    supplier: supplier.id,
    part: part.id,
    sku: `P-${part.id}`,
    pack_qty: 100,
    price_breaks: [{ min_qty: 1, unit_price: '3.90', currency: 'EUR' }],
  });
  const order = await shop.add('purchases:order', { supplier: supplier.id });
  const line = await shop.add('purchases:order_item', { order: order.id, supplier_part: pack.id, qty });
  await shop.do('purchases:place', order);
  return { part, order, line };
}

const levels = async (part: ApiRecord) => {
  const { on_hand, available, on_order } = await shop.readFields(part);
  return { on_hand, available, on_order };
};
const itemsOf = (part: ApiRecord) => shop.list('inventory:stock_item', `part == "${part.id}"`);
const receiptsOf = (order: ApiRecord) => shop.list('purchases:receipt', `order == "${order.id}"`);

describe('purchases.order_item.received adds the received stock', () => {
  it('in stock units, with the unit cost and location of the receipt, once, and the run records it', async () => {
    const { part, order, line } = await ordered();
    const bin = await shop.add('spaces:location', { name: 'Bin' });
    expect(await levels(part)).toEqual({ on_hand: 0, available: 0, on_order: 300 });
    const { body } = await shop.run('purchases:receive', order, {
      lines: [{ order_item: line.id, qty: 2, location: bin.id, lot: 'L1' }],
    });
    expect(await levels(part)).toEqual({ on_hand: 200, available: 200, on_order: 100 });
    expect((await shop.readFields(part))['stock_value']).toEqual(eur('7.8000'));
    const [receipt] = await receiptsOf(order);
    expect((await itemsOf(part))[0]?.fields).toMatchObject({
      qty: 200,
      lot: 'L1',
      location: bin.id,
      unit_cost: eur('0.0390'),
      source: { kind: 'purchases:receipt', id: receipt?.id },
      supplier_part: (await shop.readFields(line))['supplier_part'],
    });
    const received = body.events.find(({ name }) => name === 'purchases.order_item.received');
    const wire = await shop.wire('purchases', 'stock_received');
    const runs = (await shop.runs(wire)).filter(({ event_id }) => event_id === received?.id);
    expect(runs).toMatchObject([{ state: 'succeeded' }]);
    const [changed] = await shop.loggedEvents(part, 'inventory.stock.changed');
    expect(changed).toMatchObject({
      cause: { wire_id: wire.id, run_id: runs[0]?.id, event_id: received?.id },
      payload: { type: 'receive', delta: 200, reason: `Received: ${order.title}` },
    });
  });

  it('with the condition, serial numbers and lots of the receipt', async () => {
    const part = await shop.add('inventory:part', { name: 'Motor', tracking: 'serial' });
    const supplier = await shop.add('purchases:supplier', { name: 'Motors & Co' });
    const order = await shop.add('purchases:order', { supplier: supplier.id });
    const line = await shop.add('purchases:order_item', { order: order.id, part: part.id, qty: 3 });
    await shop.do('purchases:place', order);
    await shop.do('purchases:receive', order, {
      lines: [
        { order_item: line.id, qty: 2, serials: ['M1', 'M2'] },
        { order_item: line.id, qty: 1, status: 'damaged' },
      ],
    });
    const items = (await itemsOf(part)).map(({ fields: { serial, status } }) => `${String(serial)} ${String(status)}`);
    expect(items.toSorted()).toEqual(['M1 ok', 'M2 ok', 'undefined damaged']);
    expect(await levels(part)).toEqual({ on_hand: 3, available: 2, on_order: 0 });
  });

  it('but not for a line without a part, and not if the wire is disabled', async () => {
    const carrier = await shop.add('purchases:supplier', { name: 'Freight & Co' });
    const freight = await shop.add('purchases:order', { supplier: carrier.id });
    await shop.add('purchases:order_item', { order: freight.id, description: 'Freight', qty: 1 });
    await shop.do('purchases:place', freight);
    const wire = await shop.wire('purchases', 'stock_received');
    const before = (await shop.runs(wire)).length;
    await shop.do('purchases:mark_arrived', freight);
    expect((await shop.runs(wire)).slice(before).filter(({ state }) => state !== 'skipped')).toEqual([]);

    const { part, order } = await ordered();
    await shop.enable(wire, false);
    await shop.do('purchases:mark_arrived', order);
    expect(await levels(part)).toEqual({ on_hand: 0, available: 0, on_order: 0 });
    const [receipt] = await receiptsOf(order);
    await shop.do('purchases:reverse_receipt', receipt ?? order, { reason: 'Wrong' });
    expect(await levels(part)).toEqual({ on_hand: 0, available: 0, on_order: 300 });
    await shop.enable(wire);
  });
});

describe('purchases.order_item.unreceived removes the received stock', () => {
  it('from the very items of the receipt, once, although the action and the wire both do it', async () => {
    const { part, order, line } = await ordered();
    await shop.do('inventory:add', part, { qty: 50, lot: 'Old' });
    await shop.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 1, lot: 'New' }] });
    await shop.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 2, lot: 'Newer' }] });
    const [first] = await receiptsOf(order);
    await shop.do('purchases:reverse_receipt', first ?? order, { reason: 'Counted twice' });
    expect(await levels(part)).toEqual({ on_hand: 250, available: 250, on_order: 100 });
    expect((await itemsOf(part)).map(({ fields: { lot, qty } }) => [lot, qty])).toEqual([
      ['Old', 50],
      ['New', 0],
      ['Newer', 200],
    ]);
    const wire = await shop.wire('purchases', 'stock_unreceived');
    const [unreceived] = await shop.loggedEvents(order, 'purchases.order_item.unreceived');
    const runs = (await shop.runs(wire)).filter(({ event_id }) => event_id === unreceived?.id);
    expect(runs).toMatchObject([{ state: 'succeeded' }]);
    expect(await shop.loggedEvents(part, 'inventory.stock.changed')).toHaveLength(4);
  });

  it('even if it is reversed before the wire of the receipt has run', async () => {
    const { part, order } = await ordered();
    await shop.run('purchases:mark_arrived', order, {}, {});
    const [receipt] = await receiptsOf(order);
    await shop.do('purchases:reverse_receipt', receipt ?? order, { reason: 'At once' });
    // Both wires have run by now, in either order.
    await shop.do('inventory:add', part, { qty: 1 });
    expect(await settledLevels(part)).toEqual({ on_hand: 1, available: 1, on_order: 300 });
  });

  it('and is refused as a whole if some of it was used', async () => {
    const { part, order } = await ordered();
    await shop.do('purchases:mark_arrived', order);
    await shop.do('inventory:use', part, { qty: 1 });
    const [receipt] = await receiptsOf(order);
    const { status, body } = await shop.run('purchases:reverse_receipt', receipt ?? order, { reason: 'Wrong' });
    expect([status, body.error.code]).toEqual([409, 'insufficient_stock']);
    expect(await levels(part)).toEqual({ on_hand: 299, available: 299, on_order: 0 });
    expect(await shop.readFields(order)).toMatchObject({ status: 'arrived' });
  });
});

/** The quantities, once no event of the receipts of the part is pending. */
async function settledLevels(part: ApiRecord) {
  await until('both events have their movement', async () => {
    const movements = await shop.list('inventory:movement', `part == "${part.id}"`);
    return movements.filter(({ fields }) => fields['cause_key'] !== undefined).length === 2;
  });
  return levels(part);
}

describe('inventory.stock.low drafts an order', () => {
  async function lowPart(): Promise<{ readonly part: ApiRecord; readonly supplier: ApiRecord }> {
    const part = await shop.add('inventory:part', { name: 'Resistor', min_stock: 50, target_stock: 200 });
    const supplier = await shop.add('purchases:supplier', { name: 'Volts & Co' });
    await shop.add('purchases:supplier_part', {
      supplier: supplier.id,
      part: part.id,
      sku: 'R-1',
      pack_qty: 100,
      moq: 3,
      preferred: true,
    });
    await shop.do('inventory:add', part, { qty: 60 });
    return { part, supplier };
  }
  const draftsOf = (supplier: ApiRecord) =>
    shop.list('purchases:order', `supplier == "${supplier.id}" && status == "draft"`);

  it('but only after the wire is enabled', async () => {
    const { part, supplier } = await lowPart();
    await shop.do('inventory:use', part, { qty: 20 });
    expect(await shop.loggedEvents(part, 'inventory.stock.low')).toHaveLength(1);
    expect(await draftsOf(supplier)).toEqual([]);
    expect(await shop.wire('purchases', 'draft_from_low')).toMatchObject({ enabled: false });
  });

  it('for the missing quantity, in packs and at least the minimum; not again while it is drafted or on order', async () => {
    const wire = await shop.wire('purchases', 'draft_from_low');
    await shop.enable(wire);
    const { part, supplier } = await lowPart();
    await shop.do('inventory:use', part, { qty: 20 });
    const [draft, ...more] = await draftsOf(supplier);
    expect(more).toEqual([]);
    const [line] = await shop.list('purchases:order_item', `order == "${draft?.id}"`);
    expect(line?.fields).toMatchObject({ part: part.id, qty: 3, stock_qty: 300 });
    const [low] = await shop.loggedEvents(part, 'inventory.stock.low');
    const [run] = (await shop.runs(wire)).filter(({ event_id }) => event_id === low?.id);
    expect(run).toMatchObject({ state: 'succeeded' });
    expect(await shop.loggedEvents(draft ?? part, 'purchases.order.created')).toMatchObject([
      { cause: { wire_id: wire.id, run_id: run?.id, event_id: low?.id } },
    ]);

    await shop.do('inventory:add', part, { qty: 20 });
    await shop.do('inventory:use', part, { qty: 20 });
    expect(await draftsOf(supplier)).toHaveLength(1);
    await shop.do('purchases:place', draft ?? part);
    await shop.do('inventory:add', part, { qty: 20 });
    await shop.do('inventory:use', part, { qty: 20 });
    expect(await draftsOf(supplier)).toEqual([]);
    const lows = (await shop.loggedEvents(part, 'inventory.stock.low')).map(({ payload }) => [
      payload['onOrder'],
      payload['shortfall'],
    ]);
    expect(lows).toEqual([
      [0, 160],
      [0, 160],
      [300, 0],
    ]);
    await shop.do('purchases:mark_arrived', draft ?? part);
    expect(await levels(part)).toEqual({ on_hand: 340, available: 340, on_order: 0 });
    await shop.enable(wire, false);
  });
});

describe('purchases.order.arrived unblocks tasks that need the order', () => {
  it('when the last of it has arrived, and not before', async () => {
    const { order, line } = await ordered();
    const task = await shop.add('projects:task', { title: 'Assemble' });
    const needs = { kind: order.kind, id: order.id };
    await shop.do('projects:add_dependency', task, { needs, condition: { event: 'purchases.order.arrived' } });
    expect(await shop.readFields(task)).toMatchObject({ blocked: true });
    await shop.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 1 }] });
    expect(await shop.readFields(task)).toMatchObject({ blocked: true });
    await shop.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 2 }] });
    expect(await shop.readFields(task)).toMatchObject({ blocked: false });
    const wire = await shop.wire('projects', 'satisfy_on_arrival');
    const [arrived] = await shop.loggedEvents(order, 'purchases.order.arrived');
    expect(await shop.loggedEvents(task, 'projects.task.unblocked')).toMatchObject([
      { cause: { wire_id: wire.id, event_id: arrived?.id } },
    ]);
    expect((await shop.runs(wire)).filter(({ event_id }) => event_id === arrived?.id)).toMatchObject([
      { state: 'succeeded' },
    ]);
  });
});

describe('a location that is archived', () => {
  it('moves its stock to another location, with movements in the ledger', async () => {
    const part = await shop.add('inventory:part', { name: 'Washer' });
    const [old, bin] = [
      await shop.add('spaces:location', { name: 'Old bin' }),
      await shop.add('spaces:location', { name: 'New bin' }),
    ];
    await shop.do('inventory:add', part, { qty: 7, location: old.id });
    expect((await shop.run('spaces:archive', old)).body.error.code).toBe('spaces_location_not_empty');
    await shop.do('spaces:archive', old, { move_contents_to: bin.id });
    expect((await itemsOf(part)).map(({ fields }) => fields['location'])).toEqual([bin.id]);
    const movements = await shop.list('inventory:movement', `part == "${part.id}"`);
    expect(movements.map(({ fields }) => fields['type'])).toEqual(['add', 'move']);
  });
});
