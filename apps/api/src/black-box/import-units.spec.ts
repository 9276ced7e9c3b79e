import type { TestWorkspace } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { importFile, pathOf, type Imported } from '../fixtures/import-file.js';

jest.setTimeout(300_000);
let server: ShippedServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startShippedServer({});
  workspace = await server.workspace();
  const made = await take(
    'part',
    'ipn,name,unit,packs\nPLA,PLA,g,\nFLOUR,Flour,kg,\nWIRE,Wire,mm,\nBOLT,Bolt,pcs,"[{""unit"":""box"",""qty"":100}]"\nLAMP,Lamp,pcs,\n',
  );
  expect(made.result).toMatchObject({ created: 5, rejected: 0 });
});
afterAll(() => server.close());

type Query = Readonly<Record<string, string>>;
interface Listed {
  readonly data: readonly { readonly id: string; readonly fields: Readonly<Record<string, unknown>> }[];
}

const client = () => server.as(workspace.owner);
const kindOf = (kind: string) => (kind.includes(':') ? kind : `inventory:${kind}`);

/** Columns go by the proposal of the preview. */
async function take(kind: string, content: string, query: Query = {}): Promise<Imported> {
  const file = { content, ...(content.startsWith('[') ? { name: 'rows.json' } : {}) };
  return importFile(client(), { workspace, kind: kindOf(kind), file, query: { mapping: 'auto', ...query } });
}

async function listed(kind: string, query: Query = {}) {
  const { body } = await client().get<Listed>(
    `${pathOf({ workspace, kind: kindOf(kind) })}?${new URLSearchParams({ limit: '100', ...query })}`,
  );
  return body.data;
}

async function partOf(ipn: string) {
  const [part] = await listed('part', { filter: `ipn == "${ipn}"` });
  return part ?? { id: '', fields: {} };
}

/** The quantities of the stock items of a part. */
async function stockOf(ipn: string) {
  const { id } = await partOf(ipn);
  return (await listed('stock_item', { filter: `part == "${id}"`, sort: 'lot' })).map(({ fields }) => fields['qty']);
}

