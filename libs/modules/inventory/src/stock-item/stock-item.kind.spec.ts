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

const ledgerOf = async (part: Part) =>
  (await room.movements(part)).map(({ fields: { type, qty_delta, qty_after } }) => [type, qty_delta, qty_after]);
const changesOf = async (part: Part) =>
  (await room.eventsOf(part, 'inventory.stock.changed')).map(({ payload: { type, delta, available } }) => [
    type,
    delta,
    available,
  ]);

describe('a stock item that is written directly', () => {
  it('posts stock as an action does', async () => {
    const part = await room.addPart();
    const item = await room.addItem(part, { qty: 10 });
    await room.change(item, { qty: 7.5 });
    await room.remove(item);
    await room.restore(item);
    expect(await ledgerOf(part)).toEqual([
      ['add', 10, 10],
      ['set', -2.5, 7.5],
      ['scrap', -7.5, 0],
      ['add', 7.5, 7.5],
    ]);
    expect(await changesOf(part)).toEqual([
      ['add', 10, 10],
      ['set', -2.5, 7.5],
      ['scrap', -7.5, 0],
      ['add', 7.5, 7.5],
    ]);
    expect(await room.levels(part)).toEqual({ onHand: 7.5, reserved: 0, available: 7.5 });
  });

  it('records a count when the quantity is written', async () => {
    const { part, items } = await room.stocked([10]);
    await room.change(items[0]!, { notes: 'Blue box' });
    expect((await room.read(part)).fields.last_counted_at).toBeUndefined();
    await room.change(items[0]!, { qty: 9 });
    expect((await room.read(part)).fields.last_counted_at).toEqual(expect.any(String));
  });

  it('emits moved without stock.changed for a new location', async () => {
    const { part, items } = await room.stocked([10]);
    await room.change(items[0]!, { location: (await room.addLocation()).id });
    expect((await ledgerOf(part)).at(-1)).toEqual(['move', 0, 10]);
    expect((await room.eventsOf(items[0]!)).at(-1)?.name).toBe('inventory.stock_item.moved');
    expect(await changesOf(part)).toHaveLength(1);
  });

  it('creates no movement for fields outside the ledger', async () => {
    const { part, items } = await room.stocked([4]);
    await room.change(items[0]!, { unit_cost: { amount: '2', currency: 'EUR' }, notes: 'Paid later' });
    expect(await ledgerOf(part)).toHaveLength(1);
    expect((await room.read(part)).fields.stock_value).toEqual({ amount: '8.0000', currency: 'EUR' });
  });

  it('is refused with the fault at its field', async () => {
    const { part, items } = await room.stocked([10]);
    const piece = await room.addItem(part, { qty: 1, serial: 'S1' });
    const answers = [
      await room.create('inventory:stock_item', { part: part.id, qty: -1 }),
      await room.create('inventory:stock_item', { part: part.id, qty: 2, serial: 'S2' }),
      await room.create('inventory:stock_item', { part: part.id, qty: 0.0000001 }),
      await room.create('inventory:stock_item', { part: items[0]!.id, qty: 1 }),
      await room.create('inventory:stock_item', { part: part.id, qty: 1, status: 'melted' }),
      await room.create('inventory:stock_item', { qty: 1 }),
      await room.change(piece, { qty: 0.5 }),
      await room.change(items[0]!, { part: part.id }),
      await room.change(items[0]!, { installed_in: piece.id }),
      await room.change(items[0]!, { location: part.id }),
      await room.change(items[0]!, { custodian: part.id }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
      [422, '/fields/qty'],
      [422, '/fields/qty'],
      [422, '/fields/qty'],
      [422, '/fields/part'],
      [422, '/fields/status'],
      [422, '/fields/part'],
      [422, '/fields/qty'],
      [422, '/fields/part'],
      [422, '/fields/installed_in'],
      [422, '/fields/location'],
      [422, '/fields/custodian'],
    ]);
    const status = await room.change(items[0]!, { status: 'lost' });
    expect([status.status, status.body.error.code]).toEqual([409, 'invalid_transition']);
    expect(await room.levels(part)).toMatchObject({ onHand: 11 });
  });

  it('can be created as lost or destroyed, and is not on hand then', async () => {
    const part = await room.addPart();
    for (const status of ['lost', 'destroyed', 'rejected']) await room.addItem(part, { status });
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
    expect(await changesOf(part)).toEqual([]);
  });

  it('prevents the deletion of its location', async () => {
    const place = await room.add<{ id: string; kind: string }>('spaces:location', { name: 'Bin' });
    await room.addItem(await room.addPart(), { location: place.id });
    expect((await room.remove(place)).status).toBe(409);
  });
});

