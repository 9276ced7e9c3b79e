import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
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

const purpose = ({ kind, id }: Part) => ({ for: { kind, id } });
async function reserved(quantities: readonly number[], qty: number) {
  const { part, items } = await room.stocked(quantities);
  await room.do('reserve', part, { qty, ...purpose(part) });
  const [reservation] = await room.reservations(part);
  return { part, items, reservation: reservation! };
}

describe('reserving', () => {
  it('reserves stock: it is on hand, and not available', async () => {
    const { part } = await room.stocked([10]);
    const { result, events } = await room.do<object>('reserve', part, {
      qty: 4,
      ...purpose(part),
    });
    expect(result).toMatchObject({ qty: 4, available: 6 });
    expect(events.map(({ name }) => name)).toEqual(['inventory.reservation.created', 'inventory.stock.changed']);
    expect(await room.levels(part)).toEqual({ onHand: 10, reserved: 4, available: 6 });
    const [change] = (await room.eventsOf(part, 'inventory.stock.changed')).slice(-1);
    expect(change?.payload).toMatchObject({ type: 'reserve', delta: 0, qtyBefore: 10, qtyAfter: 10, available: 6 });
  });

  it('is refused above the available quantity, unless `allow_short` is set', async () => {
    const { part } = await room.stocked([3]);
    const { status, body } = await room.run('reserve', part, { qty: 4, ...purpose(part) });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([409, 'insufficient_stock', '/input/qty']);
    await room.do('reserve', part, { qty: 4, allow_short: true, ...purpose(part) });
    expect(await room.levels(part)).toEqual({ onHand: 3, reserved: 4, available: -1 });
  });

  it('never reserves more than there is under concurrency', async () => {
    const { part } = await room.stocked([5]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => room.run('reserve', part, { qty: 1, ...purpose(part) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await room.levels(part)).toEqual({ onHand: 5, reserved: 5, available: 0 });
  });

  it('of one item prevents its use by others', async () => {
    const { part, items } = await room.stocked([5, 5]);
    await room.do('reserve', items[0]!, { qty: 4, ...purpose(part) });
    expect((await room.run('reserve', items[0]!, { qty: 2, ...purpose(part) })).status).toBe(409);
    expect((await room.run('use', items[0]!, { qty: 2 })).status).toBe(409);
    const { result } = await room.do('use', part, { qty: 3 });
    expect(result.movements.map(({ stock_item, qty_delta }) => [stock_item, qty_delta])).toEqual([
      [items[0]!.id, -1],
      [items[1]!.id, -2],
    ]);
  });

  it('must be for an existing record', async () => {
    const { part } = await room.stocked([5]);
    const unknown = { kind: 'inventory:part', id: '0192f0c1-2d3e-7000-8000-00000000ffff' };
    const { status, body } = await room.run('reserve', part, { qty: 1, for: unknown });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/for']);
  });
});

describe('using stock for the record that it is reserved for', () => {
  it('takes what is reserved first, then free stock, and nothing that others have reserved', async () => {
    const { part, items } = await room.stocked([10, 10]);
    const [task, other] = [await room.addPart(), await room.addPart()];
    await room.do('reserve', part, { qty: 4, ...purpose(task) });
    await room.do('reserve', items[1]!, { qty: 3, ...purpose(task) });
    await room.do('reserve', part, { qty: 8, ...purpose(other) });
    expect(await room.levels(part)).toEqual({ onHand: 20, reserved: 15, available: 5 });

    const { result } = await room.do('use', part, { qty: 5, ...purpose(task) });
    expect(result.movements.map(({ stock_item, qty_delta }) => [stock_item, qty_delta])).toEqual([[items[1]!.id, -5]]);
    expect(await room.levels(part)).toEqual({ onHand: 15, reserved: 10, available: 5 });
    const refused = await room.run('use', part, { qty: 8, ...purpose(task) });
    expect([refused.status, refused.body.error.code, refused.body.error.details[0]?.path]).toEqual([
      409,
      'insufficient_stock',
      '/input/qty',
    ]);
    await room.do('adjust', part, { delta: -7, ...purpose(task) });
    expect(await room.levels(part)).toEqual({ onHand: 8, reserved: 8, available: 0 });
    expect((await room.reservations(part)).map(({ fields }) => [fields.status, fields.consumed_qty])).toEqual([
      ['consumed', 4],
      ['consumed', 3],
      ['active', 0],
    ]);
  });

  it('is possible while all stock is reserved for it, also for a use that happened', async () => {
    const { part } = await room.stocked([6]);
    await room.do('reserve', part, { qty: 6, ...purpose(part) });
    expect((await room.run('use', part, { qty: 1 })).status).toBe(409);
    await room.do('use', part, { qty: 2, ...purpose(part) });
    await room.do('use', part, { qty: 5, happened: true, ...purpose(part) });
    expect(await room.levels(part)).toEqual({ onHand: 0, reserved: 0, available: 0 });
  });
});

describe('releasing for a record', () => {
  it('releases its open reservations of all parts, and no others', async () => {
    const [task, other] = [await room.addPart(), await room.addPart()];
    const { part: screw } = await room.stocked([10]);
    const { part: nut } = await room.stocked([10]);
    await room.do('reserve', screw, { qty: 4, ...purpose(task) });
    await room.do('reserve', screw, { qty: 1, ...purpose(other) });
    await room.do('reserve', nut, { qty: 5, ...purpose(task) });
    await room.do('use', nut, { qty: 2, ...purpose(task) });

    expect((await room.do('release_for', null, purpose(task))).result).toEqual({ released: 2 });
    expect(await room.levels(screw)).toMatchObject({ reserved: 1 });
    expect(await room.levels(nut)).toMatchObject({ reserved: 0 });
    expect((await room.do('release_for', null, purpose(task))).result).toEqual({ released: 0 });
  });

  it.each([
    [{ for: { kind: 'inventory:part', id: 'P-1' } }, '/input/for/id format'],
    [{ for: { id: '0192f0c1-2d3e-7000-8000-00000000000f' } }, '/input/for/kind required'],
    [{ ended: true, restore: true }, '/input/restore not_both'],
  ])('refuses %j', async (input, detail) => {
    const { part, reservation } = await reserved([10], 4);
    expect(await room.refusalOf('release_for', null, { ...purpose(part), ...input })).toEqual({
      status: 422,
      code: 'validation_failed',
      details: [detail],
    });
    expect((await room.read(reservation)).fields.status).toBe('active');
  });
});

describe('a release that is undone', () => {
  it('reserves the same again, also if there is less now; a discarded reservation is gone', async () => {
    const { part, reservation } = await reserved([10], 6);
    await room.do('release', reservation, { qty: 2 });
    await room.do('release', reservation, { restore: true, qty: 2 });
    expect((await room.read(reservation)).fields).toMatchObject({ status: 'active', qty: 6 });
    await room.do('consume_reservation', reservation, { qty: 1 });
    await room.do('release', reservation);
    await room.do('use', part, { qty: 8 });
    await room.do('release', reservation, { restore: true });
    expect((await room.read(reservation)).fields).toMatchObject({ status: 'partial', qty: 6, consumed_qty: 1 });
    expect(await room.levels(part)).toEqual({ onHand: 1, reserved: 5, available: -4 });
    const { status, body } = await room.run('release', reservation, { discard: true });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/discard']);
    await room.do('reserve', part, { qty: 1, allow_short: true, ...purpose(part) });
    const [, second] = await room.reservations(part);
    await room.do('release', second!, { discard: true });
    expect(await room.reservations(part)).toHaveLength(1);
    expect(await room.levels(part)).toMatchObject({ reserved: 5 });
  });

  it('restores for a record what its end released, and nothing else', async () => {
    const [task, { part }] = [await room.addPart(), await room.stocked([10])];
    for (const qty of [1, 2, 3]) await room.do('reserve', part, { qty, ...purpose(task) });
    const [first] = await room.reservations(part);
    await room.do('release', first!);
    await room.do('release_for', null, { ...purpose(task), ended: true });
    expect(await room.levels(part)).toMatchObject({ reserved: 0 });
    expect((await room.do('release_for', null, { ...purpose(task), restore: true })).result).toEqual({ released: 2 });
    expect((await room.do('release_for', null, { ...purpose(task), restore: true })).result).toEqual({ released: 0 });
    expect((await room.reservations(part)).map(({ fields: { status, qty } }) => [status, qty])).toEqual([
      ['released', 1],
      ['active', 2],
      ['active', 3],
    ]);
    expect(await room.levels(part)).toMatchObject({ reserved: 5 });
  });
});

describe('a reservation that is written directly', () => {
  it('reserves stock like the action, and no more than there is', async () => {
    const { part } = await room.stocked([5]);
    const fields = { part: part.id, qty: 3, ...purpose(part) };
    const made = await room.add('inventory:reservation', fields);
    expect(await room.levels(part)).toMatchObject({ reserved: 3, available: 2 });
    const refused = await room.create('inventory:reservation', fields);
    expect([refused.status, refused.body.error.details[0]?.path]).toEqual([409, '/fields/qty']);
    const batch = await room.batch(
      'inventory:reservation',
      [1, 2].map(() => ({ op: 'create', fields: { ...fields, qty: 1.5 } })),
    );
    expect([batch.status, batch.body.error.details[0]?.path]).toEqual([409, '/operations/1/fields/qty']);

    await room.remove(made);
    expect(await room.levels(part)).toMatchObject({ reserved: 0, available: 5 });
    await room.do('use', part, { qty: 4 });
    expect((await room.restore(made)).status).toBe(409);
    await room.do('add', part, { qty: 4 });
    expect((await room.restore(made)).status).toBe(200);
    expect(await room.levels(part)).toMatchObject({ reserved: 3, available: 2 });
  });

  it('must name an item of its part with that quantity', async () => {
    const { part, items } = await room.stocked([5, 5]);
    const foreign = (await room.stocked([5])).items[0]!;
    const fields = { part: part.id, qty: 4, ...purpose(part) };
    await room.add('inventory:reservation', { ...fields, stock_item: items[0]!.id });
    for (const item of [foreign, items[0]!]) {
      const { status, body } = await room.create('inventory:reservation', { ...fields, stock_item: item.id });
      expect([status, body.error.details[0]?.path]).toEqual([422, '/fields/stock_item']);
    }
  });

  it('changes its quantity and its status only by actions', async () => {
    const { reservation } = await reserved([5], 2);
    expect((await room.change(reservation, { qty: 1 })).status).toBe(422);
    expect((await room.change(reservation, { status: 'released' })).status).toBe(409);
    expect((await room.change(reservation, { note: 'For Monday' })).status).toBe(200);
  });
});

describe('using reserved stock', () => {
  it('can be done in parts, and ends the reservation when all is used', async () => {
    const { part, reservation } = await reserved([10], 4);
    const first = await room.do('consume_reservation', reservation, { qty: 1 });
    expect(first.record.fields).toMatchObject({ status: 'partial', consumed_qty: 1 });
    expect(await room.levels(part)).toEqual({ onHand: 9, reserved: 3, available: 6 });
    const second = await room.do('consume_reservation', reservation);
    expect(second.record.fields).toMatchObject({ status: 'consumed', consumed_qty: 4 });
    expect(await room.levels(part)).toEqual({ onHand: 6, reserved: 0, available: 6 });
    expect((await room.run('consume_reservation', reservation)).status).toBe(409);
    const consumed = await room.eventsOf(reservation, 'inventory.reservation.consumed');
    expect(consumed.map(({ payload: { qty, remaining } }) => [qty, remaining])).toEqual([
      [1, 3],
      [3, 0],
    ]);
    const used = (await room.movements(part)).filter(({ fields }) => fields.type === 'use');
    expect(used.map(({ fields }) => fields.cause)).toEqual([
      { kind: reservation.kind, id: reservation.id },
      { kind: reservation.kind, id: reservation.id },
    ]);
  });

  it('uses stock that others cannot use, but never more than was reserved', async () => {
    const { part, reservation } = await reserved([4], 4);
    expect((await room.run('use_one', part)).status).toBe(409);
    const { status, body } = await room.run('consume_reservation', reservation, { qty: 5 });
    expect([status, body.error.details[0]?.path]).toEqual([409, '/input/qty']);
    const both = await Promise.all([1, 2].map(() => room.run('consume_reservation', reservation, { qty: 3 })));
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    expect(await room.levels(part)).toEqual({ onHand: 1, reserved: 1, available: 0 });
  });

  it('uses the item that was reserved', async () => {
    const { part, items } = await room.stocked([5, 5]);
    await room.do('reserve', items[1]!, { qty: 2, ...purpose(part) });
    const [reservation] = await room.reservations(part);
    await room.do('consume_reservation', reservation!);
    expect([await room.qtyOf(items[0]!), await room.qtyOf(items[1]!)]).toEqual([5, 3]);
  });

  it('is refused while a short reservation is not covered by stock', async () => {
    const part = await room.addPart();
    await room.do('reserve', part, { qty: 2, allow_short: true, ...purpose(part) });
    const [reservation] = await room.reservations(part);
    expect((await room.run('consume_reservation', reservation!)).status).toBe(409);
    await room.do('add', part, { qty: 2 });
    expect((await room.run('consume_reservation', reservation!)).status).toBe(200);
  });
});

describe('releasing', () => {
  it('makes part or all of the stock available again', async () => {
    const { part, reservation } = await reserved([10], 6);
    await room.do('consume_reservation', reservation, { qty: 1 });
    await room.do('release', reservation, { qty: 2 });
    expect(await room.levels(part)).toEqual({ onHand: 9, reserved: 3, available: 6 });
    const { record } = await room.do('release', reservation);
    expect(record.fields).toMatchObject({ status: 'released' });
    expect(await room.levels(part)).toEqual({ onHand: 9, reserved: 0, available: 9 });
    const released = await room.eventsOf(reservation, 'inventory.reservation.released');
    expect(released.map(({ payload: { qty, remaining } }) => [qty, remaining])).toEqual([
      [2, 3],
      [3, 0],
    ]);
    expect((await room.run('release', reservation)).status).toBe(409);
  });

  it('refuses more than is still reserved', async () => {
    const { reservation } = await reserved([10], 6);
    const { status, body } = await room.run('release', reservation, { qty: 7 });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/qty']);
  });
});
