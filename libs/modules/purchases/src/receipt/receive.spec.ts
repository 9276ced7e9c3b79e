import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type Fields, type RecordBody, recordStatements, type TestServer } from '@cubit/testing';
import { Desk } from '../fixtures/desk.js';
import { inventory, spaces, USED_UP } from '../fixtures/workshop.modules.js';
import { purchases } from '../purchases.module.js';

/** Of one receipt, however many lines it has. */
const MOST_STATEMENTS = 15;

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases] });
  const workspace = await server.workspace();
  desk = new Desk(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const line = ({ id }: RecordBody, qty: number, more: Fields = {}) => ({ order_item: id, qty, ...more });
const receive = (order: RecordBody, ...lines: readonly Fields[]) => desk.run('receive', order, { lines });
const received = async (order: RecordBody) =>
  (await desk.eventsOf(order, 'purchases.order_item.received')).map(({ payload }) => payload);
const receiptsOf = (order: RecordBody) => desk.list('purchases:receipt', { filter: `order == "${order.id}"` });

describe('receiving', () => {
  it('receives part of an order, then the rest, which sets it to arrived', async () => {
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([{ part: part.id, qty: 10 }, { qty: 1 }]);
    const first = await desk.do('receive', order, { lines: [line(lines[0]!, 4)], packing_slip: 'LS-1' });
    expect(first.events.map(({ name }) => name.replace('purchases.', ''))).toEqual([
      'order_item.received',
      'order.updated',
      'order.status_changed',
      'order.partially_received',
    ]);
    expect(await desk.fieldsOf(order)).toMatchObject({
      status: 'partially_received',
      open_lines: 2,
      received_pct: 36.36,
    });
    expect(await desk.fieldsOf(lines[0]!)).toMatchObject({ status: 'partial', qty_received: 4, outstanding: 6 });
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 6 });
    const second = await desk.do('receive', order, { lines: [line(lines[0]!, 6), line(lines[1]!, 1)] });
    expect(second.events.map(({ name }) => name)).toContain('purchases.order.arrived');
    const fields = await desk.fieldsOf(order);
    expect(fields).toMatchObject({ status: 'arrived', open_lines: 0, received_pct: 100 });
    expect(fields['arrived_at']).toEqual(expect.any(String));
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 0 });
    expect(await receiptsOf(order)).toMatchObject([
      { fields: { packing_slip: 'LS-1', reversed: false, lines: [line(lines[0]!, 4)] } },
      { fields: { lines: [line(lines[0]!, 6), line(lines[1]!, 1)] } },
    ]);
  });

  it('emits every line in stock units, with the cost of one', async () => {
    const [part, supplier] = [await desk.addPart(), await desk.addSupplier()];
    const [bin, hall] = [
      await desk.add('spaces:location', { name: 'Bin' }),
      await desk.add('spaces:location', { name: 'Hall' }),
    ];
    const reel = await desk.add('purchases:supplier_part', {
      supplier: supplier.id,
      part: part.id,
      sku: 'R-5000',
      pack_qty: 5000,
      price_breaks: [{ min_qty: 1, unit_price: '2.53', currency: 'EUR' }],
    });
    const { order, lines } = await desk.placed([{ supplier_part: reel.id, part: part.id, qty: 2 }], {
      supplier: supplier.id,
      ship_to: hall.id,
    });
    expect(await desk.fieldsOf(lines[0]!)).toMatchObject({
      stock_qty: 10_000,
      unit_price: eur('2.53'),
      on_order: 10_000,
    });
    await receive(order, line(lines[0]!, 1, { location: bin.id, lot: 'L1', status: 'quarantined' }));
    await receive(order, line(lines[0]!, 1, { unit_cost: eur('0.0006'), expires_on: '2030-01-01' }));
    const [first, second] = await received(order);
    expect(first).toMatchObject({
      partId: part.id,
      supplierPartId: reel.id,
      qty: 1,
      stockQty: 5000,
      delta: 5000,
      unitCost: { ...eur('0.000506'), paid: { amount: '2.53', qty: '5000' } },
      currency: 'EUR',
      locationId: bin.id,
      lot: 'L1',
      status: 'quarantined',
      outstanding: 1,
      receiptLine: 1,
    });
    expect(second).toMatchObject({ locationId: hall.id, unitCost: eur('0.0006'), expiresOn: '2030-01-01' });
    expect(first?.['causeKey']).toBe(`purchases:receipt:${String(first?.['receiptId'])}:1:1`);
  });

  it('counts a price with its discount as cost', async () => {
    const part = await desk.addPart();
    const { order } = await desk.placed([{ part: part.id, qty: 3, unit_price: eur('10'), discount_pct: 33.3 }]);
    await desk.do('mark_arrived', order);
    expect((await received(order))[0]).toMatchObject({
      unitCost: { ...eur('6.6700'), paid: { amount: '6.67', qty: '1' } },
    });
  });

  it('accepts a line in several lots, and a single line without input', async () => {
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([
      { part: part.id, qty: 5 },
      { part: part.id, qty: 2 },
    ]);
    await receive(order, line(lines[0]!, 2, { lot: 'A' }), line(lines[0]!, 3, { lot: 'B' }));
    await desk.do('receive', lines[1]!);
    expect((await received(order)).map(({ lot, qty, receiptLine }) => [lot, qty, receiptLine])).toEqual([
      ['A', 2, 1],
      ['B', 3, 2],
      [undefined, 2, 1],
    ]);
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived' });
  });

  it('refuses more than is outstanding, with a detail per line, unless allow_over is set', async () => {
    const { order, lines } = await desk.placed([{ qty: 5 }, { qty: 2 }]);
    const answer = await receive(order, line(lines[0]!, 3), line(lines[0]!, 3), line(lines[1]!, 9));
    expect([answer.status, answer.body.error.code]).toEqual([409, 'purchases_over_receipt']);
    expect(answer.body.error.details.map(({ path, code }) => [path, code])).toEqual([
      ['/input/lines/1/qty', 'over_receipt'],
      ['/input/lines/2/qty', 'over_receipt'],
    ]);
    expect(await receiptsOf(order)).toEqual([]);
    await desk.do('receive', order, { lines: [line(lines[0]!, 7), line(lines[1]!, 2)], allow_over: true });
    expect(await desk.fieldsOf(lines[0]!)).toMatchObject({ qty_received: 7, outstanding: 0, status: 'received' });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived', received_pct: 100 });
  });

  it('accepts the last of a line from one of many concurrent requests', async () => {
    const { order, lines } = await desk.placed([{ qty: 5 }]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => receive(order, line(lines[0]!, 5))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(new Set(answers.flatMap(({ status, body }) => (status === 409 ? body.error.code : [])))).toEqual(
      new Set(['purchases_over_receipt']),
    );
    expect(await receiptsOf(order)).toHaveLength(1);
  });

  it('refuses lines of another order, unknown locations, and too few serial numbers', async () => {
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([{ part: part.id, qty: 5 }]);
    const other = await desk.placed([{}]);
    const { status, body } = await receive(
      order,
      line(other.lines[0]!, 1),
      line(lines[0]!, 1, { location: part.id }),
      line(lines[0]!, 2, { serials: ['S1'] }),
    );
    expect([status, body.error.details.map(({ path }) => path)]).toEqual([
      422,
      ['/input/lines/0/order_item', '/input/lines/1/location', '/input/lines/2/serials'],
    ]);
  });

  it('is refused for draft and cancelled orders', async () => {
    const draft = await desk.addOrder();
    const added = await desk.addLine(draft);
    const { order, lines } = await desk.placed([{}]);
    await desk.do('cancel', order);
    const answers = [await receive(draft, line(added, 1)), await receive(order, line(lines[0]!, 1))];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'invalid_transition'],
      [409, 'invalid_transition'],
    ]);
  });

  it(`takes at most ${MOST_STATEMENTS} statements for a hundred lines`, async () => {
    const parts = await desk.createMany(
      'inventory:part',
      Array.from({ length: 100 }, (_, index) => ({ name: `Part ${index}` })),
    );
    const order = await desk.addOrder({ supplier: (await desk.addSupplier()).id });
    const made = await desk.createMany(
      'purchases:order_item',
      parts.body.results.map(({ record }) => ({ order: order.id, part: record.id, qty: 2, unit_price: eur('1.10') })),
    );
    await desk.do('place', order);
    const lines = made.body.results.map(({ record }) => line(record, 1));
    const statements = await recordStatements(server.database, () => desk.do('receive', order, { lines }));
    expect(statements.length).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(await desk.fieldsOf(order)).toMatchObject({ received_pct: 50, total: eur('220.00') });
    const onOrder = await desk.list('inventory:part', { filter: 'on_order == 1' });
    expect(onOrder).toHaveLength(100);
    const rest = await recordStatements(server.database, () => desk.do('receive', order, { lines }));
    expect(rest.length).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived' });
  });
});

