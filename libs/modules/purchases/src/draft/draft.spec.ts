import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type Fields, type RecordBody, type TestServer } from '@cubit/testing';
import { Desk } from '../fixtures/desk.js';
import { inventory, spaces } from '../fixtures/workshop.modules.js';
import { purchases } from '../purchases.module.js';

let server: TestServer;
let desk: Desk;
const openDesk = async () => {
  const workspace = await server.workspace();
  return new Desk(server.as(await workspace.member()), workspace.path);
};
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases] });
  desk = await openDesk();
});
afterAll(() => server.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const price = (min_qty: number, unit_price: string) => ({ min_qty, unit_price, currency: 'EUR' });
const sell = (supplier: RecordBody, part: RecordBody, fields: Fields = {}) =>
  desk.add('purchases:supplier_part', { supplier: supplier.id, part: part.id, sku: `S-${part.id}`, ...fields });
const short = (fields: Fields = {}) =>
  desk.addPart('Screw', { available: 4, min_stock: 10, target_stock: 100, ...fields });
const draft = async (part: RecordBody, input: Fields = {}, at = desk) =>
  (await at.do('draft_from_low', part, input)).result;
const lineOf = (result: Fields, at = desk) =>
  at.fieldsOf({ kind: 'purchases:order_item', id: String(result['order_item']) });
const orderOf = (result: Fields): Pick<RecordBody, 'kind' | 'id'> => ({
  kind: 'purchases:order',
  id: String(result['order']),
});

describe('a supplier part', () => {
  it('has a unique number per supplier, and one per part is preferred', async () => {
    const [part, supplier, other] = [await desk.addPart(), await desk.addSupplier(), await desk.addSupplier()];
    const first = await sell(supplier, part, { preferred: true });
    const twice = await desk.create('purchases:supplier_part', {
      supplier: supplier.id,
      part: part.id,
      sku: first.title,
    });
    expect([twice.status, twice.body.error.code]).toEqual([409, 'already_exists']);
    const second = await sell(other, part, { preferred: true });
    expect([(await desk.fieldsOf(first))['preferred'], (await desk.fieldsOf(second))['preferred']]).toEqual([
      false,
      true,
    ]);
  });

  it('has one price for a quantity', async () => {
    const [part, supplier] = [await desk.addPart(), await desk.addSupplier()];
    const price_breaks = [price(1, '2'), price(10, '1.5'), price(10, '1.4')];
    const fields = { supplier: supplier.id, part: part.id, sku: 'x', price_breaks };
    const { status, body } = await desk.create('purchases:supplier_part', fields);
    expect([status, body.error.details[0]?.path]).toEqual([422, '/fields/price_breaks/2']);
  });

  it('sets the price and the pack quantity of a line', async () => {
    const [part, supplier] = [await desk.addPart(), await desk.addSupplier()];
    const pack = await sell(supplier, part, { pack_qty: 2.5, price_breaks: [price(1, '2'), price(10, '1.50')] });
    const order = await desk.addOrder({ supplier: supplier.id });
    const lines = [];
    for (const qty of [9, 10]) lines.push(await desk.addLine(order, { supplier_part: pack.id, part: part.id, qty }));
    expect((await desk.fieldsOf(lines[0]!))['unit_price']).toEqual(eur('2'));
    expect(await desk.fieldsOf(lines[1]!)).toMatchObject({
      unit_price: eur('1.50'),
      stock_qty: 25,
      total: eur('15.00'),
    });
    expect(lines[0]!.title).toBe('Screw');
  });

  it('must have the supplier and the part of its line', async () => {
    const [part, nut] = [await desk.addPart(), await desk.addPart('Nut')];
    const [supplier, other] = [await desk.addSupplier(), await desk.addSupplier()];
    const pack = await sell(supplier, part);
    const order = await desk.addOrder({ supplier: other.id });
    const fields = { order: order.id, qty: 1, supplier_part: pack.id, part: nut.id };
    const { status, body } = await desk.create('purchases:order_item', fields);
    expect([status, body.error.details.map(({ path }) => path)]).toEqual([
      422,
      ['/fields/supplier_part', '/fields/part'],
    ]);
    const nothing = await desk.create('purchases:order_item', { order: order.id, qty: 1 });
    expect([nothing.status, nothing.body.error.details[0]?.path]).toEqual([422, '/fields/description']);
  });
});

describe('drafting from low stock', () => {
  it('orders the quantity missing to the target, in whole packs and at least the minimum', async () => {
    const supplier = await desk.addSupplier();
    const [packed, least] = [await short(), await short({ available: 95 })];
    await sell(supplier, packed, { pack_qty: 20, price_breaks: [price(1, '3'), price(5, '2.80')] });
    await sell(supplier, least, { moq: 25 });
    const first = await draft(packed);
    expect(first).toMatchObject({ qty: 5, shortfall: 96, skipped: null });
    expect(await lineOf(first)).toMatchObject({ stock_qty: 100, unit_price: eur('2.80') });
    const second = await draft(least);
    expect(second).toMatchObject({ qty: 25, shortfall: 5, order: first['order'] });
    expect(await desk.fieldsOf(orderOf(first))).toMatchObject({
      supplier: supplier.id,
      status: 'draft',
      line_count: 2,
    });
  });

  it('subtracts quantities on drafts and on order', async () => {
    const [supplier, part] = [await desk.addSupplier(), await short()];
    await sell(supplier, part);
    const first = await draft(part);
    expect(await draft(part)).toMatchObject({ skipped: 'covered', order: null });
    await desk.do('place', orderOf(first));
    expect(await draft(part)).toMatchObject({ skipped: 'covered' });
    await desk.change(part, { target_stock: 130 });
    const more = await draft(part);
    expect(more).toMatchObject({ shortfall: 30, qty: 30 });
    await desk.change(part, { target_stock: 140 });
    expect(await draft(part)).toMatchObject({ order: more['order'], order_item: more['order_item'], qty: 40 });
    await desk.do('cancel', orderOf(first));
    expect(await draft(part)).toMatchObject({ shortfall: 96, qty: 136 });
  });

  it('chooses the given supplier, else that of the part, else the preferred, else the oldest', async () => {
    const [old, liked, own, requested] = [
      await desk.addSupplier({ name: 'Old' }),
      await desk.addSupplier({ name: 'Liked' }),
      await desk.addSupplier({ name: 'Own' }),
      await desk.addSupplier({ name: 'Asked' }),
    ];
    const part = await short();
    const supplierOf = async (input: Fields = {}) =>
      (await desk.fieldsOf(orderOf(await draft(part, { qty: 1, ...input }))))['supplier'];
    expect(await supplierOf()).toBeUndefined();
    await sell(old, part);
    expect(await supplierOf()).toBe(old.id);
    await sell(liked, part, { sku: 'L', preferred: true });
    expect(await supplierOf()).toBe(liked.id);
    const mine = await sell(own, part, { sku: 'O' });
    await desk.change(part, { default_supplier_part: mine.id });
    expect(await supplierOf()).toBe(own.id);
    expect(await supplierOf({ supplier: requested.id })).toBe(requested.id);
    await desk.change(own, { active: false });
    expect(await supplierOf()).toBe(liked.id);
  });

  it('creates one draft per supplier and one line per part under concurrency', async () => {
    const supplier = await desk.addSupplier();
    const parts = [await short(), await short(), await short()];
    for (const part of parts) await sell(supplier, part);
    const requests = [...parts, ...parts].map((part) => draft(part));
    const answers = await Promise.all(requests);
    // Of the two requests for a part either can come first; the other has no order.
    const orders = [...new Set(answers.flatMap(({ order }) => (order === null ? [] : [order])))];
    expect(orders).toHaveLength(1);
    expect(answers.filter(({ skipped }) => skipped === 'covered')).toHaveLength(3);
    const lines = await desk.list('purchases:order_item', { filter: `order == "${String(orders[0])}"` });
    expect(lines.map(({ fields }) => fields['qty'])).toEqual([96, 96, 96]);
  });
});

describe('what is on order of a part', () => {
  it('is correct after concurrent changes of its orders', async () => {
    const [part, supplier] = [await desk.addPart(), await desk.addSupplier()];
    const orders = await Promise.all(Array.from({ length: 6 }, () => desk.addOrder({ supplier: supplier.id })));
    const lines = await Promise.all(orders.map((order) => desk.addLine(order, { part: part.id, qty: 10 })));
    await Promise.all(orders.map((order) => desk.do('place', order)));
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 60 });
    await Promise.all([
      desk.do('cancel', orders[0]!),
      desk.do('mark_arrived', orders[1]!),
      desk.do('receive', orders[2]!, { lines: [{ order_item: lines[2]!.id, qty: 4 }] }),
      desk.change(lines[3]!, { qty: 25 }),
      desk.remove(lines[4]!),
      desk.do('hold', orders[5]!),
    ]);
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 6 + 25 + 10 });
  });
});

