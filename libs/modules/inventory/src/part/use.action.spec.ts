import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createTestServer, recordRoundTrips, recordStatements, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let room: Stockroom;
let owner: ReturnType<TestServer['as']>;
let path: string;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  owner = server.as(workspace.owner);
  path = workspace.path;
  room = new Stockroom(owner, path);
});
afterAll(() => server.close());

describe('consumption that has already happened', () => {
  it('takes what there is, and records the rest and the status attention', async () => {
    const { part, items } = await room.stocked([20], { unit: 'g' });
    const { result } = await room.do('use', items[0]!, { qty: 25, happened: true });
    expect(result).toMatchObject({ qty_delta: -20, on_hand: 0, movements: [{ type: 'use', qty_delta: -20, over: 5 }] });
    const [item] = await room.items(part);
    expect(item?.fields).toMatchObject({ qty: 0, status: 'attention' });
    const [exceeded] = await room.eventsOf(part, 'inventory.stock.exceeded');
    expect(exceeded?.payload).toMatchObject({ stockItemId: item?.id, over: 5, unit: 'g', check: 'weigh' });
  });

  it('takes reserved stock only when there is no other', async () => {
    const { part, items } = await room.stocked([10, 4]);
    await room.do('reserve', items[0]!, { qty: 6, for: { kind: part.kind, id: part.id } });
    await room.do('use', part, { qty: 8, happened: true });
    expect(await Promise.all(items.map((item) => room.qtyOf(item)))).toEqual([6, 0]);
    await room.do('use', part, { qty: 7, happened: true });
    expect(await Promise.all(items.map((item) => room.qtyOf(item)))).toEqual([0, 0]);
    expect((await room.movements(part)).at(-1)?.fields).toMatchObject({ qty_delta: -6, over: 1 });
    expect((await room.eventsOf(part, 'inventory.stock.exceeded')).map(({ payload }) => payload['check'])).toEqual([
      'count',
    ]);
  });

  it('rounds the noise of binary fractions, and refuses a real seventh decimal', async () => {
    const { part } = await room.stocked([1]);
    await room.do('use', part, { qty: 0.1 + 0.2 });
    expect(await room.levels(part)).toMatchObject({ onHand: 0.7 });
    const item = await room.addItem(part, { qty: 0.1 + 0.7 });
    expect(item.fields.qty).toBe(0.8);
    expect((await room.run('use', part, { qty: 0.1234567 })).status).toBe(422);
  });

  it('is recorded for a part without any stock, and goes below zero where that is allowed', async () => {
    const part = await room.addPart();
    await room.do('adjust', part, { delta: -3, happened: true });
    expect((await room.movements(part)).map(({ fields }) => [fields.qty_delta, fields.over])).toEqual([[0, 3]]);
    expect((await room.run('adjust', part, { delta: -3 })).status).toBe(409);
    expect((await room.run('use', part, { qty: 3, happened: false })).status).toBe(409);
  });
});

describe('inventory:use_one', () => {
  it('takes one unit of a part or stock item and writes a movement', async () => {
    const { part, items } = await room.stocked([2]);
    const { result } = await room.do('use_one', part, { reason: 'Try' });
    await room.do('use_one', items[0]!);
    expect(result).toMatchObject({ part: part.id, qty_delta: -1, on_hand: 1, available: 1 });
    const lines = (await room.movements(part)).map(({ fields }) => fields);
    expect(lines.map(({ type, qty_delta, qty_after }) => [type, qty_delta, qty_after])).toEqual([
      ['add', 2, 2],
      ['use', -1, 1],
      ['use', -1, 0],
    ]);
    expect(lines[1]).toMatchObject({ reason: 'Try', via: 'session', stock_item: items[0]!.id });
  });

  it('is refused without stock and changes nothing', async () => {
    const { part } = await room.stocked([0]);
    const { status, body } = await room.run('use_one', part);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'insufficient_stock', details: [{ path: '/record' }] });
    expect(await room.movements(part)).toEqual([]);
  });

  it('gives fifty units to exactly fifty of a hundred concurrent requests', async () => {
    const { part, items } = await room.stocked([20, 30]);
    const targets = [part, items[0]!, part, items[1]!];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => room.run('use_one', targets[n % 4]!)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
    // Requests for an item that ran out were refused while others still had stock: use the rest through the part.
    const taken = statuses.filter((status) => status === 200).length;
    const rest = await Promise.all(Array.from({ length: 60 }, () => room.run('use_one', part)));
    expect(taken + rest.filter(({ status }) => status === 200).length).toBe(50);
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
    expect((await room.items(part)).map(({ fields }) => fields.qty)).toEqual([0, 0]);
  });

  it('takes at most fifteen statements', async () => {
    const location = await room.addLocation();
    const part = await room.addPart({ min_stock: 5 });
    await room.addItem(part, { qty: 5, location: location.id });
    const statements = await recordStatements(server.database, () =>
      room.do('use_one', part, { cause_key: 'one:1:1:1' }),
    );
    expect(statements).toContainEqual(expect.stringContaining('record_inventory_movement'));
    expect(statements.length).toBeLessThanOrEqual(15);
  });
});

