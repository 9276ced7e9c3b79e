import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClock,
  createTestServer,
  type Fields,
  type RecordBody,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { Desk } from '../fixtures/desk.js';
import { inventory, spaces } from '../fixtures/workshop.modules.js';
import { purchases } from '../purchases.module.js';

const clock = createClock('2026-03-10T12:00:00Z');
let server: TestServer;
let workspace: TestWorkspace;
let desk: Desk;
const deskIn = async (place: TestWorkspace) =>
  new Desk(server.as(await server.mintToken(await place.member(), { expires_at: '2027-03-01T00:00:00Z' })), place.path);
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases], now: clock.now });
  workspace = await server.workspace();
  desk = await deskIn(workspace);
});
afterAll(() => server.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const statusOf = async (order: RecordBody) => (await desk.fieldsOf(order))['status'];
const names = async (order: RecordBody) =>
  (await desk.eventsOf(order)).map(({ name }) => name.replace('purchases.', ''));

describe('the number of an order', () => {
  it('is the next free one under concurrency, and skips numbers given by hand', async () => {
    const own = await deskIn(await server.workspace());
    const made = await Promise.all(Array.from({ length: 8 }, () => own.addOrder()));
    expect(made.map(({ title }) => title).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `PO-000${n}`));
    await own.addOrder({ number: 'PO-0011' });
    await own.addOrder({ number: 'Fair 2026' });
    expect((await own.addOrder()).title).toBe('PO-0012');
    await own.remove(await own.addOrder());
    expect((await own.addOrder()).title).toBe('PO-0014');
    expect((await own.create('purchases:order', { number: 'PO-0001' })).body.error.code).toBe('already_exists');
  });

  it('follows the prefix of the workspace', async () => {
    const place = await server.workspace();
    const owner = server.as(await server.mintToken(place.owner, { expires_at: '2027-03-01T00:00:00Z' }));
    const own = await deskIn(place);
    await own.addOrder();
    await owner.patch(`${place.path}/modules/purchases`, { settings: { number_prefix: 'B/26-' } });
    expect((await own.addOrder()).title).toBe('B/26-0002');
  });
});

describe('deleting an order', () => {
  it('takes the lines of a draft along, and they come back with it', async () => {
    const order = await desk.addOrder();
    const early = await desk.addLine(order);
    await desk.remove(early);
    clock.advance({ minutes: 1 });
    const lines = [
      await desk.addLine(order, { qty: 2, unit_price: eur('3') }),
      await desk.addLine(order, { qty: 1, unit_price: eur('4') }),
    ];
    const kept = await desk.addOrder();
    await desk.addLine(kept);

    expect((await desk.remove(order)).status).toBe(204);
    expect(await desk.list('purchases:order_item', `order == "${order.id}"`)).toEqual([]);
    expect(await desk.list('purchases:order_item', `order == "${kept.id}"`)).toHaveLength(1);
    expect((await desk.restore(lines[0]!)).status).toBe(422);
    expect((await desk.restore(order)).status).toBe(200);
    const restored = await desk.list('purchases:order_item', `order == "${order.id}"`);
    expect(restored.map(({ id }) => id).toSorted()).toEqual(lines.map(({ id }) => id).toSorted());
    expect(await desk.fieldsOf(order)).toMatchObject({ line_count: 2, open_lines: 2, total: eur('10.00') });
  });

  it('is refused once it is placed', async () => {
    const { order, lines } = await desk.placed([{}]);

    const { status, body } = await desk.remove(order);
    expect([status, body.error.code]).toEqual([409, 'in_use']);
    expect((await desk.read(lines[0]!)).id).toBe(lines[0]!.id);
  });
});