describe('a unit in the cell of a quantity', () => {
  it('is converted exactly into the unit of the part, like one in a column beside it', async () => {
    const { result, rejects } = await take(
      'stock_item',
      'part,qty,unit,lot\nPLA,1.5 kg,,a\nPLA,2,kg,b\nPLA,3 oz,,c\nPLA,250,,d\nPLA,0.4 kg,kilogram,e\nBOLT,2 box,,f\nBOLT,3 dozen,,g\n',
    );
    expect([result.rejected, rejects]).toEqual([0, null]);
    expect(await stockOf('PLA')).toEqual([1500, 2000, 85.048569, 250, 400]);
    expect(await stockOf('BOLT')).toEqual([200, 36]);
    const [, , ounces] = await listed('stock_item', { filter: `part == "${(await partOf('PLA')).id}"`, sort: 'lot' });
    expect(ounces?.fields['exact_qty']).toMatch(/^85\.04856937/);
  });

  it('rejects its row where it does not convert, or is not that of the column of units', async () => {
    const before = await stockOf('WIRE');
    const { result, rejects } = await take(
      'stock_item',
      'part,qty,unit\nWIRE,3 kg,\nWIRE,2 m,mm\nWIRE,4,l\nWIRE,5 reels,\n',
    );
    expect(result).toMatchObject({ rows: 4, created: 0, rejected: 4 });
    expect(rejects).toContain("qty: 'kg' does not convert into 'mm', the unit of 'Wire'.");
    expect(rejects).toContain("qty: 'm' is not 'mm', the unit of the row.");
    expect(rejects).toContain("unit: 'l' does not convert into 'mm', the unit of 'Wire'.");
    expect(rejects).toContain("qty: 'reels' does not convert into 'mm', the unit of 'Wire'.");
    expect(await stockOf('WIRE')).toEqual(before);
  });

  it('is converted in the opening stock and the limits of parts, by the unit that the part has or gets', async () => {
    await take('category', 'name,default_unit\nPowders,kg\n');
    const { result, rejects } = await take(
      'part',
      [
        'ipn,name,category,unit,min_stock,target_stock,quantity',
        'SALT,Salt,Powders,,500 g,2 kg,250 g',
        'RESIN,Resin,,ml,1.5 l,2000,2 l',
        'GLUE,Glue,Powders,g,1 kg,3,2 kg',
        'NAIL,Nail,,,2 dozen,50 pcs,3 dozen',
        'BAD,Bad,Powders,,3 m,,1',
        'WORSE,Worse,Powders,,1,,5 l',
      ].join('\n'),
    );
    expect(result).toMatchObject({ created: 4, rejected: 2 });
    expect(rejects).toContain("min_stock: 'm' does not convert into 'kg', the unit of 'Bad'.");
    expect(rejects).toContain("'l' does not convert into 'kg', the unit of 'Worse'.");
    const limitsOf = async (ipn: string) => {
      const { min_stock: min, target_stock: target, on_hand: stock } = (await partOf(ipn)).fields;
      return [min, target, stock];
    };
    expect(await limitsOf('SALT')).toEqual([0.5, 2, 0.25]);
    expect(await limitsOf('RESIN')).toEqual([1500, 2000, 2000]);
    expect(await limitsOf('GLUE')).toEqual([1000, 3, 2000]);
    expect(await limitsOf('NAIL')).toEqual([24, 50, 36]);
    expect((await partOf('BAD')).id).toBe('');
  });

  it('is converted in an update by the unit of the record that is there', async () => {
    const { result } = await take('part', 'ipn,min_stock,target_stock\nFLOUR,500 g,750\nBOLT,3 box,5\n', {
      key: 'ipn',
    });
    expect(result).toMatchObject({ updated: 2, rejected: 0 });
    expect((await partOf('FLOUR')).fields).toMatchObject({ min_stock: 0.5, target_stock: 750 });
    expect((await partOf('BOLT')).fields).toMatchObject({ min_stock: 300, target_stock: 5 });
    const again = await take('part', 'ipn,min_stock\nFLOUR,0.5 kg\n', { key: 'ipn' });
    expect(again.result).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('is converted in a bill before its lines are added up', async () => {
    const { result, rejects } = await take(
      'bom_line',
      [
        'component,qty_per,setup_qty,rounding_multiple',
        'PLA,0.5 kg,10 g,0.25 kg',
        'PLA,300,,',
        'PLA,200 g,,',
        'WIRE,1.5 m,2 cm,',
        'BOLT,2 box,,',
        'FLOUR,3 m,,',
      ].join('\n'),
      { assembly: 'LAMP' },
    );
    expect(result).toMatchObject({ rejected: 1 });
    expect(rejects).toContain("qty_per: 'm' does not convert into 'kg', the unit of 'Flour'.");
    const names = new Map((await listed('part')).map(({ id, fields }) => [id, fields['ipn']]));
    const lines = await listed('bom_line');
    expect(
      lines.map(({ fields }) => [
        names.get(String(fields['component'])),
        fields['qty_per'],
        fields['setup_qty'],
        fields['rounding_multiple'],
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['PLA', 1000, 10, 250],
        ['WIRE', 1500, 20, undefined],
        ['BOLT', 200, undefined, undefined],
      ]),
    );
    expect(lines).toHaveLength(3);
  });

  it('is exact in a line of a bill, also where rows of one unit are added up', async () => {
    await take('part', 'ipn,name,unit\nSUGAR,Sugar,lb\nHONEY,Honey,lb\nJAM,Jam,pcs\n');
    const file = 'component,qty_per\nSUGAR,1 kg\nHONEY,400 g\nHONEY,600 g\n';
    const lines = async () => {
      const { id } = await partOf('JAM');
      const found = await listed('bom_line', { filter: `assembly == "${id}"` });
      return found.map(({ fields }) => [fields['qty_per'], fields['exact_qty_per']]);
    };
    await take('bom_line', file, { assembly: 'JAM' });
    expect(await lines()).toEqual([2.204623, 2.204623].map((shown) => [shown, '1000']));
    expect((await take('bom_line', file, { assembly: 'JAM' })).result).toMatchObject({ unchanged: 3 });
    await take('bom_line', file.replace('1 kg', '500 g'), { assembly: 'JAM' });
    expect((await lines()).toSorted()).toEqual([
      [1.102311, '500'],
      [2.204623, '1000'],
    ]);
  });

  it('is converted in a line of a bill that is named by its id alone', async () => {
    const [line] = await listed('bom_line', { filter: 'qty_per == 1500' });
    const { result } = await take('bom_line', `id,qty_per\n${line?.id ?? ''},2 m\n`, { reading: 'foreign', key: 'id' });
    expect(result).toMatchObject({ updated: 1, rejected: 0 });
    expect(await listed('bom_line', { filter: 'qty_per == 2000' })).toHaveLength(1);
  });

  it('of a column beside it is that of each line of a bill', async () => {
    await take('part', 'ipn,name\nCHAIR,Chair\n');
    await take('bom_line', 'component,qty_per,unit\nWIRE,2,m\nWIRE,30,cm\nWIRE,5,\n', { assembly: 'CHAIR' });
    const { id } = await partOf('CHAIR');
    const lines = await listed('bom_line', { filter: `assembly == "${id}"` });
    expect(lines.map(({ fields }) => fields['qty_per'])).toEqual([2305]);
  });

  it('is converted into that of a field which has one', async () => {
    const { result, rejects } = await take(
      'part',
      'ipn,name,shelf_life_days\nMILK,Milk,2 weeks\nEGG,Egg,10 days\nRICE,Rice,30\nSOAP,Soap,3 kg\n',
    );
    expect(result).toMatchObject({ created: 3, rejected: 1 });
    expect(rejects).toContain("shelf_life_days: 'kg' does not convert into 'days', the unit of the field.");
    const days = await Promise.all(
      ['MILK', 'EGG', 'RICE'].map(async (ipn) => (await partOf(ipn)).fields['shelf_life_days']),
    );
    expect(days).toEqual([14, 10, 30]);
  });

  it('is that of the packs of a supplier and of the lines of an order', async () => {
    const query = { create_missing: 'supplier' };
    const { result } = await take(
      'purchases:supplier_part',
      'supplier,sku,part,pack_qty\nMill,F-5,Flour,5000 g\nMill,B-2,Bolt,2 box\n',
      query,
    );
    expect(result).toMatchObject({ created: 2, rejected: 0 });
    const packs = (await listed('purchases:supplier_part', { sort: 'sku' })).map(({ fields }) => fields['pack_qty']);
    expect(packs).toEqual([200, 5]);
    const order = await take(
      'purchases:order',
      'Order number,Supplier,SKU,Qty,Unit price\nM-1,Mill,F-5,3 kg,2.50\nM-1,Mill,B-2,2,4.00\n',
      { currency: 'EUR' },
    );
    expect(order.result).toMatchObject({ rows: 2, rejected: 0 });
    const lines = await listed('purchases:order_item', { sort: 'qty' });
    expect(lines.map(({ fields: { qty, unit, stock_qty: stock } }) => [qty, unit, stock])).toEqual([
      [2, undefined, 400],
      [3, 'kg', 3],
    ]);
  });

  it('of an amount is its currency, which is that of the row', async () => {
    const { result, rejects } = await take(
      'stock_item',
      'part,qty,lot,unit_cost,currency\nLAMP,1,p,5 EUR,\nLAMP,1,q,5 EUR,EUR\nLAMP,1,r,5,CHF\nLAMP,1,s,5 EUR,USD\n',
      { currency: 'USD' },
    );
    expect(result).toMatchObject({ created: 3, rejected: 1 });
    expect(rejects).toContain("unit_cost: 'EUR' is not 'USD', the currency of the row.");
    const { id } = await partOf('LAMP');
    const costs = (await listed('stock_item', { filter: `part == "${id}"`, sort: 'lot' })).map(
      ({ fields }) => (fields['unit_cost'] as { currency: string }).currency,
    );
    expect(costs).toEqual(['EUR', 'EUR', 'CHF']);
  });

  it('is read from the members of a document in the same way', async () => {
    const { result } = await take('stock_item', '[{"part":"FLOUR","qty":"750 g","lot":"x"},{"part":"FLOUR","qty":2}]');
    expect(result).toMatchObject({ created: 2, rejected: 0 });
    expect((await stockOf('FLOUR')).toSorted()).toEqual([0.75, 2]);
  });
});
