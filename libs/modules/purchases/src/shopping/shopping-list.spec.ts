import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type Fields, type TestServer } from '@cubit/testing';
import { Desk } from '../fixtures/desk.js';
import { inventory, projects, spaces } from '../fixtures/workshop.modules.js';
import { purchases } from '../purchases.module.js';

interface Group {
  readonly name: string;
  readonly total: { readonly amount: string };
  readonly lines: readonly {
    readonly sku: string;
    readonly qty: number;
    readonly total: { readonly amount: string };
  }[];
}
interface List {
  readonly suppliers: readonly Group[];
  readonly unsourced: readonly { readonly part: string }[];
  readonly needs: readonly { readonly part: string; readonly projects: readonly object[] }[];
}

const UNKNOWN = '0192f0c1-2d3e-7000-8000-000000000001';
const price = (min_qty: number, unit_price: string, currency = 'EUR') => ({ min_qty, unit_price, currency });

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, projects, purchases] });
});
afterAll(() => server.close());

async function openDesk(options: { readonly modules?: readonly string[] } = {}): Promise<Desk> {
  const place = await server.workspace(options);
  return new Desk(server.as(await place.member()), place.path);
}

/** A part that projects need, with one supplier part for each offer. */
async function wanted(desk: Desk, qty: number, offers: Readonly<Record<string, Fields>>) {
  const project = await desk.add('projects:project', { name: 'One' });
  const [kit, part] = [await desk.addPart('Kit'), await desk.addPart('Screw')];
  await desk.add('inventory:bom_line', { assembly: kit.id, component: part.id, qty_per: 1 });
  await desk.add('inventory:build', { assembly: kit.id, qty, project: project.id });
  for (const [name, fields] of Object.entries(offers)) {
    const supplier = await desk.addSupplier({ name, currency: 'EUR' });
    await desk.add('purchases:supplier_part', { supplier: supplier.id, part: part.id, sku: name, ...fields });
  }
  return { kit, part, project: project.id };
}

/** A part in pounds of which a project needs 10 kg, and a supplier part of 500 g. */
async function tenKilograms(desk: Desk, build: Fields = {}) {
  const project = await desk.add('projects:project', { name: 'Cake' });
  const [kit, sugar] = [await desk.addPart('Kit'), await desk.addPart('Sugar', { unit: 'lb' })];
  const bill = { assembly: kit.id, component: sugar.id, qty_per: 2.204623, exact_qty_per: '1000' };
  await desk.add('inventory:bom_line', bill);
  await desk.add('inventory:build', { assembly: kit.id, qty: 10, project: project.id, ...build });
  const supplier = await desk.addSupplier({ name: 'Mill', currency: 'EUR' });
  const pack = { supplier: supplier.id, part: sugar.id, sku: 'HALF', price_breaks: [price(1, '1.00')] };
  const half = await desk.add('supplier_part', { ...pack, pack_qty: 500, pack_unit: 'g' });
  return { sugar, half, project: project.id };
}

const listOf = async (desk: Desk, input: Fields = {}) =>
  (await desk.do('shopping_list', null, input)).result as unknown as List;
const bought = ({ suppliers }: List) =>
  suppliers.flatMap(({ lines }) => lines.map(({ sku, qty, total }) => [sku, qty, total.amount] as const));