describe('inventory:use', () => {
  it('uses opened items first, then those that expire first, then the oldest', async () => {
    const part = await room.addPart();
    const old = await room.addItem(part, { qty: 1 });
    const late = await room.addItem(part, { qty: 1, expires_on: '2030-01-01' });
    const early = await room.addItem(part, { qty: 1, expires_on: '2029-01-01' });
    const open = await room.addItem(part, { qty: 1, opened_at: '2026-01-01T00:00:00Z' });
    const { result } = await room.do('use', part, { qty: 3.5 });
    expect(result.movements.map(({ stock_item, qty_delta }) => [stock_item, qty_delta])).toEqual([
      [open.id, -1],
      [early.id, -1],
      [late.id, -1],
      [old.id, -0.5],
    ]);
  });

  it('adds up exactly', async () => {
    const { part } = await room.stocked([0.3]);
    for (const qty of [0.1, 0.2]) await room.do('use', part, { qty });
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
  });

  it('emits stock.changed for every movement, with the quantity available after it', async () => {
    const { part, items } = await room.stocked([4, 6], { min_stock: 1 });
    const cause = { kind: part.kind, id: part.id };
    await room.do('use', part, { qty: 7, reason: 'Build', for: cause });
    const changes = (await room.eventsOf(part, 'inventory.stock.changed')).slice(2);
    expect(changes.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ stockItemId: items[0]!.id, delta: -4, qtyBefore: 4, qtyAfter: 0, available: 6 }),
      expect.objectContaining({
        delta: -3,
        qtyBefore: 6,
        qtyAfter: 3,
        available: 3,
        minStock: 1,
        reason: 'Build',
        cause,
      }),
    ]);
  });

  it('never uses damaged, installed or reserved stock', async () => {
    const part = await room.addPart();
    await room.addItem(part, { qty: 5, status: 'damaged' });
    await room.addItem(part, { qty: 5 });
    await room.do('reserve', part, { qty: 3, for: { kind: part.kind, id: part.id } });
    const { status, body } = await room.run('use', part, { qty: 3 });
    expect(status).toBe(409);
    expect(body.error.message).toMatch(/^2 pcs .* are available \(3 pcs are reserved\), 3 pcs were requested/);
    expect((await room.do('use', part, { qty: 2 })).result).toMatchObject({ on_hand: 8, available: 0 });
  });

  it('refuses a unit other than that of the part, and invalid quantities', async () => {
    const { part } = await room.stocked([5], { unit: 'm' });
    expect((await room.run('use', part, { qty: 1, unit: 'm' })).status).toBe(200);
    const answers = await Promise.all([
      room.run('use', part, { qty: 1, unit: 'pcs' }),
      room.run('use', part, { qty: 0 }),
      room.run('use', part, { qty: 0.0000001 }),
      room.run('use', part, {}),
      room.run('use', part, { qty: 1, colour: 'red' }),
    ]);
    expect(answers.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
      [422, '/input/unit'],
      [422, '/input/qty'],
      [422, '/input/qty'],
      [422, '/input/qty'],
      [422, '/input/colour'],
    ]);
  });

  it('refuses `for` a record that does not exist, at the field', async () => {
    const { part } = await room.stocked([5]);
    const unknown = { kind: 'inventory:part', id: '0192f0c1-2d3e-7000-8000-00000000ffff' };
    const { status, body } = await room.run('use', part, { qty: 1, for: unknown });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/for']);
    expect(await room.levels(part)).toMatchObject({ onHand: 5 });
  });

  it('takes at most fifteen statements from a hundred items', async () => {
    const location = await room.addLocation();
    const part = await room.addPart({ min_stock: 1 });
    const item = { part: part.id, qty: 1, location: location.id };
    await room.batch(
      'inventory:stock_item',
      Array.from({ length: 100 }, () => ({ op: 'create', fields: item })),
    );
    const statements = await recordStatements(server.database, () => room.do('use', part, { qty: 100 }));
    expect(statements).toContainEqual(expect.stringContaining('record_inventory_movement'));
    expect(statements.length).toBeLessThanOrEqual(15);
    expect((await room.movements(part)).length).toBe(200);
  });

  it('takes four round trips to the database, and one more for an idempotency key', async () => {
    const { part } = await room.stocked([50]);
    const use = (headers = {}) =>
      recordRoundTrips(server.database, () =>
        owner.post(
          `${path}/modules/inventory/actions/use`,
          { record: { kind: part.kind, id: part.id }, input: { qty: 1 } },
          { headers },
        ),
      );
    const trips = await use();
    // Authentication; the locked part; its stock items; and everything that is written, with the commit.
    expect(trips.length).toBeLessThanOrEqual(4);
    expect(trips.at(-1)?.at(-1)).toBe('commit');
    expect((await use({ 'idempotency-key': 'once' })).length).toBeLessThanOrEqual(5);
    await use({ 'idempotency-key': 'once' });
    expect(await room.levels(part)).toMatchObject({ onHand: 48 });
  });
});

