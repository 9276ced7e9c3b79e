import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, upgradeAgain } from '@cubit/testing';
import { projects } from './fixtures/projects.module.js';
import { spaces } from './fixtures/spaces.module.js';
import { Stockroom } from './fixtures/stockroom.js';
import { inventory } from './inventory.module.js';

const modules = [spaces, projects, inventory];
let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const KINDS = ['part', 'stock_item', 'reservation', 'bom_line', 'spaces:location', 'projects:project'];
const look = async () =>
  (await Promise.all(KINDS.map((kind) => room.list(kind)))).flat().map(({ id, fields }) => ({ id, fields }));

/** What an earlier version did not write, by table. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  inventory_part: ['exact', 'parameters'],
  inventory_stock_item: ['exact_qty', 'cost'],
  inventory_reservation: ['exact', 'open_for'],
  inventory_bom_line: ['exact_qty_per'],
  spaces_location: ['item_count_direct', 'item_count_total', 'worth_direct', 'worth_total'],
  projects_project: ['costs'],
};
async function forget(): Promise<void> {
  const { pool } = server.database;
  for (const [table, names] of Object.entries(LATER))
    await pool.query(`update record_${table} set fields = fields - $1::text[]`, [names]);
  // In pounds and as a number, not exactly in grams.
  await pool.query(`update record_inventory_part set fields = jsonb_set(fields, '{worth}', (
    select jsonb_agg(one || jsonb_build_object('qty', case when fields->>'unit' = 'lb' then 3 else (one->>'qty')::numeric end))
    from jsonb_array_elements(fields->'worth') one
  )) where fields ? 'worth'`);
}

describe('an inventory of an earlier version', () => {
  it('gets the exact quantities, the contents of locations, the parameters and the costs of projects', async () => {
    const rack = await room.addLocation('Rack');
    const bin = await room.addLocation('Bin', { parent: rack.id });
    const project = await room.add('projects:project', { name: 'Shed' });
    const purpose = { for: { kind: project.kind, id: project.id } };
    const [bolt, sugar, box] = [
      await room.addPart(),
      await room.addPart({ unit: 'lb' }),
      await room.addPart({ is_assembly: true }),
    ];
    await room.addItem(bolt, { qty: 10, location: bin.id, unit_cost: eur('0.50') });
    await room.addItem(bolt, { qty: 1, location: rack.id, status: 'lost' });
    await room.addItem(sugar, { qty: 3, location: rack.id, unit_cost: eur('1.10') });
    await room.add('parameter', { part: bolt.id, name: 'Length', value: '12', unit: 'mm' });
    for (const part of [bolt, sugar])
      await room.add('bom_line', { assembly: box.id, component: part.id, qty_per: 0.5 });
    await room.do('use', bolt, { qty: 3, ...purpose });
    await room.do('reserve', bolt, { qty: 2, ...purpose });
    await room.do('reserve', sugar, { qty: 1.5, ...purpose });
    const before = await look();
    expect(await room.fieldsOf(project)).toMatchObject({ costs: { EUR: '1.5' } });
    await forget();
    await upgradeAgain(server, { modules });
    expect(await look()).toEqual(before);
  });

  it('marks parts that were below their minimum from the start', async () => {
    const { part: low } = await room.stocked([5]);
    const { part: enough } = await room.stocked([50]);
    const never = await room.addPart();
    await server.database.pool.query(
      `update record_inventory_part set fields = fields || '{"min_stock": 10}' where id = any($1)`,
      [[low.id, enough.id, never.id]],
    );
    await upgradeAgain(server, { modules });
    const marked = async (part: typeof low) => (await room.read(part)).fields.low_since !== undefined;
    expect([await marked(low), await marked(enough), await marked(never)]).toEqual([true, false, false]);
  });

  it('names the unit in the titles of movements', async () => {
    const { part } = await room.stocked([5], { unit: 'm' });
    await room.do('use', part, { qty: 2 });
    const titles = async () =>
      (await room.list('movement')).filter(({ fields }) => fields.part === part.id).map(({ title }) => title);
    const before = await titles();
    expect(before).toContain('Used 2 m');
    await server.database.pool.query(
      `update record_inventory_movement set title = replace(title, ' m', '') where fields->>'part' = $1`,
      [part.id],
    );
    expect(await titles()).toContain('Used 2');
    await upgradeAgain(server, { modules });
    expect(await titles()).toEqual(before);
  });
});