describe('the lines of an order', () => {
  it('are created with it, at the prices and in the currency of its supplier', async () => {
    const supplier = await desk.addSupplier({ currency: 'EUR' });
    const part = await desk.addPart();
    const client = server.as(await workspace.member());
    const { status, body } = await client.post<RecordBody & { lines: RecordBody[] }>(
      `${workspace.path}/modules/purchases/records/order`,
      {
        fields: { supplier: supplier.id },
        lines: [
          { fields: { part: part.id, qty: 4, unit_price: eur('2.50') } },
          { fields: { description: 'Freight', qty: 1, unit_price: eur('5') } },
        ],
      },
    );
    expect(status).toBe(201);
    expect(body.fields).toMatchObject({ line_count: 2, subtotal: eur('15.00') });
    expect(body.lines.map(({ fields }) => fields['total'])).toEqual([eur('10.00'), eur('5.00')]);
    const read = await client.get<typeof body>(
      `${workspace.path}/modules/purchases/records/order/${body.id}?expand=lines,supplier`,
    );
    expect(read.body.lines.map(({ id }) => id)).toEqual(body.lines.map(({ id }) => id));
    const wrong = await client.post<{ error: { details: { path: string }[] } }>(
      `${workspace.path}/modules/purchases/records/order`,
      { fields: {}, lines: [{ fields: { part: part.id, qty: 0 } }] },
    );
    expect([wrong.status, wrong.body.error.details[0]?.path]).toEqual([422, '/lines/0/fields/qty']);
  });
});

