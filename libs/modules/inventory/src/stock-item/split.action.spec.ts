import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, recordStatements, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from '../part/part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

const names = (events: readonly { readonly name: string }[]) => events.map(({ name }) => name);
const quantities = async (part: Part) => (await room.items(part)).map(({ fields }) => fields.qty);

describe('splitting', () => {
  it('creates an item with the same fields except the quantity', async () => {
    const part = await room.addPart();
    const cost = { amount: '1.5', currency: 'EUR' };
    const item = await room.addItem(part, { qty: 10, lot: 'L1', expires_on: '2030-01-01', unit_cost: cost });
    const { result, events } = await room.do('split', item, { qty: 2.5 });
    expect(result).toMatchObject({ qty_delta: 0, on_hand: 10 });
    expect(names(events)).toEqual(['inventory.stock_item.created', 'inventory.stock_item.split']);
    const [old, made] = await room.items(part);
    expect([old?.fields.qty, made?.fields]).toEqual([
      7.5,
      expect.objectContaining({ qty: 2.5, lot: 'L1', expires_on: '2030-01-01', unit_cost: cost }),
    ]);
  });

  it('refuses to split off everything', async () => {
    const { items } = await room.stocked([2]);
    const { status, body } = await room.run('split', items[0]!, { qty: 2 });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([409, 'insufficient_stock', '/input/qty']);
    expect(body.error.message).toContain('Nothing would be left');
  });

  it('never splits off more than there is under concurrency', async () => {
    const { part, items } = await room.stocked([5]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => room.run('split', items[0]!, { qty: 1 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409, 409, 409, 409]);
    expect(await quantities(part)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('merging', () => {
  it('merges items, averages the cost and keeps the earliest expiry', async () => {
    const part = await room.addPart();
    const into = await room.addItem(part, {
      qty: 3,
      unit_cost: { amount: '1', currency: 'EUR' },
      expires_on: '2031-01-01',
    });
    const other = await room.addItem(part, {
      qty: 1,
      unit_cost: { amount: '3', currency: 'EUR' },
      expires_on: '2030-01-01',
    });
    const { events } = await room.do('merge', into, { items: [other.id] });
    expect(names(events)).toEqual(['inventory.stock_item.merged']);
    expect((await room.items(part)).map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ qty: 4, unit_cost: { amount: '1.5000', currency: 'EUR' }, expires_on: '2030-01-01' }),
    ]);
    expect((await room.read(part)).fields).toMatchObject({
      on_hand: 4,
      stock_value: { amount: '6.0000', currency: 'EUR' },
    });
  });

  it('refuses items that differ, each with its path', async () => {
    const part = await room.addPart();
    const into = await room.addItem(part, { lot: 'L1' });
    const others = [
      await room.addItem(part, { lot: 'L2' }),
      await room.addItem(part, { lot: 'L1', status: 'damaged' }),
      await room.addItem(part, { lot: 'L1', qty: 1, serial: 'S1' }),
      await room.addItem(await room.addPart(), { lot: 'L1' }),
      into,
    ];
    const { status, body } = await room.run('merge', into, { items: others.map(({ id }) => id) });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }) => path)).toEqual(others.map((_, n) => `/input/items/${n}`));
    expect((await room.run('merge', into, { items: [] })).status).toBe(422);
  });

  it('refuses an average of several currencies', async () => {
    const part = await room.addPart();
    const [one, other] = [
      await room.addItem(part, { unit_cost: { amount: '1', currency: 'EUR' } }),
      await room.addItem(part, { unit_cost: { amount: '1', currency: 'USD' } }),
    ];
    expect((await room.run('merge', one, { items: [other.id] })).status).toBe(409);
  });

  it('moves reservations of merged items', async () => {
    const { part, items } = await room.stocked([3, 4]);
    await room.do('reserve', items[1]!, { qty: 4, for: { kind: part.kind, id: part.id } });
    await room.do('merge', items[0]!, { items: [items[1]!.id] });
    const [kept] = await room.reservations(part);
    expect(kept?.fields).toMatchObject({ stock_item: items[0]!.id, qty: 4, status: 'active' });
    expect((await room.run('use', items[0]!, { qty: 4 })).status).toBe(409);
    expect(await room.levels(part)).toEqual({ onHand: 7, reserved: 4, available: 3 });
  });

  it('takes at most fifteen statements for a hundred items', async () => {
    const { part, items } = await room.stocked([1]);
    const fields = { part: part.id, qty: 1 };
    const { body } = await room.batch(
      'inventory:stock_item',
      Array.from({ length: 99 }, () => ({ op: 'create', fields })),
    );
    const others = body.results.map(({ record }) => record.id);
    const statements = await recordStatements(server.database, () => room.do('merge', items[0]!, { items: others }));
    expect(statements.length).toBeLessThanOrEqual(15);
    expect(await quantities(part)).toEqual([100]);
  });
});

