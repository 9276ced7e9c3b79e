import type { TestWorkspace } from '@cubit/testing';
import { startShippedServer, until, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { importFile, pathOf, previewOf, type SentFile } from '../fixtures/import-file.js';

jest.setTimeout(300_000);
let server: ShippedServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startShippedServer({});
});
beforeEach(async () => {
  workspace = await server.workspace();
});
afterAll(() => server.close());

type Query = Readonly<Record<string, string>>;
interface Listed {
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const client = () => server.as(workspace.owner);
const preview = (kind: string, file: SentFile, query: Query = {}) =>
  previewOf(client(), { workspace, kind, file, query });
const take = async (kind: string, file: SentFile, query: Query = {}) =>
  importFile(client(), { workspace, kind, file, query: { mapping: 'auto', ...query } });

async function list(kind: string, query: Query = {}): Promise<readonly Listed[]> {
  const path = `${pathOf({ workspace, kind })}?${new URLSearchParams({ limit: '100', ...query })}`;
  return (await client().get<{ data: readonly Listed[] }>(path)).body.data;
}

const SPOOLS = [
  'id,registered,first_used,last_used,price,initial_weight,spool_weight,used_weight,location,lot_nr,comment,archived,filament.id,filament.name,filament.material,filament.price,filament.density,filament.diameter,filament.weight,filament.spool_weight,filament.article_number,filament.color_hex,filament.vendor.id,filament.vendor.name',
  '1,2025-01-02 10:00:00,2025-02-01 08:00:00,,20,1000,200,250.5,Dry box,L7,half used,False,4,Galaxy Black,PLA,25,1.24,1.75,1000,210,GB-1,292B2D,2,Prusament',
  '2,2025-01-02 10:00:00,,,,,,0,Shelf,,,False,4,Galaxy Black,PLA,25,1.24,1.75,1000,210,GB-1,292B2D,2,Prusament',
  '3,2025-01-02 10:00:00,,,,750,,100,,,,False,5,Clear,PETG,,1.27,1.75,1000,,,,,',
].join('\n');

describe('a file of another program', () => {
  it('of Spoolman makes stock in grams, which is then used', async () => {
    const file = { name: 'spools.csv', content: SPOOLS };
    expect(await preview('inventory:stock_item', file)).toMatchObject({ reader: 'spoolman-spools', missing: [] });
    const { result, rejects } = await take('inventory:stock_item', file, { currency: 'EUR' });
    expect([result, rejects]).toMatchObject([{ rows: 3, created: 3, rejected: 0 }, null]);
    expect(result.ignored).toEqual(expect.arrayContaining(['registered', 'archived', 'filament.vendor.id']));
    const parts = await list('inventory:part', { sort: 'name' });
    expect(parts).toMatchObject([
      { title: 'Clear', fields: { unit: 'g', on_hand: 650 } },
      {
        title: 'Prusament Galaxy Black',
        fields: {
          unit: 'g',
          on_hand: 1749.5,
          manufacturer: 'Prusament',
          mpn: 'GB-1',
          material: { material: 'PLA', diameter_mm: 1.75, density_g_cm3: 1.24, net_weight_g: 1000, tare_weight_g: 210 },
        },
      },
    ]);
    const [used] = await list('inventory:stock_item', { filter: 'lot == "L7"' });
    expect(used?.fields).toMatchObject({ qty: 749.5, tare_g: 200, unit_cost: { amount: '0.02', currency: 'EUR' } });
    expect((await take('inventory:stock_item', file, { key: 'import.id' })).result).toMatchObject({ created: 0 });
    const { status } = await client().post(`${workspace.path}/modules/inventory/actions/use`, {
      record: { kind: 'inventory:part', id: parts[1]?.id },
      input: { qty: 40 },
    });
    expect(status).toBe(200);
    expect((await list('inventory:part', { sort: 'name' }))[1]?.fields['on_hand']).toBe(1709.5);
  });

  it('of Spoolman in the form of its API is the same', async () => {
    const spool = {
      id: 9,
      used_weight: 100,
      remaining_weight: 900,
      location: 'Shelf',
      archived: false,
      filament: {
        id: 3,
        name: 'Red',
        material: 'ABS',
        density: 1.04,
        diameter: 2.85,
        vendor: { id: 1, name: 'Maker' },
      },
    };
    const { result } = await take('inventory:stock_item', { name: 'spools.json', content: JSON.stringify([spool]) });
    expect(result).toMatchObject({ created: 1, rejected: 0 });
    expect(await list('inventory:part')).toMatchObject([{ title: 'Maker Red', fields: { unit: 'g', on_hand: 900 } }]);
  });

  it('of Snipe-IT makes one unit of each asset', async () => {
    const content = [
      'ID,Asset Name,Asset Tag,Serial,Model,Model No.,Category,Manufacturer,Status,Location,Purchase Cost,Notes',
      '1,Bench left,A-100,SN-1,Oscilloscope,DS1054Z,Instruments,Rigol,Ready to Deploy,Lab,399.00,',
      '2,,A-101,SN-2,Oscilloscope,DS1054Z,Instruments,Rigol,Broken - Not Fixable,Lab,,no display',
    ].join('\n');
    const { result, rejects } = await take(
      'inventory:stock_item',
      { name: 'assets.csv', content },
      { currency: 'EUR' },
    );
    expect([result, rejects]).toMatchObject([{ created: 2, rejected: 0 }, null]);
    const items = await list('inventory:stock_item', { sort: 'serial' });
    expect(items.map(({ fields: { qty, serial, status } }) => [qty, serial, status])).toEqual([
      [1, 'SN-1', 'ok'],
      [1, 'SN-2', 'damaged'],
    ]);
    expect(await list('inventory:part')).toMatchObject([{ title: 'Oscilloscope', fields: { mpn: 'DS1054Z' } }]);
  });

  it('of Grocy makes the stock of its products', async () => {
    const stock = [
      {
        product_id: 1,
        amount: 3,
        best_before_date: '2027-05-01',
        product: { id: 1, name: 'Cookies', min_stock_amount: 8 },
      },
      { product_id: 2, amount: 0.5, best_before_date: '2999-12-31', product: { id: 2, name: 'Salt' } },
    ];
    const { result } = await take('inventory:stock_item', { name: 'stock.json', content: JSON.stringify(stock) });
    expect(result).toMatchObject({ created: 2, rejected: 0 });
    const items = await list('inventory:stock_item', { sort: 'qty' });
    expect(items.map(({ fields: { qty, expires_on: expires } }) => [qty, expires])).toEqual([
      [0.5, undefined],
      [3, '2027-05-01'],
    ]);
    const [cookies] = await list('inventory:part', { filter: 'name == "Cookies"' });
    expect(cookies?.fields).toMatchObject({ min_stock: 8, on_hand: 3 });
  });

  it('of InvenTree in German is understood', async () => {
    const parts = {
      content: 'Name;Beschreibung;Kategorie;Einheiten;Minimaler Bestand;Baugruppe\nSchraube;M3;Teile;Stk;50;Nein\n',
    };
    const query = { create_missing: 'category,part,location' };
    expect((await take('inventory:part', parts, query)).result).toMatchObject({ created: 1, rejected: 0 });
    const stock = {
      content:
        'Teil;Anzahl;Lagerort;Losnummer;Seriennummer;Ablaufdatum;Status\nSchraube;20;Regal;L1;;31.12.2027;erfordert Eingriff\n',
    };
    expect((await take('inventory:stock_item', stock, query)).result).toMatchObject({ created: 1, rejected: 0 });
    expect(await list('inventory:stock_item')).toMatchObject([
      { fields: { qty: 20, lot: 'L1', expires_on: '2027-12-31', status: 'attention' } },
    ]);
  });

  it.each([
    'Symbol TME;Original symbol;Manufacturer;Description;Quantity;Net price;Currency\nNE555-DIP;NE555P;TI;Timer;1 000;0,35;EUR\n',
    'Nr.;TME-Symbol;Originalsymbol;Hersteller;Beschreibung;Menge;Nettopreis;Währung\n1;NE555-DIP;NE555P;TI;Timer;1000;0,35;EUR\n',
    'Lp.;Symbol;Symbol oryginalny;Producent;Opis;Ilość;Cena netto;Waluta\n1;NE555-DIP;NE555P;TI;Timer;1000;0,35;EUR\n',
  ])('of TME makes an order, which is then received: %#', async (content) => {
    const { result } = await take('purchases:order', { name: 'order_1234567.csv', content });
    expect(result).toMatchObject({ created: 1, rejected: 0, values: { left_out: 0 } });
    const [order] = await list('purchases:order');
    expect(order).toMatchObject({ fields: { supplier_ref: '1234567', line_count: 1 } });
    expect(await list('purchases:supplier')).toMatchObject([{ title: 'TME' }]);
    for (const action of ['place', 'mark_arrived']) {
      const path = `${workspace.path}/modules/purchases/actions/${action}`;
      expect((await client().post(path, { record: { kind: 'purchases:order', id: order?.id } })).status).toBe(200);
    }
    const fields = await until('the order is in stock', async () => {
      const [part] = await list('inventory:part');
      return part?.fields['on_hand'] === 0 ? undefined : part?.fields;
    });
    expect(fields).toMatchObject({
      mpn: 'NE555P',
      on_hand: 1000,
      stock_value: { amount: '350.0000', currency: 'EUR' },
    });
  });

  const lots = [
    { description: '', amount: 25, storage_location: { name: 'Box 1', full_path: 'Rack->Box 1' } },
    { description: 'opened', amount: 5, storage_location: null },
    { description: '', amount: 0, instock_unknown: true, storage_location: { name: 'Box 2' } },
  ];
  const transistor = {
    id: 41,
    name: 'BC547',
    description: 'NPN',
    comment: '',
    category: { name: 'Small signal', full_path: 'Actives->MOS/BJT->Small signal' },
    manufacturer: { name: 'Example Semi' },
    manufacturer_product_number: 'BC547B',
    manufacturing_status: 'nrfnd',
    minamount: 10,
    ipn: 'T-1',
    tags: 'npn,to92',
    partLots: lots,
    orderdetails: [
      {
        supplierpartnr: 'BC 547B',
        supplier: { name: 'Shop' },
        pricedetails: [{ price: '4.00', price_related_quantity: 100, min_discount_quantity: 1 }],
      },
    ],
  };
  const flat = (value: object, path = ''): readonly (readonly [string, string])[] =>
    Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
      typeof one === 'object' && one !== null
        ? flat(one, `${path}${name}.`)
        : [[path + name, one === null ? '' : String(one as string)] as const],
    );
  it.each([
    { name: 'parts.json', content: JSON.stringify([transistor]) },
    {
      name: 'parts.csv',
      content: [0, 1]
        .map((index) =>
          flat(transistor)
            .map((pair) => pair[index])
            .join(';'),
        )
        .join('\n'),
    },
  ])('of Part-DB makes parts with lots and suppliers, which are then built and ordered: $name', async (file) => {
    expect(await preview('inventory:part', file)).toMatchObject({ reader: 'part-db', missing: [] });
    const { result, rejects } = await take('inventory:part', file, { currency: 'EUR' });
    expect([result, rejects]).toMatchObject([{ created: 1, rejected: 0, warnings: { count: 0 } }, null]);
    const [part] = await list('inventory:part');
    expect(part).toMatchObject({
      title: 'BC547',
      tags: ['npn', 'to92'],
      fields: { mpn: 'BC547B', ipn: 'T-1', status: 'deprecated', min_stock: 10, on_hand: 30, description: 'NPN' },
    });
    expect((await list('inventory:category', { sort: 'id' })).map(({ title }) => title)).toEqual([
      'Actives',
      'MOS/BJT',
      'Small signal',
    ]);
    const items = await list('inventory:stock_item', { sort: 'qty' });
    expect(items.map(({ fields: { qty, location } }) => [qty, typeof location])).toEqual([
      [5, 'undefined'],
      [25, 'string'],
    ]);
    expect(await list('purchases:supplier_part')).toMatchObject([
      { fields: { sku: 'BC 547B', part: part?.id, last_price: { amount: '0.04', currency: 'EUR' } } },
    ]);
    const bill = { content: 'Reference,Value,MPN,Qty\n"Q1,Q2",BC547,BC547B,2\n' };
    const add = async (kind: string, fields: object) =>
      (await client().post<{ id: string }>(pathOf({ workspace, kind }), { fields })).body.id;
    const assembly = await add('inventory:part', { name: 'Amplifier', is_assembly: true });
    expect((await take('inventory:bom_line', bill, { assembly })).result).toMatchObject({ created: 1, rejected: 0 });
    const [amplifier] = await list('inventory:part', { filter: 'name == "Amplifier"' });
    expect(amplifier?.fields['can_build']).toBe(15);
  });
});