describe('the totals of an order', () => {
  it('are exact: rounded lines, then the discount, shipping and tax', async () => {
    const order = await desk.addOrder({ discount_pct: 10, shipping: eur('4.90'), tax: eur('1.00') });
    await desk.addLine(order, { qty: 25, unit_price: eur('0.009') });
    await desk.addLine(order, { qty: 50, unit_price: eur('0.2759') });
    await desk.addLine(order, { qty: 3, unit_price: eur('10'), discount_pct: 33.3 });
    await desk.addLine(order, { qty: 7, description: 'Samples' });
    // 0.225 and 13.795 are rounded up as invoices are: 0.23 + 13.80 + 20.01
    expect(await desk.fieldsOf(order)).toMatchObject({
      subtotal: eur('34.04'),
      total: eur('36.54'),
      line_count: 4,
      open_lines: 4,
    });
  });

  it('follow every added, changed and removed line, and are emitted with the order', async () => {
    const order = await desk.addOrder();
    const line = await desk.addLine(order, { qty: 2, unit_price: eur('3') });
    await desk.addLine(order, { qty: 1, unit_price: eur('0.5') });
    await desk.change(line, { qty: 4 });
    expect(await desk.fieldsOf(order)).toMatchObject({ subtotal: eur('12.50'), total: eur('12.50') });
    await desk.remove(line);
    expect(await desk.fieldsOf(order)).toMatchObject({ total: eur('0.50'), line_count: 1 });
    const changes = (await desk.eventsOf(order, 'purchases.order.updated')).map(({ payload }) => payload['changes']);
    expect(changes.at(-1)).toEqual({
      line_count: { from: 2, to: 1 },
      subtotal: { from: eur('12.50'), to: eur('0.50') },
      total: { from: eur('12.50'), to: eur('0.50') },
    });
  });

  it('are in the currency of the supplier, and refuse others', async () => {
    const supplier = await desk.addSupplier({ currency: 'JPY' });
    const order = await desk.addOrder({ supplier: supplier.id });
    await desk.addLine(order, { qty: 3, unit_price: { amount: '33.5', currency: 'JPY' } });
    expect(await desk.fieldsOf(order)).toMatchObject({ total: { amount: '101', currency: 'JPY' } });
    const answers = [
      await desk.create('purchases:order_item', { order: order.id, qty: 1, description: 'x', unit_price: eur('1') }),
      await desk.change(order, { shipping: eur('1') }),
      await desk.change(order, { currency: 'EUR' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
      [422, '/fields/unit_price'],
      [422, '/fields/shipping'],
      [409, '/fields/currency'],
    ]);
  });

  it('are filtered and sorted by like any other field', async () => {
    const own = await deskIn(await server.workspace());
    for (const [number, amount] of [
      ['A', '5'],
      ['B', '100'],
      ['C', '20'],
    ])
      await own.addLine(await own.addOrder({ number }), { qty: 1, unit_price: eur(amount ?? '') });
    const dear = await own.list('purchases:order', { filter: 'total.amount > 10', sort: '-total' });
    expect(dear.map(({ title }) => title)).toEqual(['B', 'C']);
  });

  it('are correct after concurrent writes of lines', async () => {
    const order = await desk.addOrder();
    const line = { order: order.id, qty: 1, description: 'x', unit_price: eur('0.33') };
    await Promise.all(Array.from({ length: 5 }, () => desk.createMany('purchases:order_item', Array(20).fill(line))));
    expect(await desk.fieldsOf(order)).toMatchObject({ line_count: 100, subtotal: eur('33.00') });
  });

  it('refuse amounts above the limit', async () => {
    const order = await desk.addOrder();
    const fields = { order: order.id, description: 'x', qty: 1e9, unit_price: eur('9'.repeat(15)) };
    const { status, body } = await desk.create('purchases:order_item', fields);
    expect([status, body.error.details[0]?.path]).toEqual([422, '/fields/unit_price']);
  });
});

describe('the life of an order', () => {
  it('needs a line to be placed, and keeps its supplier afterwards', async () => {
    const supplier = await desk.addSupplier({ lead_time_days: 5 });
    const order = await desk.addOrder({ supplier: supplier.id });
    const empty = await desk.run('place', order);
    expect([empty.status, empty.body.error.details[0]?.code]).toEqual([409, 'no_lines']);
    await desk.addLine(order, { unit_price: eur('2') });
    await desk.do('place', order, { supplier_ref: 'SO-1' });
    expect(await desk.fieldsOf(order)).toMatchObject({
      status: 'ordered',
      supplier_ref: 'SO-1',
      ordered_at: clock.now().toISOString(),
      expected_on: '2026-03-15',
    });
    expect((await desk.run('place', order)).status).toBe(409);
    const moved = await desk.change(order, { supplier: null });
    expect([moved.status, moved.body.error.details[0]]).toMatchObject([
      409,
      { path: '/fields/supplier', code: 'locked' },
    ]);
    expect((await desk.eventsOf(order, 'purchases.order.placed'))[0]?.payload).toMatchObject({
      number: order.title,
      total: eur('20.00'),
      expectedOn: '2026-03-15',
      supplierRef: 'SO-1',
    });
  });

  it('needs a supplier to be placed, one that sells what its lines name', async () => {
    const [part, seller, other] = [await desk.addPart(), await desk.addSupplier(), await desk.addSupplier()];
    const offer = await desk.add('purchases:supplier_part', { supplier: seller.id, part: part.id, sku: 'S-9' });
    const order = await desk.addOrder();
    await desk.addLine(order, { supplier_part: offer.id, part: part.id });
    const refused = await desk.run('place', order);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      409,
      [{ path: '/record', code: 'no_supplier', message: `'${order.title}' has no supplier. Choose a supplier first.` }],
    ]);
    const foreign = await desk.change(order, { supplier: other.id });
    expect([foreign.status, foreign.body.error.details[0]]).toMatchObject([
      422,
      { path: '/fields/supplier', code: 'other_supplier' },
    ]);
    await desk.change(order, { supplier: seller.id });
    await desk.do('place', order);
    expect(await statusOf(order)).toBe('ordered');
  });

  it('changes its status by actions only', async () => {
    const order = await desk.addOrder();
    const { status, body } = await desk.change(order, { status: 'ordered' });
    expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
    expect(body.error.message).toContain('purchases:place');
    expect((await desk.create('purchases:order', { status: 'arrived' })).status).toBe(422);
  });

  it('is shipped, put on hold and resumed to its status', async () => {
    const { order } = await desk.placed([{}]);
    await desk.do('ship', order, { carrier: 'DHL', tracking_number: '0034' });
    await desk.do('hold', order, { reason: 'Invoice' });
    expect((await desk.payloadsOf(order, 'purchases.order.status_changed')).at(-1)).toMatchObject({
      from: 'in_transit',
      to: 'on_hold',
      reason: 'Invoice',
    });
    expect((await desk.run('receive', order, { lines: [] })).status).toBe(422);
    expect((await desk.run('mark_arrived', order)).status).toBe(409);
    await desk.do('resume', order, { reason: 'Paid' });
    expect((await desk.payloadsOf(order, 'purchases.order.status_changed')).at(-1)).toMatchObject({ reason: 'Paid' });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'in_transit', carrier: 'DHL' });
    expect((await names(order)).filter((name) => /shipped|placed/.test(name))).toEqual([
      'order.placed',
      'order.shipped',
    ]);
  });

  it.each([
    ['mark_arrived', 'arrived'],
    ['cancel', 'cancelled'],
  ])('goes by %s from in transit to %s', async (action, status) => {
    const { order } = await desk.placed([{}]);
    await desk.do('ship', order);
    await desk.do(action, order);
    expect(await statusOf(order)).toBe(status);
  });

  it.each(['ship', 'hold', 'resume'])('refuses %s of a draft, and names its status', async (action) => {
    const { status, body } = await desk.run(action, await desk.addOrder());
    expect([status, body.error.message]).toEqual([409, expect.stringContaining('draft')]);
  });

  it('is not ordered again with an empty reason', async () => {
    const { status, body } = await desk.run('duplicate', await desk.addOrder(), { reason: '' });
    expect([status, body.error.details?.[0]?.path]).toEqual([422, '/input/reason']);
  });

  it('can be cancelled before anything was received, which reduces on_order', async () => {
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([{ part: part.id, qty: 4 }]);
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 4 });
    await desk.do('cancel', order, { reason: 'Too dear' });
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 0 });
    expect(await desk.fieldsOf(lines[0]!)).toMatchObject({ status: 'cancelled', outstanding: 0, qty_cancelled: 4 });
    expect(await desk.payloadsOf(order, 'purchases.order.cancelled')).toMatchObject([{ reason: 'Too dear' }]);
    const received = (await desk.placed([{ part: part.id, qty: 4 }])) as {
      order: RecordBody;
      lines: readonly RecordBody[];
    };
    await desk.do('receive', received.order, { lines: [{ order_item: received.lines[0]!.id, qty: 1 }] });
    expect((await desk.run('cancel', received.order)).status).toBe(409);
  });

  it('is closed short after a partial receipt: the rest is cancelled, and the order arrives', async () => {
    const part = await desk.addPart();
    const { order, lines } = await desk.placed([{ part: part.id, qty: 10 }, { qty: 1 }]);
    expect((await desk.run('close_short', order)).status).toBe(409);
    await desk.do('receive', order, { lines: [{ order_item: lines[0]!.id, qty: 4 }] });
    expect((await desk.do('close_short', order, { reason: 'Discontinued' })).result).toEqual({ cancelled_lines: 2 });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived', received_pct: 100, open_lines: 0 });
    expect(await desk.fieldsOf(lines[0]!)).toMatchObject({ status: 'received', qty_cancelled: 6 });
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 0 });
    expect((await names(order)).slice(-4)).toEqual([
      'order.closed_short',
      'order.updated',
      'order.status_changed',
      'order.arrived',
    ]);
  });

  it('is duplicated as a draft with the same lines', async () => {
    const part = await desk.addPart();
    const { order } = await desk.placed([{ part: part.id, qty: 4, unit_price: eur('2') }], { supplier_ref: 'SO-9' });
    const { result } = await desk.do('duplicate', order);
    const copy = { kind: order.kind, id: String(result['order']) };
    const fields = await desk.fieldsOf(copy);
    expect(fields).toMatchObject({ status: 'draft', total: eur('8.00'), line_count: 1 });
    expect(fields['supplier_ref']).toBeUndefined();
    expect(fields['notes']).toBeUndefined();
  });

  it('is duplicated with the reason before the notes', async () => {
    const { order } = await desk.placed([{}], { notes: 'By van' });
    const notesOf = async (input: Fields) => {
      const { result } = await desk.do('duplicate', order, input);
      return (await desk.fieldsOf({ kind: order.kind, id: String(result['order']) }))['notes'];
    };
    expect([await notesOf({}), await notesOf({ reason: 'For the next batch' })]).toEqual([
      'By van',
      'For the next batch\n\nBy van',
    ]);
  });

  it('refuses to delete a received line, or to change its part', async () => {
    const [part, other] = [await desk.addPart(), await desk.addPart('Nut')];
    const { order, lines } = await desk.placed([{ part: part.id, qty: 10 }]);
    await desk.do('receive', order, { lines: [{ order_item: lines[0]!.id, qty: 4 }] });
    const answers = [
      await desk.remove(lines[0]!),
      await desk.change(lines[0]!, { part: other.id }),
      await desk.change(lines[0]!, { qty: 3 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 422]);
    await desk.change(lines[0]!, { qty: 6 });
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 2 });
    await desk.do('mark_arrived', order);
    expect((await desk.create('purchases:order_item', { order: order.id, qty: 1, description: 'x' })).status).toBe(409);
    expect((await desk.change(lines[0]!, { qty: 7 })).status).toBe(409);
  });

  it('emits a changed price, and updates last_price of the supplier part', async () => {
    const [part, supplier] = [await desk.addPart(), await desk.addSupplier()];
    const source = await desk.add('purchases:supplier_part', { supplier: supplier.id, part: part.id, sku: 'S-1' });
    const line = { supplier_part: source.id, part: part.id, qty: 2, unit_price: eur('3') };
    const { lines } = await desk.placed([line], { supplier: supplier.id });
    expect(await desk.fieldsOf(source)).toMatchObject({ last_price: eur('3') });
    await desk.change(lines[0]!, { unit_price: eur('3.5') });
    await desk.change(lines[0]!, { unit_price: eur('3.50') });
    expect(
      (await desk.eventsOf(lines[0]!, 'purchases.order_item.price_changed')).map(({ payload }) => payload),
    ).toMatchObject([{ from: eur('3'), to: eur('3.5'), supplierPartId: source.id }]);
    expect(await desk.fieldsOf(source)).toMatchObject({ last_price: eur('3.5') });
  });
});

