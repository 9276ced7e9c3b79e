import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type Fields, type RecordBody, type TestServer } from '@cubit/testing';
import { Desk } from '../fixtures/desk.js';
import { inventory, spaces } from '../fixtures/workshop.modules.js';
import { purchases } from '../purchases.module.js';

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases] });
  const workspace = await server.workspace();
  desk = new Desk(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const addFlour = () => desk.addPart('Flour', { unit: 'g', packs: [{ unit: 'bag', qty: 2500 }] });
const faultOf = ({ status, body }: { status: number; body: { error: { details: readonly Fields[] } } }) => [
  status,
  body.error.details[0]?.['path'],
  body.error.details[0]?.['code'],
];

/** An order line of 2 kg at 20 EUR. */
async function orderFlour(): Promise<{ order: RecordBody; line: RecordBody }> {
  const flour = await addFlour();
  const { order, lines } = await desk.placed([{ part: flour.id, qty: 2, unit: 'kg', unit_price: eur('20') }]);
  return { order, line: lines[0]! };
}

/** A placed order of one pack for 9.00 EUR. */
async function orderPack({ pack_qty }: { readonly pack_qty: number }) {
  const [part, supplier] = [await desk.addPart(), await desk.addSupplier({ currency: 'EUR' })];
  const pack = { supplier: supplier.id, part: part.id, sku: `P-${part.id}`, pack_qty };
  const { id: supplier_part } = await desk.add('supplier_part', pack);
  const { order, lines } = await desk.placed([{ part: part.id, supplier_part, qty: 1, unit_price: eur('9.00') }], {
    supplier: supplier.id,
  });
  return { part, order, line: lines[0]! };
}

describe('an order line', () => {
  it('is in a unit of its own, and its price with it', async () => {
    const { order, line } = await orderFlour();
    expect(await desk.fieldsOf(line)).toMatchObject({ qty: 2, unit: 'kg', pack_qty: 1000, stock_qty: 2000 });
    expect((await desk.fieldsOf(line))['total']).toEqual(eur('40.00'));
    await desk.do('receive', order, { lines: [{ order_item: line.id, qty: 1 }] });
    const [event] = await desk.payloadsOf(order, 'purchases.order_item.received');
    expect(event).toMatchObject({ qty: 1, stockQty: 1000, unitCost: eur('0.0200') });
  });

  it('takes the price of the supplier part for its unit', async () => {
    const [flour, supplier] = [await addFlour(), await desk.addSupplier({ currency: 'EUR' })];
    const sack = await desk.add('supplier_part', {
      supplier: supplier.id,
      part: flour.id,
      sku: 'S-5',
      pack_qty: 5,
      pack_unit: 'kg',
      price_breaks: [
        { min_qty: 1, unit_price: '10.00', currency: 'EUR' },
        { min_qty: 2, unit_price: '8.00', currency: 'EUR' },
      ],
    });
    expect(sack.fields).toMatchObject({ pack_qty: 5000 });
    expect(sack.fields).not.toHaveProperty('pack_unit');
    const order = await desk.addOrder({ supplier: supplier.id, currency: 'EUR' });
    const line = await desk.add('order_item', { order: order.id, supplier_part: sack.id, qty: 10, unit: 'kg' });
    expect(line.fields).toMatchObject({ stock_qty: 10_000, unit_price: eur('1.6') });
  });

  it('takes the pack of a supplier part without rounding, or refuses it', async () => {
    const [supplier, part] = [await desk.addSupplier({}), await desk.addPart('Iron', { unit: 'kg' })];
    const pack = async (pack_qty: number, pack_unit: string) =>
      desk.create('supplier_part', { supplier: supplier.id, part: part.id, sku: pack_unit, pack_qty, pack_unit });
    const kilograms = await pack(1000, 'oz');
    const fields = { pack_qty: 28.349523, exact_pack_qty: '28349.523125' };
    expect([kilograms.status, kilograms.body]).toMatchObject([201, { fields }]);
    expect(await desk.fieldsOf(kilograms.body)).toMatchObject(fields);
    expect((await pack(1.4, 'mg')).body.fields).toMatchObject({ pack_qty: 0.000001, exact_pack_qty: '0.0014' });
    expect(faultOf(await pack(0.4, 'mg'))).toEqual([422, '/fields/pack_qty', 'too_small']);
    expect(faultOf(await pack(1, 'ml'))).toEqual([422, '/fields/pack_unit', 'wrong_unit']);
  });

  it('keeps the exact pack of a supplier part until another one is written', async () => {
    const [supplier, sugar] = [await desk.addSupplier({}), await desk.addPart('Sugar', { unit: 'lb' })];
    const pack = await desk.add('supplier_part', {
      supplier: supplier.id,
      part: sugar.id,
      sku: 'S-1',
      pack_qty: 1,
      pack_unit: 'kg',
    });
    const exactAfter = async (fields: Fields) => (await desk.change(pack, fields)).body.fields['exact_pack_qty'];
    expect(await exactAfter({ description: 'Cane' })).toBe('1000');
    expect(await exactAfter({ pack_qty: 2.204623 })).toBe('1000');
    const { order, lines } = await desk.placed([{ supplier_part: pack.id, qty: 3 }], { supplier: supplier.id });
    await desk.do('receive', order, { lines: [{ order_item: lines[0]!.id, qty: 3 }] });
    expect(await desk.payloadsOf(order, 'purchases.order_item.received')).toMatchObject([{ exact: '3000' }]);
    expect(await exactAfter({ pack_qty: 2 })).toBe('907.18474');
    await desk.change(sugar, { unit: 'g' });
    expect(await exactAfter({ description: 'Beet' })).toBe('2');
  });

  it('refuses a unit that does not convert, and a unit without a part', async () => {
    const [flour, order] = [await addFlour(), await desk.addOrder()];
    const answers = [
      await desk.create('order_item', { order: order.id, part: flour.id, qty: 1, unit: 'ml' }),
      await desk.create('order_item', { order: order.id, description: 'Freight', qty: 1, unit: 'kg' }),
    ];
    expect(answers.map(faultOf)).toEqual([
      [422, '/fields/unit', 'wrong_unit'],
      [422, '/fields/unit', 'wrong_unit'],
    ]);
  });
});

describe('a receipt line', () => {
  it('is converted into purchase units', async () => {
    const { order, line } = await orderFlour();
    await desk.do('receive', order, { lines: [{ order_item: line.id, qty: 500, unit: 'g' }] });
    expect(await desk.fieldsOf(line)).toMatchObject({ qty_received: 0.5, outstanding: 1.5 });
    await desk.do('receive', order, { lines: [{ order_item: line.id, qty: 0.6, unit: 'bag' }] });
    expect(await desk.fieldsOf(line)).toMatchObject({ status: 'received', outstanding: 0 });
  });

  it.each([
    [3, [1, 1, 1]],
    [7, [2, 2, 3]],
    [3000, [1000, 1000, 1000]],
    [144, [143, 1]],
  ])('receives a pack of %d in pieces: %j', async (pack_qty, pieces) => {
    const { part, order, line } = await orderPack({ pack_qty });
    for (const [index, qty] of pieces.entries()) {
      await desk.do('receive', order, { lines: [{ order_item: line.id, qty, unit: 'pcs' }] });
      const rest = pack_qty - pieces.slice(0, index + 1).reduce((sum, one) => sum + one, 0);
      expect(await desk.fieldsOf(part)).toMatchObject({ on_order: rest });
    }
    expect(await desk.fieldsOf(line)).toMatchObject({ qty_received: 1, outstanding: 0, status: 'received' });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived', received_pct: 100 });
    const events = await desk.payloadsOf(order, 'purchases.order_item.received');
    expect(events.map(({ stockQty }) => stockQty)).toEqual(pieces);
  });

  it('of a share of a pack, as it is shown, is whole pieces, also when it is reversed', async () => {
    const { part, order, line } = await orderPack({ pack_qty: 3 });
    await desk.do('receive', order, { lines: [{ order_item: line.id, qty: 0.333333 }] });
    expect(await desk.fieldsOf(line)).toMatchObject({ qty_received: 0.333333, outstanding: 0.666667 });
    const rest = await desk.do<{ receipt: string }>('receive', order, {
      lines: [{ order_item: line.id, qty: 0.666667 }],
    });
    expect(await desk.fieldsOf(line)).toMatchObject({ outstanding: 0, qty_received: 1 });
    await desk.do('reverse_receipt', { kind: 'purchases:receipt', id: rest.result.receipt }, { reason: 'Wrong' });
    expect(await desk.fieldsOf(part)).toMatchObject({ on_order: 2 });
    await desk.do('mark_arrived', order);
    const events = await desk.payloadsOf(order, 'purchases.order_item.received');
    expect(events.map(({ stockQty }) => stockQty)).toEqual([1, 2, 2]);
  });

  it('is refused above what is outstanding by a single piece, and leaves a piece open', async () => {
    const { order, line } = await orderPack({ pack_qty: 3_000_000 });
    const receive = (qty: number) => desk.run('receive', order, { lines: [{ order_item: line.id, qty, unit: 'pcs' }] });
    expect((await receive(2_999_999)).status).toBe(200);
    expect(await desk.fieldsOf(line)).toMatchObject({ status: 'partial', outstanding: 0.000001, on_order: 1 });
    expect((await receive(2)).body.error.code).toBe('purchases_over_receipt');
    expect((await receive(1)).status).toBe(200);
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived' });
  });

  it('cancels the pieces that are outstanding, and their share of the total', async () => {
    const { order, line } = await orderPack({ pack_qty: 3 });
    await desk.do('receive', order, { lines: [{ order_item: line.id, qty: 2, unit: 'pcs' }] });
    await desk.do('close_short', order, { reason: 'Sold out' });
    expect(await desk.fieldsOf(line)).toMatchObject({ qty_cancelled: 0.333333, outstanding: 0, status: 'received' });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived', cancelled_total: eur('3.00') });
  });

  it('of another system of units is all of the line when nothing is left to be shown', async () => {
    const sugar = await desk.addPart('Sugar', { unit: 'lb' });
    const { order, lines } = await desk.placed([{ part: sugar.id, qty: 1, unit: 'kg', unit_price: eur('2') }]);
    const [line] = lines as [RecordBody];
    for (let turn = 0; turn < 4; turn += 1)
      await desk.do('receive', order, { lines: [{ order_item: line.id, qty: 250, unit: 'g' }] });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived' });
    const again = await desk.do<{ order: string }>('duplicate', order);
    const [copy] = await desk.list('order_item', { filter: `order == "${again.result.order}"` });
    expect(copy?.fields).toMatchObject({ qty: 1, unit: 'kg', pack_qty: 2.204623 });
  });

  it('refuses a unit that does not convert', async () => {
    const { order, line } = await orderFlour();
    const answer = await desk.run('receive', order, { lines: [{ order_item: line.id, qty: 1, unit: 'pcs' }] });
    expect(faultOf(answer)).toEqual([422, '/input/lines/0/unit', 'wrong_unit']);
  });
});
