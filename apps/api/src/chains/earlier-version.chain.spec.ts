import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let server: ShippedServer;
let chains: Chains;
let bench: ChainBench;
beforeAll(async () => {
  server = await startShippedServer();
  chains = chainsOn(server);
  bench = await chains.bench();
});
afterAll(() => chains.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const ref = ({ kind, id }: ApiRecord) => ({ kind, id });

/** Creates stock in a tree of locations, of which some was used for projects, and orders for them. */
async function furnish(): Promise<void> {
  const site = await bench.add('spaces:location', { name: 'Site', type: 'site' });
  const rack = await bench.add('spaces:location', { name: 'Rack', parent: site.id });
  const bins = await Promise.all(
    ['A', 'B', 'C'].map((name) => bench.add('spaces:location', { name, parent: rack.id })),
  );
  const bolt = await bench.add('inventory:part', { name: 'Bolt' });
  const box = await bench.add('inventory:part', { name: 'Box', is_assembly: true });
  for (const [index, { id: location }] of bins.entries())
    await bench.add('inventory:stock_item', { part: bolt.id, qty: 10 + index, location, unit_cost: eur('0.50') });
  await bench.add('inventory:stock_item', { part: bolt.id, qty: 1, location: rack.id, status: 'lost' });
  const project = await bench.add('projects:project', { name: 'Shed' });
  const task = await bench.add('projects:task', { title: 'Walls', project: project.id });
  await bench.do('inventory:use', bolt, { qty: 2, for: ref(project) });
  const used = await bench.do('inventory:use', bolt, { qty: 3, for: ref(task) });
  await bench.do('inventory:use', bolt, { qty: 1 });
  const [{ id = '' } = {}] = used['movements'] as { id: string }[];
  await bench.do('inventory:reverse', { kind: 'inventory:movement', id }, { reason: 'wrong task' });
  await bench.add('inventory:bom_line', { assembly: box.id, component: bolt.id, qty_per: 2 });
  const build = await bench.add('inventory:build', { assembly: box.id, qty: 1, project: project.id });
  await bench.do('inventory:issue_build', build);
  await bench.do('inventory:complete_output', build, { qty: 1 });
  await bench.do('inventory:reserve', bolt, { qty: 2, for: ref(task) });
  const sugar = await bench.add('inventory:part', { name: 'Sugar', unit: 'lb' });
  await bench.add('inventory:stock_item', { part: sugar.id, qty: 3, location: rack.id, unit_cost: eur('1.10') });
  await bench.do('inventory:reserve', sugar, { qty: 1.5, for: ref(project) });
  await bench.add('inventory:bom_line', { assembly: box.id, component: sugar.id, qty_per: 0.5 });
  const supplier = await bench.add('purchases:supplier', { name: 'Acme', currency: 'EUR' });
  const pack = { supplier: supplier.id, part: sugar.id, sku: 'S-2', pack_qty: 2.5 };
  await bench.add('purchases:supplier_part', pack);
  const order = await bench.add('purchases:order', {
    supplier: supplier.id,
    project: project.id,
    shipping: eur('5'),
    ship_to: rack.id,
  });
  const line = await bench.add('purchases:order_item', {
    order: order.id,
    part: bolt.id,
    qty: 10,
    unit_price: eur('2'),
  });
  await bench.do('purchases:place', order);
  await bench.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 4 }] });
  await bench.do('purchases:close_short', order);
  const [bought] = await bench.list('inventory:stock_item', `project == "${project.id}"`);
  await bench.do('inventory:use', { kind: 'inventory:stock_item', id: bought?.id ?? '' }, { qty: 1, for: ref(task) });
}

const KINDS = [
  'spaces:location',
  'projects:project',
  'purchases:order',
  'purchases:order_item',
  'purchases:supplier_part',
  'inventory:bom_line',
  'inventory:part',
  'inventory:stock_item',
  'inventory:reservation',
] as const;
async function look() {
  const lists = await Promise.all(KINDS.map((kind) => bench.list(kind, 'true')));
  return lists.flat().map(({ id, fields }) => ({ id, fields }));
}

/** Removes the rollups, as in records that an earlier version wrote. */
async function forget(): Promise<void> {
  const without: Readonly<Record<string, readonly string[]>> = {
    spaces_location: [
      'above',
      'item_count_direct',
      'item_count_total',
      'worth_direct',
      'worth_total',
      'value_total',
      'empty',
    ],
    projects_project: ['costs', 'cost_to_date'],
    purchases_order: ['cancelled_total'],
    purchases_order_item: ['exact'],
    purchases_supplier_part: ['exact_pack_qty'],
    inventory_bom_line: ['exact_qty_per'],
    inventory_part: ['exact'],
    inventory_reservation: ['exact'],
    inventory_stock_item: ['project', 'exact_qty', 'cost'],
  };
  const { pool } = server.database;
  for (const [table, names] of Object.entries(without))
    await pool.query(`update record_${table} set fields = fields - $1::text[]`, [names]);
  await pool.query(
    `delete from record_reference where source_kind = 'inventory:stock_item' and target_kind = 'projects:project'`,
  );
  await pool.query(`update record_inventory_part set fields = jsonb_set(fields, '{worth}', (
    select jsonb_agg(one || jsonb_build_object('qty', case when fields->>'unit' = 'lb' then 3 else (one->>'qty')::numeric end)) from jsonb_array_elements(fields->'worth') one
  )) where fields ? 'worth'`);
  await pool.query('delete from upgrade');
}