describe('a request', () => {
  it.each(['draft_from_low', 'add_to_request'])('%s refuses a quantity of 0', async (action) => {
    const { status, body } = await desk.run(action, await desk.addPart(), { qty: 0 });
    expect([status, body.error.details?.[0]?.path]).toEqual([422, '/input/qty']);
  });

  it('exists at most once per part or other record', async () => {
    const [part, shelf] = [await desk.addPart(), await desk.add('spaces:location', { name: 'Shelf' })];
    const answers = await Promise.all([5, 9, 7].map((qty) => desk.do('add_to_request', part, { qty, reason: 'Low' })));
    expect(new Set(answers.map(({ result }) => result['request'])).size).toBe(1);
    expect(answers.filter(({ result }) => result['duplicate'] === false)).toHaveLength(1);
    const about = await desk.do('add_to_request', shelf);
    expect((await desk.do('add_to_request', shelf)).result).toEqual({ ...about.result, duplicate: true });
    const requests = await desk.list('purchases:request', { filter: 'status == "open"' });
    expect(requests.map(({ title, fields }) => [title, fields['qty']])).toEqual([
      ['Screw', 9],
      ['Shelf', undefined],
    ]);
    expect((await desk.create('purchases:request', { qty: 1 })).body.error.details[0]?.path).toBe(
      '/fields/description',
    );
  });

  it('follows its order line: ordered, fulfilled, ordered again, open again', async () => {
    const [part, supplier] = [await desk.addPart(), await desk.addSupplier()];
    await sell(supplier, part, { pack_qty: 10 });
    const request = await desk.add('purchases:request', { part: part.id, qty: 12 });
    const { result } = await desk.do('order_request', request);
    expect((await desk.run('order_request', request)).status).toBe(409);
    expect(await lineOf(result)).toMatchObject({ qty: 2, for: { kind: 'purchases:request', id: request.id } });
    const statusOf = async () => (await desk.fieldsOf(request))['status'];
    expect(await statusOf()).toBe('ordered');
    await desk.do('place', orderOf(result));
    await desk.do('mark_arrived', orderOf(result));
    expect(await statusOf()).toBe('fulfilled');
    expect(await desk.eventsOf(request, 'purchases.request.fulfilled')).toMatchObject([
      { payload: { partId: part.id, orderItemId: result['order_item'], qty: 12 } },
    ]);
    const [receipt] = await desk.list('purchases:receipt', { filter: `order == "${String(result['order'])}"` });
    await desk.do('reverse_receipt', receipt!, { reason: 'Wrong' });
    expect(await statusOf()).toBe('ordered');
    await desk.do('cancel', orderOf(result));
    expect(await desk.fieldsOf(request)).toMatchObject({ status: 'open' });
    expect((await desk.fieldsOf(request))['order_item']).toBeUndefined();
  });
});