describe('the shopping list', () => {
  it('buys as many packs of another unit as are needed', async () => {
    const desk = await openDesk();
    const { sugar, project } = await tenKilograms(desk);
    const list = await listOf(desk);
    expect(bought(list)).toEqual([['HALF', 20, '20.00']]);
    expect(list.needs).toMatchObject([{ part: sugar.id, projects: [{ project, qty: 22.046226 }] }]);
  });

  it('buys nothing if what is on order and on drafts is exactly what is needed', async () => {
    const desk = await openDesk();
    const { sugar, half } = await tenKilograms(desk);
    const order = { part: sugar.id, supplier_part: half.id, qty: 1 };
    const lines = [order, { part: sugar.id, qty: 500, unit: 'g' }];
    for (let turn = 0; turn < 6; turn += 1) await desk.placed(lines, { supplier: half.fields['supplier'] });
    const draft = await desk.addOrder();
    for (const unit of ['kg', 'g']) await desk.addLine(draft, { part: sugar.id, qty: unit === 'g' ? 1000 : 3, unit });
    expect(await listOf(desk)).toMatchObject({ suppliers: [], unsourced: [] });
    expect((await desk.do('plan', null, { include_low: false })).result).toEqual({ suppliers: [], unsourced: [] });
  });

  it.each([[{}], [{ projects: [] }], [{ include_low: true }]])(
    'needs nothing for projects in a workspace without them: %j',
    async (input) => {
      const desk = await openDesk({ modules: ['spaces', 'inventory', 'purchases'] });

      expect(await listOf(desk, input)).toMatchObject({ suppliers: [], unsourced: [], needs: [] });
    },
  );

  it('buys at the cheapest price breaks, whatever the preferred supplier', async () => {
    const desk = await openDesk();
    await wanted(desk, 90, {
      Dear: { preferred: true, price_breaks: [price(1, '0.50')] },
      Cheap: { price_breaks: [price(1, '0.60'), price(50, '0.20')] },
    });
    expect(bought(await listOf(desk))).toEqual([['Cheap', 90, '18.00']]);
  });

  it('buys more than is needed where a price break makes that cheaper', async () => {
    const desk = await openDesk();
    await wanted(desk, 90, { Only: { price_breaks: [price(1, '1.00'), price(100, '0.50')] } });
    expect(bought(await listOf(desk))).toEqual([['Only', 100, '50.00']]);
  });

  it('splits a part over two suppliers where that is cheaper', async () => {
    const desk = await openDesk();
    await wanted(desk, 105, {
      Packs: { pack_qty: 100, price_breaks: [price(1, '10.00')] },
      Singles: { price_breaks: [price(1, '0.50')] },
    });
    expect(new Set(bought(await listOf(desk)))).toEqual(
      new Set([
        ['Packs', 1, '10.00'],
        ['Singles', 5, '2.50'],
      ]),
    );
  });

  it('splits a part over more suppliers where that is cheapest', async () => {
    const desk = await openDesk();
    await wanted(desk, 115, {
      Singles: { price_breaks: [price(1, '0.20')] },
      Tens: { pack_qty: 10, price_breaks: [price(1, '1.50')] },
      Hundreds: { pack_qty: 100, price_breaks: [price(1, '10.00')] },
    });
    expect(new Set(bought(await listOf(desk)))).toEqual(
      new Set([
        ['Hundreds', 1, '10.00'],
        ['Tens', 1, '1.50'],
        ['Singles', 5, '1.00'],
      ]),
    );
  });

  it('refuses a project that does not exist, by its place in the list', async () => {
    const desk = await openDesk();
    const { project } = await wanted(desk, 1, {});
    for (const action of ['shopping_list', 'plan']) {
      const { status, body } = await desk.run(action, null, { projects: [project, UNKNOWN] });
      expect([status, body.error.details]).toMatchObject([
        422,
        [{ path: '/input/projects/1', code: 'unknown_reference' }],
      ]);
    }
  });

  it('lists what each project needs, and buys what all of them need together, less what is available', async () => {
    const desk = await openDesk();
    const { kit, part, project } = await wanted(desk, 10, { Only: { price_breaks: [price(1, '1.00')] } });
    const second = (await desk.add('projects:project', { name: 'Two' })).id;
    await desk.add('inventory:build', { assembly: kit.id, qty: 4, project: second });
    await desk.add('inventory:build', { assembly: kit.id, qty: 1_000 });
    const all = await listOf(desk);
    expect(all.needs).toEqual([
      {
        part: part.id,
        title: 'Screw',
        projects: [
          { project, qty: 10 },
          { project: second, qty: 4 },
        ],
      },
    ]);
    expect(bought(all)).toEqual([['Only', 14, '14.00']]);
    expect(bought(await listOf(desk, { projects: [second] }))).toEqual([['Only', 4, '4.00']]);
  });

  it('names parts that nobody sells, and buys parts without a price from their first supplier', async () => {
    const desk = await openDesk();
    const { part } = await wanted(desk, 5, {});
    expect((await listOf(desk)).unsourced).toMatchObject([{ part: part.id, shortfall: 5 }]);
    const supplier = await desk.addSupplier({ name: 'No price' });
    await desk.add('purchases:supplier_part', { supplier: supplier.id, part: part.id, sku: 'X' });
    expect((await listOf(desk)).suppliers).toMatchObject([{ name: 'No price', lines: [{ sku: 'X', qty: 5 }] }]);
  });
});
