import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from './part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

describe('a part', () => {
  it('emits one created event, alone or in a batch', async () => {
    const part = await room.addPart({ name: 'Bolt', ipn: 'B-1' });
    expect(await room.eventsOf(part)).toEqual([
      expect.objectContaining({
        name: 'inventory.part.created',
        payload: expect.objectContaining({ partId: part.id, ipn: 'B-1' }),
      }),
    ]);
    const { body } = await room.batch(
      'inventory:part',
      ['C', 'D'].map((name) => ({ op: 'create', fields: { name } })),
    );
    for (const { record } of body.results)
      expect((await room.eventsOf(record)).map(({ name }) => name)).toEqual(['inventory.part.created']);
  });

  it('computes its quantities from its stock only', async () => {
    const part = await room.addPart();
    expect(part.fields).toMatchObject({ on_hand: 0, available: 0, reserved: 0, on_order: 0, status: 'active' });
    for (const field of ['on_hand', 'available', 'reserved', 'stock_value']) {
      const { status, body } = await room.change(part, { [field]: 5 });
      expect([status, body.error.details[0]?.path]).toEqual([422, `/fields/${field}`]);
    }
  });

  it('gets the unit of its category by default, else pcs', async () => {
    const category = await room.add('inventory:category', { name: 'Wire', default_unit: 'm' });
    const parts = [
      await room.addPart({ category: category.id }),
      await room.addPart({ category: category.id, unit: 'kg' }),
      await room.addPart(),
    ];
    expect(parts.map(({ fields }) => fields.unit)).toEqual(['m', 'kg', 'pcs']);
  });

  it('keeps its unit once its stock has moved', async () => {
    const { part } = await room.stocked([1]);
    const { status, body } = await room.change(part, { unit: 'm' });
    expect([status, body.error.details[0]?.path]).toEqual([409, '/fields/unit']);
    expect((await room.change(await room.addPart(), { unit: 'm' })).status).toBe(200);
  });

  it('can be deleted until its stock has moved, and emits an event', async () => {
    const unused = await room.addPart();
    expect((await room.remove(unused)).status).toBe(204);
    expect((await room.eventsOf(unused)).at(-1)?.name).toBe('inventory.part.deleted');

    const { part, items } = await room.stocked([1]);
    expect((await room.remove(items[0]!)).status).toBe(204);
    const { status, body } = await room.remove(part);
    expect([status, body.error.code]).toEqual([409, 'in_use']);
    expect(body.error.message).toMatch(/Retire it/);
  });

  it('has a unique part number', async () => {
    await room.addPart({ ipn: 'X-1' });
    const { status, body } = await room.create('inventory:part', { name: 'Other', ipn: 'X-1' });
    expect([status, body.error.details[0]?.path]).toEqual([409, '/fields/ipn']);
  });

  it('emits no updated event when only its stock changes', async () => {
    const { part } = await room.stocked([5]);
    await room.do('use_one', part);
    await room.change(part, { min_stock: 1 });
    const updates = await room.eventsOf(part, 'inventory.part.updated');
    expect(updates.map(({ payload }) => payload['changes'])).toEqual([{ min_stock: { from: null, to: 1 } }]);
  });
});