describe('inventory:use_up', () => {
  it('uses all remaining stock and emits stock.depleted', async () => {
    const { part } = await room.stocked([1.25, 3]);
    const { result, events } = await room.do('use_up', part);
    expect(result).toMatchObject({ qty_delta: -4.25, on_hand: 0 });
    expect(events.map(({ name }) => name)).toContain('inventory.stock.depleted');
  });

  it('changes nothing when it is repeated', async () => {
    const { part } = await room.stocked([1]);
    await room.do('use_up', part);
    const { result, events } = await room.do('use_up', part);
    expect([result.movements, events]).toEqual([[], []]);
  });

  it('is refused if some of the stock is reserved', async () => {
    const { part, items } = await room.stocked([5]);
    await room.do('reserve', part, { qty: 1, for: { kind: part.kind, id: part.id } });
    for (const record of [part, items[0]!]) expect((await room.run('use_up', record)).status).toBe(409);
  });
});

describe('the setting allow_negative', () => {
  it('lets stock go below zero, and added stock compensates it', async () => {
    const workspace = await server.workspace();
    const lax = new Stockroom(server.as(workspace.owner), workspace.path);
    expect((await lax.set({ allow_negative: true })).status).toBe(200);
    const { part, items } = await lax.stocked([2]);
    await lax.do('use', part, { qty: 5 });
    await lax.do('use_one', part);
    expect(await lax.qtyOf(items[0]!)).toBe(-4);
    expect(await lax.levels(part)).toEqual({ onHand: -4, reserved: 0, available: -4 });
    await lax.do('add', part, { qty: 10 });
    expect(await lax.levels(part)).toEqual({ onHand: 6, reserved: 0, available: 6 });

    const unseen = await lax.addPart();
    await lax.do('use_one', unseen);
    expect(await lax.levels(unseen)).toMatchObject({ onHand: -1 });
    expect((await lax.create('inventory:stock_item', { part: part.id, qty: -1 })).status).toBe(422);
  });
});