describe('the plan', () => {
  it('lists missing parts by supplier, with packs and prices, and parts without a supplier', async () => {
    const own = await openDesk();
    const add = (kind: string, fields: Fields) => own.add(kind, fields);
    const supplier = await add('purchases:supplier', { name: 'Volts', min_order: eur('50') });
    const low = await own.addPart('Resistor', { available: 4, min_stock: 10, target_stock: 100 });
    const ample = await own.addPart('Cable', { available: 500, min_stock: 10 });
    const loose = await own.addPart('Odd thing', { available: 1, min_stock: 2 });
    await add('purchases:supplier_part', {
      supplier: supplier.id,
      part: low.id,
      sku: 'R-1',
      pack_qty: 50,
      price_breaks: [price(1, '4.25')],
    });
    const { result } = await own.do('plan', null);
    expect(result).toEqual({
      suppliers: [
        {
          supplier: supplier.id,
          name: 'Volts',
          currency: 'EUR',
          total: eur('8.50'),
          below_minimum: true,
          lines: [
            expect.objectContaining({ part: low.id, demand: 100, shortfall: 96, qty: 2, stock_qty: 100, sku: 'R-1' }),
          ],
        },
      ],
      unsourced: [expect.objectContaining({ part: loose.id, title: 'Odd thing', shortfall: 1 })],
    });
    expect(JSON.stringify(result)).not.toContain(ample.id);
    await own.do('draft_from_low', low);
    await own.do('draft_from_low', loose);
    expect((await own.do('plan', null)).result).toEqual({ suppliers: [], unsourced: [] });
    await own.do('add_to_request', ample, { qty: 600 });
    const planned = (await own.do('plan', null, { include_low: false, include_requests: true })).result;
    expect(planned['unsourced']).toMatchObject([{ part: ample.id, demand: 600, shortfall: 100 }]);
  });

  it('rounds what builds need exactly: 2.1 is seven times 0.3', async () => {
    const own = await openDesk();
    const [lamp, wire] = [await own.addPart('Lamp'), await own.addPart('Wire')];
    await own.add('inventory:bom_line', {
      assembly: lamp.id,
      component: wire.id,
      qty_per: 0.7,
      rounding_multiple: 0.3,
    });
    const build = await own.add('inventory:build', { assembly: lamp.id, qty: 3 });
    const { result } = await own.do('plan', null, { builds: [build.id], include_low: false });

    expect(result['unsourced']).toMatchObject([{ part: wire.id, demand: 2.1 }]);
  });

  it('adds the demand of builds, less their reservations', async () => {
    const own = await openDesk();
    const [board, chip, screw] = [
      await own.addPart('Board'),
      await own.addPart('Chip', { available: 5 }),
      await own.addPart('Screw', { available: -3 }),
    ];
    const bill = { assembly: board.id, qty_per: 2 };
    await own.add('inventory:bom_line', {
      ...bill,
      component: chip.id,
      scrap_pct: 10,
      setup_qty: 1,
      rounding_multiple: 5,
    });
    await own.add('inventory:bom_line', { ...bill, component: screw.id });
    const wanted = await own.add('inventory:build', { assembly: board.id, qty: 10 });
    const issued = await own.add('inventory:build', { assembly: board.id, qty: 99, status: 'issued', project: 'p' });
    const builds = { builds: [wanted.id], include_low: false };
    // 10 × 2, a tenth more, one for the setup: 23, in fives 25.
    expect((await own.do('plan', null, builds)).result['unsourced']).toMatchObject([
      { part: chip.id, demand: 25, shortfall: 20 },
      { part: screw.id, demand: 20, shortfall: 23 },
    ]);
    const reserved = { builds: [issued.id], include_low: false };
    expect((await own.do('plan', null, reserved)).result['unsourced']).toMatchObject([
      { part: screw.id, shortfall: 3 },
    ]);
    const { status, body } = await own.run('plan', null, { builds: [wanted.id, board.id] });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/builds/1']);
  });
});
