import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type RecordBody, type TestServer, upgradeAgain } from '@cubit/testing';
import { Desk } from './fixtures/desk.js';
import { projects, spaces, stocked } from './fixtures/workshop.modules.js';
import { purchases } from './purchases.module.js';

const modules = [spaces, projects, stocked, purchases];
let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await createTestServer({ modules });
  const workspace = await server.workspace();
  desk = new Desk(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const sql = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
const KINDS = ['order', 'order_item', 'supplier_part', 'inventory:stock_item', 'projects:project'];
const look = async () =>
  (await Promise.all(KINDS.map((kind) => desk.list(kind)))).flat().map(({ id, fields }) => ({ id, fields }));

/** An order for a project, of which some arrived and the rest was cancelled. Returns what arrived. */
async function orderForProject(): Promise<RecordBody> {
  const [supplier, part] = [await desk.addSupplier(), await desk.addPart()];
  const pack = { supplier: supplier.id, part: part.id, sku: 'S-1', pack_qty: 2.5 };
  await desk.add('supplier_part', pack);
  const project = await desk.add('projects:project', { name: 'Shed' });
  const { order, lines } = await desk.placed([{ part: part.id, qty: 10, unit_price: eur('2') }], {
    supplier: supplier.id,
    project: project.id,
    shipping: eur('5'),
  });
  const { result } = await desk.do('receive', order, { lines: [{ order_item: lines[0]!.id, qty: 4 }] });
  await desk.do('close_short', order);
  const source = { kind: 'purchases:receipt', id: String(result['receipt']) };
  return desk.add('inventory:stock_item', { part: part.id, qty: 4, source, project: project.id });
}

describe('purchases of an earlier version', () => {
  it('get the exact quantities, the cancelled totals and the costs of projects of this one', async () => {
    await orderForProject();
    const before = await look();
    expect(before).toContainEqual(
      expect.objectContaining({ fields: expect.objectContaining({ costs: { EUR: '13' } }) }),
    );
    const without: Readonly<Record<string, string>> = {
      purchases_order: 'cancelled_total',
      purchases_order_item: 'exact',
      purchases_supplier_part: 'exact_pack_qty',
      inventory_stock_item: 'project',
      projects_project: 'costs',
    };
    for (const [table, field] of Object.entries(without))
      await sql(`update record_${table} set fields = fields - $1::text`, [field]);
    await sql(
      `delete from record_reference where source_kind = 'inventory:stock_item' and target_kind = 'projects:project'`,
    );
    await upgradeAgain(server, { modules });
    expect(await look()).toEqual(before);
  });

  it('are closed where rounded shares of a pack kept them open', async () => {
    const part = await desk.addPart();
    const supplier = await desk.addSupplier();
    const pack = await desk.add('supplier_part', { supplier: supplier.id, part: part.id, sku: 'S-3', pack_qty: 3 });
    const { order, lines } = await desk.placed([{ supplier_part: pack.id, qty: 1 }], { supplier: supplier.id });
    const [line] = lines;
    for (let piece = 0; piece < 3; piece += 1)
      await desk.do('receive', order, { lines: [{ order_item: line!.id, qty: 1, unit: 'pcs' }] });
    await sql(
      `update record_purchases_order_item set fields = fields - 'exact' || '{"qty_received": 0.999999, "outstanding": 0.000001}' where id = $1`,
      [line!.id],
    );
    await sql(
      `update record_purchases_order set fields = fields || '{"status": "partially_received", "open_lines": 1}' where id = $1`,
      [order.id],
    );
    await sql(
      `update record_purchases_receipt set fields = fields || jsonb_build_object('lines', (
         select jsonb_agg((one - 'exact') || '{"qty": 0.333333}') from jsonb_array_elements(fields->'lines') one
       )) where fields->>'order' = $1`,
      [order.id],
    );
    await upgradeAgain(server, { modules });
    expect(await desk.fieldsOf(order)).toMatchObject({ status: 'arrived', open_lines: 0, received_pct: 100 });
    expect(await desk.fieldsOf(line!)).toMatchObject({ qty_received: 1, outstanding: 0, status: 'received' });
  });
});