describe('serializing', () => {
  it('creates an item for each serial number', async () => {
    const { part, items } = await room.stocked([3]);
    const { result, events } = await room.do('serialize', items[0]!, { start: 'SN-0099', count: 3 });
    expect(names(events)).toEqual(Array.from({ length: 3 }, () => 'inventory.stock_item.created'));
    expect(result).toMatchObject({ qty_delta: 0, on_hand: 3, available: 3 });
    expect((await room.items(part)).map(({ fields: { qty, serial } }) => [serial, qty])).toEqual([
      ['SN-0099', 1],
      ['SN-0100', 1],
      ['SN-0101', 1],
    ]);
  });

  it('keeps the rest without a serial number', async () => {
    const { part, items } = await room.stocked([3.5]);
    await room.do('serialize', items[0]!, { serials: ['A', 'B'] });
    expect(await quantities(part)).toEqual([1.5, 1, 1]);
  });

  it('refuses more than there is, a duplicate number, and an invalid start', async () => {
    const { items } = await room.stocked([2]);
    await room.do('serialize', items[0]!, { serials: ['A'] });
    const answers = [
      await room.run('serialize', items[0]!, { serials: ['B', 'C'] }),
      await room.run('serialize', items[0]!, { serials: ['A'] }),
      await room.run('serialize', items[0]!, { start: 'none', count: 1 }),
      await room.run('serialize', items[0]!, { start: 'S1' }),
      await room.run('serialize', items[0]!, { serials: ['D'], start: 'S1', count: 1 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 422, 422, 422]);
    expect(answers[1]?.body.error.details.map(({ path }) => path)).toContain('/input/serials/0');
  });

  it('uses an item with a serial number only as a whole', async () => {
    const { part, items } = await room.stocked([2]);
    await room.do('serialize', items[0]!, { serials: ['A', 'B'] });
    const [piece] = await room.items(part);
    expect((await room.run('use', piece!, { qty: 0.5 })).status).toBe(422);
    expect((await room.run('use', part, { qty: 0.5 })).status).toBe(409);
    await room.do('use', part, { qty: 1 });
    expect(await quantities(part)).toEqual([0, 1]);
  });
});

describe('setting the status', () => {
  it('sets the status, and updates the available quantity', async () => {
    const { part, items } = await room.stocked([10]);
    const { events } = await room.do('set_status', items[0]!, { status: 'quarantined', reason: 'Recall' });
    expect(names(events)).toEqual(['inventory.stock_item.status_changed', 'inventory.stock.changed']);
    expect(await room.levels(part)).toEqual({ onHand: 10, reserved: 0, available: 0 });
    await room.do('set_status', items[0]!, { status: 'attention' });
    expect(await room.levels(part)).toMatchObject({ available: 10 });
    await room.do('set_status', items[0]!, { status: 'lost' });
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
    await room.do('set_status', items[0]!, { status: 'ok' });
    expect(await room.levels(part)).toMatchObject({ onHand: 10 });
    const [changed] = await room.eventsOf(items[0]!, 'inventory.stock_item.status_changed');
    expect(changed?.payload).toMatchObject({ from: 'ok', to: 'quarantined', reason: 'Recall' });
  });

  it('of a quantity splits the item', async () => {
    const { part, items } = await room.stocked([10]);
    await room.do('set_status', items[0]!, { status: 'damaged', qty: 3 });
    expect((await room.items(part)).map(({ fields: { qty, status } }) => [qty, status])).toEqual([
      [7, 'ok'],
      [3, 'damaged'],
    ]);
    const changes = await room.eventsOf(part, 'inventory.stock.changed');
    expect(changes.slice(1).map(({ payload: { type, delta, available } }) => [type, delta, available])).toEqual([
      ['status', 0, 7],
    ]);
  });

  it('is final for destroyed stock, and refuses more than there is', async () => {
    const { items } = await room.stocked([2]);
    expect((await room.run('set_status', items[0]!, { status: 'damaged', qty: 3 })).status).toBe(409);
    await room.do('set_status', items[0]!, { status: 'destroyed' });
    const { status, body } = await room.run('set_status', items[0]!, { status: 'ok' });
    expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
    expect((await room.run('use_one', items[0]!)).status).toBe(409);
    expect((await room.run('add', items[0]!, { qty: 1 })).status).toBe(409);
  });
});

describe('installing', () => {
  it('takes an item off hand, and uninstalling brings it back', async () => {
    const { part, items } = await room.stocked([1]);
    const [machine] = (await room.stocked([1])).items;
    const place = await room.addLocation();
    await room.do('install', items[0]!, { into: machine!.id });
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
    expect((await room.run('use_one', items[0]!)).status).toBe(409);
    expect((await room.run('install', items[0]!, { into: machine!.id })).status).toBe(409);
    expect((await room.remove(machine!)).status).toBe(409);
    await room.do('uninstall', items[0]!, { location: place.id });
    expect(await room.levels(part)).toMatchObject({ onHand: 1, available: 1 });
    expect((await room.read(items[0]!)).fields.location).toBe(place.id);
    expect((await room.run('uninstall', items[0]!, { location: place.id })).status).toBe(409);
    const installed = (await room.eventsOf(items[0]!))
      .map(({ name }) => name)
      .filter((name) => name.includes('installed'));
    expect(installed).toEqual(['inventory.stock_item.installed', 'inventory.stock_item.uninstalled']);
  });

  it('refuses a cycle at any depth, and an unknown item', async () => {
    const [a, b] = [(await room.stocked([1])).items[0]!, (await room.stocked([1])).items[0]!];
    await room.do('install', a, { into: b.id });
    for (const into of [b.id, a.id, '0192f0c1-2d3e-7000-8000-00000000ffff']) {
      const { status, body } = await room.run('install', b, { into });
      expect([status, body.error.details[0]?.path]).toEqual([422, '/input/into']);
    }
  });

  it('never creates a cycle by concurrent installations', async () => {
    const [a, b] = [(await room.stocked([1])).items[0]!, (await room.stocked([1])).items[0]!];
    const answers = await Promise.all([room.run('install', a, { into: b.id }), room.run('install', b, { into: a.id })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