describe('a batch of a thousand stock items', () => {
  it('posts and emits each item, with correct totals', async () => {
    const parts = [await room.addPart(), await room.addPart()];
    const operations = Array.from({ length: 1_000 }, (_, n) => ({
      op: 'create',
      fields: { part: parts[n % 2]!.id, qty: 0.1, unit_cost: { amount: '0.01', currency: 'EUR' } },
    }));
    const statements = await recordStatements(server.database, async () => {
      const { status, text } = await room.batch('inventory:stock_item', operations);
      if (status !== 200) throw new Error(text);
    });
    expect(statements.length).toBeLessThanOrEqual(15);
    for (const part of parts) {
      expect(await room.levels(part)).toEqual({ onHand: 50, reserved: 0, available: 50 });
      expect((await room.read(part)).fields.stock_value).toEqual({ amount: '0.5000', currency: 'EUR' });
    }
    const { rows } = await server.database.pool.query<{ name: string; count: number }>(
      `select name, count(*) as count from event where record_ids && $1::uuid[] group by name order by name`,
      [parts.map(({ id }) => id)],
    );
    expect(rows).toEqual([
      { name: 'inventory.part.created', count: 2 },
      { name: 'inventory.stock.changed', count: 1_000 },
      { name: 'inventory.stock_item.created', count: 1_000 },
    ]);
  });

  it('is all or nothing', async () => {
    const part = await room.addPart();
    const { status, body } = await room.batch('inventory:stock_item', [
      { op: 'create', fields: { part: part.id, qty: 1 } },
      { op: 'create', fields: { part: part.id, qty: -1 } },
    ]);
    expect([status, body.error.details[0]?.path]).toEqual([422, '/operations/1/fields/qty']);
    expect(await room.levels(part)).toMatchObject({ onHand: 0 });
    expect(await room.movements(part)).toEqual([]);
  });
});

describe('the ledger', () => {
  it('is not written by clients', async () => {
    const { part } = await room.stocked([1]);
    const [line] = await room.movements(part);
    const answers = [
      await room.create('inventory:movement', { part: part.id, type: 'add', qty_delta: 5 }),
      await room.change(line!, { qty_delta: 5 }),
      await room.remove(line!),
    ];
    expect(answers.map(({ status }) => status)).toEqual([405, 405, 405]);
  });

  it('equals the stock after concurrent writes', async () => {
    const { part, items } = await room.stocked([30, 20, 10]);
    const to = await room.addLocation();
    const purpose = { kind: part.kind, id: part.id };
    const deeds = [
      () => room.run('use', part, { qty: 3.3 }),
      () => room.run('add', part, { qty: 1.1 }),
      () => room.run('move', items[1]!, { to_location: to.id, qty: 0.7 }),
      () => room.run('set_status', items[0]!, { status: 'damaged', qty: 1 }),
      () => room.run('reserve', items[2]!, { qty: 0.5, for: purpose }),
      () => room.run('split', items[0]!, { qty: 2 }),
      () => room.change(items[2]!, { qty: 9 }),
      () => room.run('set', items[1]!, { qty: 12.5 }),
    ];
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => deeds[n % deeds.length]!()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);

    const kept = await room.items(part);
    const lines = await room.movements(part);
    // `+ 0` makes 0 of -0, which a sum of binary fractions can round to.
    const places = (value: number) => Number(value.toFixed(6)) + 0;
    const sum = (values: readonly number[]) => places(values.reduce((total, value) => total + value, 0));
    for (const item of kept) {
      const own = lines.filter(({ fields }) => fields.stock_item === item.id).map(({ fields }) => fields.qty_delta);
      expect([item.id, sum(own)]).toEqual([item.id, item.fields.qty]);
    }
    const usable = sum(kept.filter(({ fields }) => fields.status === 'ok').map(({ fields }) => fields.qty));
    const reserved = sum((await room.reservations(part)).map(({ fields }) => fields.qty));
    expect(await room.levels(part)).toEqual({
      onHand: sum(kept.map(({ fields }) => fields.qty)),
      reserved,
      available: places(usable - reserved),
    });
  });
});