describe('marking as arrived', () => {
  it('receives all that is outstanding, and changes nothing when repeated', async () => {
    const hall = await desk.add('spaces:location', { name: 'Hall' });
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([{ part: part.id, qty: 5 }, { qty: 2 }]);
    await receive(order, line(lines[0]!, 1));
    const input = { arrived_at: '2026-03-01T10:00:00+01:00', location: hall.id };
    const { result } = await desk.do('mark_arrived', order, input);
    expect(result['receipt']).toEqual(expect.any(String));
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived', arrived_at: '2026-03-01T09:00:00.000Z' });
    expect((await received(order)).map(({ qty, locationId }) => [qty, locationId])).toEqual([
      [1, undefined],
      [4, hall.id],
      [2, hall.id],
    ]);
    expect(await desk.do('mark_arrived', order)).toMatchObject({ result: { receipt: null }, events: [] });
  });

  it('happens once under concurrent requests', async () => {
    const { order } = await desk.placed([{ qty: 5 }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.run('mark_arrived', order)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await receiptsOf(order)).toHaveLength(1);
    expect(await desk.eventsOf(order, 'purchases.order.arrived')).toHaveLength(1);
  });
});

describe('reversing a receipt', () => {
  it('makes its lines outstanding again, and restores the status of the order', async () => {
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([{ part: part.id, qty: 5 }]);
    await receive(order, line(lines[0]!, 2));
    await receive(order, line(lines[0]!, 3));
    const [first, second] = await receiptsOf(order);
    await desk.do('reverse_receipt', second!, { reason: 'Wrong order' });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'partially_received', open_lines: 1 });
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 3 });
    await desk.do('reverse_receipt', first!, { reason: 'That too' });
    const fields = await desk.fieldsOf(order);
    expect([fields['status'], fields['arrived_at'], fields['received_pct']]).toEqual(['ordered', undefined, 0]);
    expect(await desk.fieldsOf(lines[0]!)).toMatchObject({ status: 'pending', outstanding: 5 });
    expect(await desk.fieldsOf(second!)).toMatchObject({ reversed: true, reversal_reason: 'Wrong order' });
    const [unreceived] = (await desk.eventsOf(order, 'purchases.order_item.unreceived')).map(({ payload }) => payload);
    expect(unreceived).toMatchObject({
      receiptId: second!.id,
      delta: -3,
      outstanding: 3,
      reason: 'Wrong order',
      reverses: `purchases:receipt:${second!.id}:1:1`,
      causeKey: `purchases:receipt:${second!.id}:1:2`,
    });
    await receive(order, line(lines[0]!, 5));
    expect(await desk.eventsOf(order, 'purchases.order.arrived')).toHaveLength(2);
  });

  it('happens once under concurrent requests, and needs a reason', async () => {
    const { order } = await desk.placed([{ qty: 5 }]);
    await desk.do('mark_arrived', order);
    const [receipt] = await receiptsOf(order);
    expect((await desk.run('reverse_receipt', receipt!)).status).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => desk.run('reverse_receipt', receipt!, { reason: 'Wrong' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'ordered', open_lines: 1 });
  });

  it('is refused as a whole if the stock is no longer there', async () => {
    const [part, gone] = [await desk.addPart(), await desk.addPart(USED_UP)];
    const { order } = await desk.placed([{ part: part.id }, { part: gone.id }]);
    await desk.do('mark_arrived', order);
    const [receipt] = await receiptsOf(order);
    const { status, body } = await desk.run('reverse_receipt', receipt!, { reason: 'Wrong' });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([409, 'insufficient_stock', '/record']);
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived' });
    expect(await desk.fieldsOf(receipt!)).toMatchObject({ reversed: false });
  });

  it('is the only change of a receipt', async () => {
    const { order } = await desk.placed([{}]);
    await desk.do('mark_arrived', order);
    const [receipt] = await receiptsOf(order);
    expect((await desk.change(receipt!, { packing_slip: 'x' })).status).toBe(405);
    expect((await desk.remove(receipt!)).status).toBe(405);
  });
});
