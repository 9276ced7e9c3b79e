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

  it('refuses a unit that does not convert', async () => {
    const { order, line } = await orderFlour();
    const answer = await desk.run('receive', order, { lines: [{ order_item: line.id, qty: 1, unit: 'pcs' }] });
    expect(faultOf(answer)).toEqual([422, '/input/lines/0/unit', 'wrong_unit']);
  });
});