describe('the life of a part', () => {
  it('goes from draft through active and deprecated to obsolete, and back', async () => {
    const part = await room.addPart({ status: 'draft' });
    const statuses: unknown[] = [];
    for (const action of ['activate', 'retire', 'retire', 'activate'])
      statuses.push((await room.do(action, part)).record.fields['status']);
    expect(statuses).toEqual(['active', 'deprecated', 'obsolete', 'active']);
    const names = (await room.eventsOf(part)).map(({ name }) => name).filter((name) => !name.endsWith('.updated'));
    expect(names).toEqual([
      'inventory.part.created',
      'inventory.part.status_changed',
      'inventory.part.status_changed',
      'inventory.part.status_changed',
      'inventory.part.archived',
      'inventory.part.status_changed',
    ]);
  });

  it('refuses unknown transitions, and direct writes of the status', async () => {
    const part = await room.addPart();
    expect((await room.run('activate', part)).status).toBe(409);
    const { status, body } = await room.change(part, { status: 'obsolete' });
    expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
    expect(body.error.message).toMatch(/inventory:retire/);
    expect((await room.create('inventory:part', { name: 'Old', status: 'gone' })).status).toBe(422);
  });

  it.each(['draft', 'obsolete'])('does not retire from %s', async (status) => {
    const part = await room.addPart({ status });
    expect(await room.refusalOf('retire', part)).toEqual({
      status: 409,
      code: 'invalid_transition',
      details: ['/record invalid_transition'],
    });
    expect((await room.read(part)).fields.status).toBe(status);
  });
});

