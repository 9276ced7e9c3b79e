import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);

describe('setting stock', () => {
  it('sets the quantity up or down, and the time of the count', async () => {
    const { part, items } = await room.stocked([10]);
    for (const qty of [12, 4]) await room.do('set', items[0]!, { qty });
    expect((await room.movements(part)).map(({ fields }) => [fields.type, fields.qty_delta])).toEqual([
      ['add', 10],
      ['set', 2],
      ['set', -8],
    ]);
    const counted = [await room.read(part), await room.read(items[0]!)].map(({ fields }) => fields.last_counted_at);
    expect(counted).toEqual([expect.any(String), counted[0]]);
  });

  it('records a count without a difference, without a movement', async () => {
    const { part } = await room.stocked([10]);
    const { result, events } = await room.do('set', part, { qty: 10 });
    expect([result.movements, events]).toEqual([[], []]);
    expect((await room.read(part)).fields.last_counted_at).toEqual(expect.any(String));
  });

  it('accepts a part with at most one item, and refuses several', async () => {
    const empty = await room.addPart();
    await room.do('set', empty, { qty: 3 });
    expect(await room.levels(empty)).toMatchObject({ onHand: 3 });
    const { part } = await room.stocked([1, 2]);
    const { status, body } = await room.run('set', part, { qty: 3 });
    expect([status, body.error.details[0]?.code]).toEqual([409, 'several_items']);
  });

  it('subtracts the weight of the container', async () => {
    const part = await room.addPart({ unit: 'g', material: { material: 'PLA', tare_weight_g: 200 } });
    const spool = await room.addItem(part, { qty: 1000 });
    const own = await room.addItem(part, { qty: 1000, tare_g: 250.5 });
    await room.do('set', spool, { gross_weight_g: 942.5 });
    await room.do('set', own, { gross_weight_g: 942.5 });
    expect([await room.qtyOf(spool), await room.qtyOf(own)]).toEqual([742.5, 692]);
    const kilos = await room.addPart({ unit: 'kg' });
    await room.do('set', kilos, { gross_weight_g: 1234.5 });
    expect(await room.levels(kilos)).toMatchObject({ onHand: 1.2345 });
  });

  it('refuses a weight for another unit, below the container, or together with a quantity', async () => {
    const spool = await room.addItem(await room.addPart({ unit: 'g', material: { tare_weight_g: 200 } }));
    const screws = await room.addItem(await room.addPart());
    const answers = [
      await room.run('set', spool, { gross_weight_g: 199 }),
      await room.run('set', screws, { gross_weight_g: 199 }),
      await room.run('set', spool, { gross_weight_g: 300, qty: 5 }),
      await room.run('set', spool, {}),
      await room.run('set', spool, { qty: -1 }),
    ];
    expect(statuses(answers)).toEqual([422, 422, 422, 422, 422]);
    expect(await room.qtyOf(spool)).toBe(10);
  });

  it('keeps the last of twenty concurrent writes and a consistent ledger', async () => {
    const { part, items } = await room.stocked([10]);
    await Promise.all(Array.from({ length: 20 }, (_, qty) => room.do('set', items[0]!, { qty })));
    const sum = (await room.movements(part)).reduce((total, { fields }) => total + fields.qty_delta, 0);
    expect(sum).toBe(await room.qtyOf(items[0]!));
    expect(await room.levels(part)).toMatchObject({ onHand: sum });
  });
});

describe('moving stock', () => {
  it('moves an item and emits both locations', async () => {
    const [from, to] = [await room.addLocation(), await room.addLocation()];
    const part = await room.addPart();
    const item = await room.addItem(part, { location: from.id });
    const { events } = await room.do('move', item, { to_location: to.id });
    expect(events.map(({ name }) => name)).toEqual(['inventory.stock_item.moved']);
    const [moved] = await room.eventsOf(item, 'inventory.stock_item.moved');
    expect(moved?.payload).toMatchObject({ fromLocationId: from.id, toLocationId: to.id, qty: 10 });
    expect((await room.movements(part)).at(-1)?.fields).toMatchObject({
      type: 'move',
      qty_delta: 0,
      from_location: from.id,
      to_location: to.id,
    });
  });

  it('splits an item that is moved in part, without changing the stock of the part or emitting stock events', async () => {
    const part = await room.addPart({ min_stock: 9 });
    const item = await room.addItem(part, { qty: 10, lot: 'L1' });
    const to = await room.addLocation();
    const { events } = await room.do('move', item, { to_location: to.id, qty: 4 });
    expect(new Set(events.map(({ name }) => name))).toEqual(
      new Set(['inventory.stock_item.created', 'inventory.stock_item.split', 'inventory.stock_item.moved']),
    );
    const items = (await room.items(part)).map(({ fields: { qty, location, lot } }) => ({ qty, location, lot }));
    expect(items).toEqual([
      { qty: 6, location: undefined, lot: 'L1' },
      { qty: 4, location: to.id, lot: 'L1' },
    ]);
    expect(await room.levels(part)).toEqual({ onHand: 10, reserved: 0, available: 10 });
  });

  it('moves a quantity of a part in the order of use', async () => {
    const { part, items } = await room.stocked([3, 5]);
    const to = await room.addLocation();
    await room.do('move', part, { to_location: to.id, qty: 4 });
    expect([await room.qtyOf(items[0]!), await room.qtyOf(items[1]!)]).toEqual([3, 4]);
    await room.do('move', part, { to_location: to.id });
    const places = (await room.items(part)).map(({ fields }) => fields.location);
    expect(new Set(places)).toEqual(new Set([to.id]));
    expect((await room.do('move', part, { to_location: to.id })).result.movements).toEqual([]);
  });

  it('refuses more than there is, and an unknown location', async () => {
    const { part, items } = await room.stocked([3]);
    const to = await room.addLocation();
    const answers = [
      await room.run('move', items[0]!, { to_location: to.id, qty: 4 }),
      await room.run('move', items[0]!, { to_location: part.id }),
      await room.run('move', items[0]!, { to_location: part.id, qty: 1 }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
      [409, '/input/qty'],
      [422, '/input/to_location'],
      [422, '/input/to_location'],
    ]);
  });
});