describe('an order that is overdue', () => {
  const overdue = async (order: RecordBody) =>
    (await desk.eventsOf(order, 'purchases.order.overdue')).map((event) => event.payload);

  it('is emitted once per expected date', async () => {
    const { order } = await desk.placed([{}], { expected_on: '2026-03-11' });
    await server.sweep();
    expect(await desk.fieldsOf(order)).toMatchObject({ overdue: false });
    clock.advance({ hours: 40 });
    await server.sweep();
    await server.sweep();
    expect(await desk.fieldsOf(order)).toMatchObject({ overdue: true });
    expect(await overdue(order)).toMatchObject([{ expectedOn: '2026-03-11', openLines: 1 }]);
    await desk.change(order, { expected_on: '2026-03-14' });
    expect(await desk.fieldsOf(order)).toMatchObject({ overdue: false });
    clock.advance({ hours: 72 });
    await Promise.all([server.sweep(), server.sweep()]);
    expect(await overdue(order)).toMatchObject([{ expectedOn: '2026-03-11' }, { expectedOn: '2026-03-14' }]);
    expect(await desk.list('purchases:order', { filter: 'overdue' })).toHaveLength(1);
    await desk.do('mark_arrived', order);
    expect(await desk.fieldsOf(order)).toMatchObject({ overdue: false });
  });

  it('excludes draft and arrived orders', async () => {
    const draft = await desk.addOrder({ expected_on: '2026-03-01' });
    const { order } = await desk.placed([{}], { expected_on: '2026-06-01' });
    await desk.do('mark_arrived', order);
    clock.advance({ hours: 24 * 90 });
    await server.sweep();
    expect([await overdue(draft), await overdue(order), await statusOf(order)]).toEqual([[], [], 'arrived']);
  });
});