describe('a preview', () => {
  it('takes the parameters of the import, and names what is missing', async () => {
    const content = 'What,How many,When\nBolt,"1,5",01-02-2026\n';
    const bare = await preview('inventory:stock_item', { content });
    expect(bare.missing).toEqual(['part', 'qty']);
    const mapping = '{"What":"part","How many":"qty","When":"expires_on"}';
    const query = {
      mapping,
      decimal: ',',
      dates: 'dmy',
      key: 'lot',
      create_missing: 'part',
      currency: 'EUR',
      source: 'x',
    };
    const refused = await client().post<{ error: { code: string } }>(
      `${pathOf({ workspace, kind: 'inventory:stock_item' })}/import/preview?${new URLSearchParams(query)}`,
      content,
      { headers: { 'content-type': 'text/csv' } },
    );
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_query']);
    const { key: _, ...others } = query;
    const given = await preview(
      'inventory:stock_item',
      { content },
      { ...others, reading: 'foreign', encoding: 'utf-8' },
    );
    expect(given).toMatchObject({ mapping: JSON.parse(mapping), missing: [] });
    const order = await preview(
      'purchases:order',
      { name: 'SO-4711.csv', content: 'SKU,Qty\nA,1\n' },
      { supplier: 'Acme' },
    );
    expect(order.defaults).toEqual({ supplier: 'Acme', supplier_ref: 'SO-4711' });
  });
});