describe('low stock', () => {
  const crossings = async (part: Part) =>
    (await room.eventsOf(part)).map(({ name }) => name).filter((name) => /stock\.(low|recovered|depleted)$/.test(name));

  it('is emitted once when the available quantity falls below the minimum, until it recovers', async () => {
    const { part } = await room.stocked([6], { min_stock: 5, target_stock: 20 });
    await room.do('use_one', part);
    const before = await crossings(part);
    await room.do('use_one', part);
    await room.do('use_one', part);
    expect([before, await crossings(part)]).toEqual([[], ['inventory.stock.low']]);
    expect((await room.read(part)).fields).toHaveProperty('low_since');
    const [low] = await room.eventsOf(part, 'inventory.stock.low');
    expect(low?.payload).toMatchObject({
      partId: part.id,
      partName: part.title,
      available: 4,
      onHand: 4,
      onOrder: 0,
      minStock: 5,
      targetStock: 20,
      shortfall: 16,
    });
    await room.do('add', part, { qty: 10 });
    await room.do('use_up', part);
    expect((await crossings(part)).slice(1)).toEqual([
      'inventory.stock.recovered',
      'inventory.stock.depleted',
      'inventory.stock.low',
    ]);
  });

  it('recovers only if it was low before: enough first stock of a part is not back in stock', async () => {
    const part = await room.addPart({ min_stock: 5 });
    await room.do('add', part, { qty: 6 });
    expect(await crossings(part)).toEqual([]);
    expect(await room.eventsOf(part, 'inventory.part.stocked')).toMatchObject([
      { payload: { partId: part.id, available: 6, minStock: 5 } },
    ]);
    expect((await room.read(part)).fields).not.toHaveProperty('low_since');
    await room.do('use', part, { qty: 2 });
    await room.do('add', part, { qty: 2 });
    expect(await crossings(part)).toEqual(['inventory.stock.low', 'inventory.stock.recovered']);
    expect(await room.eventsOf(part, 'inventory.part.stocked')).toHaveLength(1);
  });

  it('begins with the first stock of a part that is less than its minimum, whatever posts it', async () => {
    const counted = async (part: Part) => {
      const { result } = await room.do<{ count: string }>('start_count', null, { scope: { parts: [part.id] } });
      const count = { kind: 'inventory:count', id: result.count };
      await room.do('record_find', count, { part: part.id, counted: 3 });
      await room.do('apply_count', count);
    };
    for (const post of [
      (part: Part) => room.do('add', part, { qty: 3 }),
      (part: Part) => room.addItem(part, { qty: 3 }),
      (part: Part) => room.addItem(part, { qty: 0 }),
      (part: Part) => room.batch('inventory:stock_item', [{ op: 'create', fields: { part: part.id, qty: 3 } }]),
      (part: Part) => room.do('reserve', part, { qty: 1, allow_short: true, for: { kind: part.kind, id: part.id } }),
      counted,
    ]) {
      const part = await room.addPart({ min_stock: 5, target_stock: 20 });
      await room.change(part, { description: 'No stock yet' });
      expect([await crossings(part), (await room.read(part)).fields.low_since]).toEqual([[], undefined]);
      await post(part);
      expect(await crossings(part)).toEqual(['inventory.stock.low']);
      const { available, low_since: since } = (await room.read(part)).fields;
      expect(since).toEqual(expect.any(String));
      const [low] = await room.eventsOf(part, 'inventory.stock.low');
      expect(low?.payload).toMatchObject({ available, minStock: 5, shortfall: 20 - available });
      await room.do('add', part, { qty: 1 });
      expect([await crossings(part), (await room.read(part)).fields.low_since]).toEqual([
        ['inventory.stock.low'],
        since,
      ]);
      await room.do('add', part, { qty: 10 });
      expect(await crossings(part)).toEqual(['inventory.stock.low', 'inventory.stock.recovered']);
    }
  });

  it('begins when the minimum of a part without enough stock is raised', async () => {
    const part = await room.addPart({ min_stock: 5 });
    await room.change(part, { min_stock: 4 });
    expect(await crossings(part)).toEqual([]);
    await room.change(part, { min_stock: 6 });
    await room.change(part, { min_stock: 7 });
    expect(await crossings(part)).toEqual(['inventory.stock.low']);
  });

  it('follows a minimum that is raised or lowered', async () => {
    const { part } = await room.stocked([3]);
    for (const min_stock of [3, 4, 5, 2]) await room.change(part, { min_stock });
    expect(await crossings(part)).toEqual(['inventory.stock.low', 'inventory.stock.recovered']);
  });

  it('is emitted when stock is reserved, damaged or corrected manually', async () => {
    for (const cause of [
      (part: Part) => room.do('reserve', part, { qty: 8, for: { kind: part.kind, id: part.id } }),
      async (part: Part) => room.do('set_status', (await room.items(part))[0]!, { status: 'quarantined', qty: 8 }),
      async (part: Part) => room.change((await room.items(part))[0]!, { qty: 2 }),
      async (part: Part) =>
        room.batch('inventory:stock_item', [{ op: 'update', id: (await room.items(part))[0]!.id, fields: { qty: 2 } }]),
    ]) {
      const { part } = await room.stocked([10]);
      await room.change(part, { min_stock: 5 });
      await cause(part);
      expect(await crossings(part)).toEqual(['inventory.stock.low']);
    }
  });

  it('is not emitted for a new part without stock, nor for a split or a move', async () => {
    const part = await room.addPart({ min_stock: 5 });
    expect(await crossings(part)).toEqual([]);
    const stocked = await room.stocked([6]);
    await room.change(stocked.part, { min_stock: 5 });
    await room.do('split', stocked.items[0]!, { qty: 4 });
    await room.do('move', stocked.part, { to_location: (await room.addLocation()).id, qty: 3 });
    expect(await crossings(stocked.part)).toEqual([]);
  });
});

describe('the tree of categories', () => {
  it('refuses cycles', async () => {
    const top = await room.add('inventory:category', { name: 'Top' });
    const below = await room.add('inventory:category', { name: 'Below', parent: top.id });
    const { status, body } = await room.change(top, { parent: below.id });
    expect([status, body.error.details]).toEqual([
      422,
      [expect.objectContaining({ path: '/fields/parent', code: 'cycle' })],
    ]);
  });

  it('emits events', async () => {
    const category = await room.add('inventory:category', { name: 'Screws' });
    await room.change(category, { name: 'Fasteners' });
    expect((await room.eventsOf(category)).map(({ name }) => name)).toEqual([
      'inventory.category.created',
      'inventory.category.updated',
    ]);
  });

  it('refuses to delete a category with parts', async () => {
    const category = await room.add('inventory:category', { name: 'Screws' });
    await room.addPart({ category: category.id });
    expect((await room.remove(category)).status).toBe(409);
  });
});