/** Leaves an order of a box of three open, as an earlier version did that added up rounded shares of the box. */
async function leaveOpen(): Promise<ApiRecord> {
  const part = await bench.add('inventory:part', { name: 'Lamp' });
  const supplier = await bench.add('purchases:supplier', { name: 'Lights', currency: 'EUR' });
  const pack = await bench.add('purchases:supplier_part', {
    supplier: supplier.id,
    part: part.id,
    sku: 'L-3',
    pack_qty: 3,
  });
  const order = await bench.add('purchases:order', { supplier: supplier.id });
  const line = await bench.add('purchases:order_item', { order: order.id, supplier_part: pack.id, qty: 1 });
  await bench.do('purchases:place', order);
  for (let piece = 0; piece < 3; piece += 1)
    await bench.do('purchases:receive', order, { lines: [{ order_item: line.id, qty: 1, unit: 'pcs' }] });
  const { pool } = server.database;
  const write = (table: string, fields: object, id: string) =>
    pool.query(`update record_${table} set fields = fields || $1::jsonb where id = $2`, [fields, id]);
  await write('purchases_order_item', { qty_received: 0.999999, outstanding: 0.000001, on_order: 0.000003 }, line.id);
  await write('purchases_order', { status: 'partially_received', open_lines: 1 }, order.id);
  await write('inventory_part', { on_order: 0.000003 }, part.id);
  await pool.query(
    `update record_purchases_receipt set fields = fields || jsonb_build_object('lines', (
       select jsonb_agg((one - 'exact') || '{"qty": 0.333333}') from jsonb_array_elements(fields->'lines') one
     )) where fields->>'order' = $1`,
    [order.id],
  );
  return order;
}

describe('a database of an earlier version', () => {
  it('gets the exact rollups of the present version, even for modules that are disabled meanwhile', async () => {
    await furnish();
    const before = await look();
    expect(before.filter(({ fields }) => 'costs' in fields || fields['item_count_total'] !== undefined)).not.toEqual(
      [],
    );
    const turn = async (enabled: boolean) => {
      const modules = ['digifab', 'purchases', 'inventory'];
      for (const name of enabled ? modules.toReversed() : modules)
        expect((await bench.client.patch(`${bench.path}/modules/${name}`, { enabled })).status).toBe(200);
    };
    await forget();
    await turn(false);
    await server.restart();
    await turn(true);
    expect(await look()).toEqual(before);
    // Correct values stay correct, however often they are recomputed.
    await server.database.pool.query('delete from upgrade');
    await server.restart();
    expect(await look()).toEqual(before);
    expect(await bench.failures()).toEqual([]);
  });

  it('completes the builds that were issued', async () => {
    const sugar = await bench.add('inventory:part', { name: 'Sugar', unit: 'lb' });
    const cake = await bench.add('inventory:part', { name: 'Cake' });
    await bench.add('inventory:stock_item', { part: sugar.id, qty: 3 });
    await bench.add('inventory:bom_line', { assembly: cake.id, component: sugar.id, qty_per: 1.5 });
    const build = await bench.add('inventory:build', { assembly: cake.id, qty: 2 });
    await bench.do('inventory:issue_build', build);
    await server.database.pool.query(
      `update record_inventory_build set fields = fields || jsonb_build_object('lines', (
         select jsonb_agg(one - 'exact') from jsonb_array_elements(fields->'lines') one
       )) where id = $1`,
      [build.id],
    );
    await bench.do('inventory:complete_output', build, { qty: 1 });
    await bench.do('inventory:complete_output', build);
    expect(await bench.readFields(sugar)).toMatchObject({ on_hand: 0, reserved: 0 });
    const [line] = (await bench.readFields(build))['lines'] as readonly object[];
    const exact = { qty_per: '680.388555', required: '1360.77711', consumed: '1360.77711' };
    expect(line).toMatchObject({ required: 3, consumed: 3, exact });
  });

  it('closes orders whose packs were received piece by piece', async () => {
    const order = await leaveOpen();
    await server.database.pool.query(`update record_purchases_order_item set fields = fields - 'exact'`);
    await server.database.pool.query('delete from upgrade');
    await server.restart();
    expect(await bench.readFields(order)).toMatchObject({ status: 'arrived', open_lines: 0, received_pct: 100 });
    const [line] = await bench.list('purchases:order_item', `order == "${order.id}"`);
    expect(line?.fields).toMatchObject({ qty_received: 1, outstanding: 0, on_order: 0, status: 'received' });
    expect((await bench.readFields({ kind: 'inventory:part', id: String(line?.fields['part']) }))['on_order']).toBe(0);
  });
});
