import type { TestWorkspace } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { importFile, pathOf, previewOf, sendImport } from '../fixtures/import-file.js';
import { workbook } from '../fixtures/workbook.js';

jest.setTimeout(300_000);
let server: ShippedServer;
beforeAll(async () => {
  server = await startShippedServer({});
});
afterAll(() => server.close());

const CSV_PARTS = [
  'id;Part name;IPN;Category;Quantity;Location;Serial numbers;Price;Currency;Keywords;Minimum stock',
  '1;Resistor 10k;R-10K;Electronics / Passives;250;Lab/Drawer 1;;0,012;EUR;smd, 0402;1.000 pcs',
  '2;Red widget;;Widgets;1;;;2,50;EUR;;',
  '3;Red widget;;Widgets;;;W-1, W-2;2,75;EUR;;',
  '4;Controller;;Controllers (MCU/MPU);;Lab;;;;;',
].join('\n');

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

async function listOf(own: TestWorkspace, kind: string, query: Readonly<Record<string, string>> = {}) {
  const path = `${pathOf({ workspace: own, kind })}?${new URLSearchParams({ limit: '200', ...query })}`;
  return (await server.as(own.owner).get<{ data: readonly Listed[] }>(path)).body.data;
}

describe('an import', () => {
  let own: TestWorkspace;
  const client = () => server.as(own.owner);
  const take = async (
    kind: string,
    content: string | Uint8Array,
    query: Readonly<Record<string, string>> = {},
    name = 'file.csv',
  ) => importFile(client(), { workspace: own, kind, file: { name, content }, query });
  const list = (kind: string, query: Readonly<Record<string, string>> = {}) => listOf(own, kind, query);
  const fieldsOf = async (kind: string) => (await list(kind)).map(({ fields }) => fields);
  beforeAll(async () => {
    own = await server.workspace();
  });

  it('creates the tree of categories, the locations, the opening stock, serial numbers and prices of a parts file', async () => {
    const preview = await previewOf(client(), {
      workspace: own,
      kind: 'inventory:part',
      file: { name: 'parts.csv', content: CSV_PARTS },
    });
    expect(preview).toMatchObject({
      key: 'id',
      mapping: { id: 'import.id', Category: 'category', Quantity: 'stock.qty' },
    });
    const query = { mapping: JSON.stringify(preview.mapping), key: 'id', create_missing: 'category,location' };
    const rehearsal = await take('inventory:part', CSV_PARTS, { ...query, dry_run: 'true' });
    const { result } = await take('inventory:part', CSV_PARTS, query);

    expect(result).toMatchObject({ rows: 4, created: 4, rejected: 0, rejects: null, ignored: [] });
    expect(result.records).toEqual({ 'inventory:category': 4, 'spaces:location': 2, 'inventory:stock_item': 4 });
    expect(rehearsal.result).toEqual(result);
    expect(result.warnings.first).toEqual([]);
    expect((await list('inventory:category')).map(({ title }) => title).toSorted()).toEqual([
      'Controllers (MCU/MPU)',
      'Electronics',
      'Passives',
      'Widgets',
    ]);
    const [resistor] = await list('inventory:part', { filter: 'ipn == "R-10K"' });
    expect(resistor).toMatchObject({
      tags: ['smd', '0402'],
      fields: { on_hand: 250, stock_value: { currency: 'EUR' } },
    });
    expect(
      (await fieldsOf('inventory:stock_item')).map(({ serial, qty, unit_cost }) => [serial, qty, unit_cost]),
    ).toEqual(
      expect.arrayContaining([
        [undefined, 250, { amount: '0.012', currency: 'EUR' }],
        ['W-1', 1, { amount: '2.75', currency: 'EUR' }],
        ['W-2', 1, { amount: '2.75', currency: 'EUR' }],
      ]),
    );
  });

  it('changes nothing twice: the ids of the other system find the records again, and opening stock is not added again', async () => {
    const query = { mapping: 'auto', key: 'id', create_missing: 'category,location' };
    const { result } = await take('inventory:part', CSV_PARTS, query);
    expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 4, rejected: 0, records: {} });
    expect(await list('inventory:stock_item')).toHaveLength(4);
  });

  it('finds the right one of equal names by its id in the other system, in its workspace and source only', async () => {
    const file = 'id,part_id,part_name,quantity\n7,3,Red widget,5\n';
    const query = { mapping: 'auto', key: 'id' };
    expect((await take('inventory:stock_item', file, query)).result).toMatchObject({ created: 1, rejected: 0 });
    const widgets = await list('inventory:part', { filter: 'name == "Red widget"' });
    expect(widgets.map(({ fields }) => fields['on_hand']).toSorted()).toEqual([1, 7]);
    const other = await take('inventory:stock_item', file, { ...query, source: 'another' });
    expect(other.result).toMatchObject({ created: 0, rejected: 1 });
    expect(other.rejects).toContain("There are several parts called 'Red widget'.");
    const elsewhere = await server.workspace();
    const foreign = await importFile(server.as(elsewhere.owner), {
      workspace: elsewhere,
      kind: 'inventory:stock_item',
      file: { content: file },
      query,
    });
    expect(foreign.rejects).toContain("There is no part called 'Red widget'.");
  });

  it('refuses rows whose categories may not be created, and names the way out', async () => {
    const { result, rejects } = await take('inventory:part', 'name,category\nX,Nowhere/At all\n');
    expect(result).toMatchObject({ created: 0, rejected: 1 });
    expect(rejects).toContain("category: There is no category called 'Nowhere/At all'.");
    const reply = await sendImport(client(), {
      workspace: own,
      kind: 'inventory:part',
      file: { content: 'name\nX\n' },
      query: { create_missing: 'categry' },
    });
    expect([reply.status, reply.body.error?.message]).toEqual([
      400,
      expect.stringContaining(`no kind 'categry'. Did you mean "category"?`),
    ]);
  });

  it('merges the components of a drawing into lines of a bill, and replaces them when the file is sent again', async () => {
    const file = [
      'Reference,Value,Footprint,manf#',
      'R1,10k,R:R_0402,',
      'R2,10k,R:R_0402,',
      'C1,10u,C:C_0805,',
      'L1,10u,L:L_0805,',
      'U1,LM358,SO:SO-8,LM358DR',
    ].join('\n');
    await take('inventory:part', 'name,ipn\nAmplifier,AMP-1\n');
    const query = { assembly: 'AMP-1', create_missing: 'part' };
    const { result } = await take('inventory:bom_line', file, query);
    expect(result).toMatchObject({ rows: 5, created: 4, updated: 1, rejected: 0, records: { 'inventory:part': 4 } });
    expect((await take('inventory:bom_line', file, query)).result).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 5,
      records: {},
    });
    const lines = await fieldsOf('inventory:bom_line');
    expect(lines.map(({ qty_per, designators }) => [qty_per, designators]).toSorted()).toEqual([
      [1, 'C1'],
      [1, 'L1'],
      [1, 'U1'],
      [2, 'R1, R2'],
    ]);
    const xml = `<?xml version="1.0"?><export version="D"><components>
      <comp ref="R9"><value>10k</value><footprint>R:R_0402</footprint></comp>
      <comp ref="U2"><value>LM358</value><fields><field name="manf#">LM358DR</field></fields></comp></components></export>`;
    const netlist = await take('inventory:bom_line', xml, { assembly: 'Board 2', create_missing: 'part' }, 'board.xml');
    expect(netlist.result).toMatchObject({ created: 2, rejected: 0, records: { 'inventory:part': 1 } });
  });

  it('reads the decimal separator that every number of a column agrees on, and refuses a column that does not agree', async () => {
    const comma = await take('inventory:stock_item', 'part;qty\nR-10K;1,5\nR-10K;1.234,25\nR-10K;7\n');
    expect(comma.result).toMatchObject({ created: 3, rejected: 0 });
    expect((await fieldsOf('inventory:stock_item')).map(({ qty }) => qty)).toEqual(
      expect.arrayContaining([1.5, 1234.25, 7]),
    );
    const mixed = await take('inventory:stock_item', 'part;qty\nR-10K;1,5\nR-10K;2.5\n');
    expect(mixed.result).toMatchObject({ created: 1, rejected: 1 });
    expect(mixed.rejects).toContain('has another decimal mark than the file');
  });

  it('takes a workbook and a document of more than a megabyte, and refuses an old workbook with the way out', async () => {
    const sheet = [
      ['Part name', 'Quantity', 'Expiry date'],
      ['From a sheet', 12, null],
      ['Another', 0.5, null],
    ];
    const { result } = await take('inventory:part', workbook(sheet), { mapping: 'auto' }, 'parts.xlsx');
    expect(result).toMatchObject({ rows: 2, created: 2, rejected: 0, records: { 'inventory:stock_item': 2 } });
    const items = Array.from({ length: 2_300 }, (_, row) => ({
      'Part name': `${row} ${'x'.repeat(450)}`,
      Quantity: row,
    }));
    const large = JSON.stringify({ exported: 'now', items });
    const counted = await take('inventory:part', large, { mapping: 'auto', dry_run: 'true' }, 'parts.json');
    expect([large.length > 1024 * 1024, counted.result]).toMatchObject([true, { rows: 2_300, rejected: 0 }]);
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    for (const type of ['application/vnd.ms-excel', 'text/csv']) {
      const reply = await sendImport(client(), {
        workspace: own,
        kind: 'inventory:part',
        file: { content: old, type },
      });
      expect([reply.status, reply.body.error?.message]).toEqual([422, expect.stringContaining('save as xlsx')]);
    }
    const damaged = workbook(sheet).subarray(0, 200);
    const reply = await sendImport(client(), {
      workspace: own,
      kind: 'inventory:part',
      file: { name: 'x.xlsx', content: damaged },
    });
    expect(reply.status).toBe(422);
  });

  it('is previewed from the beginning of a large file, over a connection that can be used again', async () => {
    const body = `name\n${'x'.repeat(400)}\n`.repeat(5_000);
    const headers = { authorization: `Bearer ${own.owner.token}`, 'content-type': 'text/csv' };
    const url = `${server.address}${pathOf({ workspace: own, kind: 'inventory:part' })}/import/preview`;
    for (let turn = 0; turn < 4; turn += 1) {
      const answer = await fetch(url, { method: 'POST', headers, body });
      expect([turn, answer.status]).toEqual([turn, 200]);
      await answer.text();
    }
  });

  it('reads filaments, boards and parameters of parts', async () => {
    const filaments = JSON.stringify({
      manufacturer: 'Acme',
      filaments: [
        {
          name: '{color_name}',
          material: 'PC/ABS',
          density: 1.1,
          weights: [{ weight: 1000, spool_weight: 200 }],
          diameters: [1.75],
          colors: [
            { name: 'Red', hex: 'ff0000' },
            { name: 'Sky', hexes: ['00aaff', 'ffffff'] },
          ],
        },
      ],
    });
    expect((await take('inventory:part', filaments, {}, 'acme.json')).result).toMatchObject({
      created: 2,
      records: { 'inventory:category': 2 },
    });
    const [red] = await list('inventory:part', { filter: 'name == "Acme PC/ABS Red"' });
    expect(red?.fields['material']).toEqual({
      material: 'PC/ABS',
      color_hex: '#ff0000',
      density_g_cm3: 1.1,
      diameter_mm: 1.75,
      net_weight_g: 1000,
      tare_weight_g: 200,
    });
    const board = JSON.stringify({
      _format: 'wekan-board-1.0.0',
      _id: 'b',
      title: 'Shed',
      labels: [{ _id: 'l', name: 'Bug', color: 'red' }],
      lists: [{ _id: 'd', title: 'Done', sort: 0 }],
      cards: [{ _id: 'c', title: 'Paint it', listId: 'd', labelIds: ['l'], sort: 0 }],
      checklistItems: [],
      comments: [{ cardId: 'c', text: 'Twice.', createdAt: '2026-01-02T03:04:05Z' }],
    });
    const { result } = await take('projects:task', board, {}, 'board.json');
    expect(result).toMatchObject({
      created: 1,
      records: { 'projects:project': 1, 'projects:state': 1, 'projects:comment': 1 },
    });
    expect(await list('projects:task')).toMatchObject([
      { title: 'Paint it', tags: ['Bug'], fields: { status: 'done' } },
    ]);
    const parameters =
      'part_id,part_name,parameter,units,value\n1,Resistor 10k,Resistance,ohms,10000\n1,Resistor 10k,Package,,0402\n';
    expect((await take('inventory:parameter', parameters, { mapping: 'auto' })).result).toMatchObject({
      created: 2,
      rejected: 0,
    });
    expect(
      (await fieldsOf('inventory:parameter')).map(({ name, number, unit }) => [name, number, unit]).toSorted(),
    ).toEqual([
      ['Package', 402, undefined],
      ['Resistance', 10_000, 'ohms'],
    ]);
  });
});

describe('a file that no reader may misunderstand', () => {
  let own: TestWorkspace;
  const client = () => server.as(own.owner);
  const take = async (kind: string, content: string, query: Readonly<Record<string, string>> = {}, name = 'file.csv') =>
    (await importFile(client(), { workspace: own, kind, file: { name, content }, query })).result;
  const refused = async (kind: string, content: string, query: Readonly<Record<string, string>> = {}) => {
    const file = { name: 'file.json', content };
    return (await sendImport(client(), { workspace: own, kind, file, query })).body.error?.message;
  };
  const list = (kind: string, filter = 'true') => listOf(own, kind, { filter });
  const linesOf = async (board: string) =>
    (
      await list(
        'inventory:bom_line',
        `assembly == "${(await list('inventory:part', `name == "${board}"`))[0]?.id ?? ''}"`,
      )
    )
      .map(({ fields }) => [fields['qty_per'], fields['designators']])
      .toSorted((one, other) => String(one[1]).localeCompare(String(other[1])));
  const bill = async (board: string, content: string, name: string) => {
    const query = { assembly: board, create_missing: 'part' };
    return take('inventory:bom_line', content, query, name);
  };
  beforeAll(async () => {
    own = await server.workspace();
    await take('inventory:part', 'name\nBoard A\nBoard B\nBoard C\nBoard D\n');
  });

  it('leaves components out of a bill that are not fitted or excluded, and counts them', async () => {
    const table = [
      'Reference,Value,Footprint,Qty,DNP,Exclude from BOM,Shop number',
      '"C1,C2",1n,C_0402,2,,,X-1',
      '"C9,C10",1n,C_0402,2,DNP,,X-1',
      'TP1,TestPoint,TP,1,,Excluded from BOM,',
      'R1,DNP,R_0402,1,,,',
    ].join('\n');
    expect(await bill('Board A', table, 'a.csv')).toMatchObject({
      ...{ rows: 4, created: 1, skipped: 3, not_fitted: 2, excluded: 1, rejected: 0 },
      ignored: ['Shop number'],
    });
    expect(await linesOf('Board A')).toEqual([[2, 'C1, C2']]);
    const fitted = 'Designator,Value,Quantity,Fitted\nC1,100n,1,Fitted\nC2,1u,1,Not Fitted\nC3,2u,1,no\n';
    expect(await bill('Board B', fitted, 'b.csv')).toMatchObject({ created: 1, not_fitted: 2 });
    const xml = `<export version="E"><components>
      <comp ref="C1"><value>10u</value><footprint>C:C_0805</footprint></comp>
      <comp ref="C2"><value>10u</value><footprint>C:C_0805</footprint><property name="dnp"/></comp>
      <comp ref="H1"><value>Hole</value><footprint>H:H</footprint><property name="exclude_from_bom"/><property name="x"/></comp>
      </components></export>`;
    expect(await bill('Board C', xml, 'c.xml')).toMatchObject({ rows: 3, created: 1, not_fitted: 1, excluded: 1 });
    expect(await linesOf('Board C')).toEqual([[1, 'C1']]);
  });

  it('reads the table that the board editor of KiCad writes', async () => {
    const table = [
      '"Id";"Designator";"Footprint";"Quantity";"Designation";"Supplier and ref";',
      '4;"C7,C6,C12";"C_0805";3;"4.7uF";;;',
      '20;"R1,R2";"R_0805";2;"10k";;;',
    ].join('\n');
    expect(await bill('Board D', table, 'board.csv')).toMatchObject({ created: 2, rejected: 0, ignored: ['Id'] });
    expect(await linesOf('Board D')).toEqual([
      [3, 'C7, C6, C12'],
      [2, 'R1, R2'],
    ]);
  });

  it('takes all columns of one name into a list, and names what it loses of others', async () => {
    const file = 'Summary,Labels,Labels,Labels,Notes,Notes\nFix it,backend,urgent,security,one,two\nClean,bench,,,,\n';
    const preview = await previewOf(client(), { workspace: own, kind: 'projects:task', file: { content: file } });
    expect(preview).toMatchObject({ mapping: { Labels: 'tags' } });
    const { warnings } = await take('projects:task', file, { mapping: 'auto' });
    const tasks = await list('projects:task');
    expect(tasks.map(({ title, tags }) => [title, tags.toSorted()]).toSorted()).toEqual([
      ['Clean', ['bench']],
      ['Fix it', ['backend', 'security', 'urgent']],
    ]);
    expect(warnings.first.map(({ message }) => message)).toEqual([
      "The file has several columns 'Notes': 'two' was left out.",
    ]);
  });

  it('names what a detail lacks by the titles of its fields', async () => {
    const file = 'Name,Supplier\nEpoxy,Reichelt\n';
    const { warnings } = await take('inventory:part', file, { mapping: 'auto' });
    expect(warnings.first).toEqual([
      { row: 1, field: 'supplier_part', message: 'was left out: it needs Supplier and Supplier part number.' },
    ]);
  });

  it('imports no list of a document of several before one is chosen, and no rows without what a record must have', async () => {
    const document = JSON.stringify({
      suppliers: [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
      data: { parts: [{ name: 'P' }] },
    });
    expect(await refused('inventory:part', document, { mapping: 'auto' })).toContain('suppliers (3), data.parts (1)');
    expect(await refused('inventory:part', document, { mapping: 'auto', path: 'data.bolts' })).toContain(
      "path 'data.bolts'",
    );
    const query = { mapping: 'auto', path: 'data.parts' };
    expect(await take('inventory:part', document, query, 'file.json')).toMatchObject({ rows: 1, created: 1 });
    const error = JSON.stringify({ error: { code: 'x', message: 'y', details: [{ pointer: '/a', reason: 'b' }] } });
    expect(await refused('inventory:part', error, { mapping: 'auto' })).toContain('no column for Name');
    const members = JSON.stringify([{ name: 'Q', colour: 'red', shape: null, weight: { g: 1 } }]);
    expect((await take('inventory:part', members, { mapping: 'auto' }, 'file.json')).ignored).toEqual([
      'colour',
      'weight',
    ]);
  });

  it('makes one part of a row that names its supplier and the number there', async () => {
    const file = 'name,Supplier,Supplier part number\nGadget,Shop,SH-1\nWidget,Shop,SH-2\n';
    const query = { mapping: 'auto', create_missing: 'supplier,part' };
    const { records } = await take('inventory:part', file, query);
    expect(records).toEqual({ 'purchases:supplier': 1, 'purchases:supplier_part': 2 });
    expect(await list('inventory:part', 'name == "Gadget" || mpn == "SH-1"')).toHaveLength(1);
  });

  it('with serial numbers that have a dash makes as many items as it says', async () => {
    const file = 'name,Quantity,Serial numbers\nOne,1,AB-12-15\nThree,3,SN001-SN003\nWrong,2,7-9\n';
    const { created, rejected } = await take('inventory:part', file, { mapping: 'auto' });
    expect([created, rejected]).toEqual([2, 1]);
    const items = await list('inventory:stock_item', 'serial != null');
    expect(items.map(({ fields }) => fields['serial']).toSorted()).toEqual(['AB-12-15', 'SN001', 'SN002', 'SN003']);
  });

  it('makes what it names once, also beside another import of the workspace', async () => {
    const file = 'name,Category,Location,Supplier,Supplier part number\n';
    const contents = Array.from(
      { length: 4 },
      (_, at) => `${file}At once ${at},Tree / Twig,Hall / Rack,Once,ONCE-${at}\n`,
    );
    const query = { mapping: 'auto', create_missing: 'category,location,supplier' };
    const results = await Promise.all(contents.map((content) => take('inventory:part', content, query)));
    expect(results.map(({ created, rejected }) => [created, rejected])).toEqual(contents.map(() => [1, 0]));
    const titles = await Promise.all(
      ['inventory:category', 'spaces:location', 'purchases:supplier'].map(async (kind) =>
        (await list(kind, 'name in ["Tree", "Twig", "Hall", "Rack", "Once"]')).map(({ title }) => title).toSorted(),
      ),
    );
    expect(titles).toEqual([['Tree', 'Twig'], ['Hall', 'Rack'], ['Once']]);
    const order = 'Supplier,Part number,Quantity,Unit price\nOnce,ONCE-0,2,1.50 EUR\n';
    const orders = await Promise.all([1, 2].map(() => take('purchases:order', order, { create_missing: 'part' })));
    expect(orders.map(({ created, rejected }) => ({ created, rejected }))).toEqual(
      expect.arrayContaining([
        { created: 1, rejected: 0 },
        { created: 0, rejected: 0 },
      ]),
    );
    expect(await list('purchases:order')).toHaveLength(1);
  });

  it('of filaments makes parts in grams', async () => {
    const file = JSON.stringify({
      manufacturer: 'Maker',
      filaments: [
        {
          name: '{color_name}',
          material: 'PLA',
          density: 1.24,
          weights: [{ weight: 1000 }],
          colors: [{ name: 'Red', hex: 'FF0000', glow: true }],
        },
      ],
    });
    const { ignored } = await take('inventory:part', file, { mapping: 'auto' }, 'maker.json');
    expect(ignored).toEqual(['filaments[].colors[].glow']);
    expect(await list('inventory:part', 'unit == "g"')).toMatchObject([{ title: 'Maker PLA Red' }]);
  });
});

describe('the order of a distributor', () => {
  let own: TestWorkspace;
  const take = (content: string, { name, ...query }: Readonly<Record<string, string>> = {}) =>
    importFile(server.as(own.owner), {
      workspace: own,
      kind: 'purchases:order',
      file: { content, ...(name === undefined ? {} : { name }) },
      query,
    });
  const list = async (kind: string) => (await listOf(own, kind)).map(({ fields }) => fields);
  const FILE = [
    'Index,DigiKey Part #,Manufacturer Part Number,Description,Customer Reference,Quantity,Backorder,Unit Price,Extended Price',
    '1,S9337-ND,QPC02SXGN-RC,JUMPER,PICO,250,0,$0.03184,$7.96',
    '2,M7581-46-ND,M7581-46,JUMPER RED,PICO,50,0,$0.06660,$3.33',
    '2,M7581-46-ND,M7581-46,JUMPER RED,PICO,50,0,$0.06660,$3.33',
    ',,,,,,,Subtotal,$14.62',
  ].join('\r\n');
  const OTHER_FORMAT = [
    '"#","QUANTITY","PART NUMBER","MANUFACTURER PART NUMBER","DESCRIPTION","UNIT PRICE"',
    '"1","50","M7581-46-ND","M7581-46","JUMPER RED","0.06660"',
    '"2","50","M7581-46-ND","M7581-46","JUMPER RED","0.06660"',
    '"3","250","S9337-ND","QPC02SXGN-RC","JUMPER","0.03184"',
  ].join('\n');
  beforeAll(async () => {
    own = await server.workspace();
  });

  it('becomes an order with its lines, supplier parts, parts and prices, numbered by the name of the file', async () => {
    const { result } = await take(FILE, { name: 'DK_PRODUCTS_88435663.csv' });
    expect(result).toMatchObject({ rows: 4, created: 3, rejected: 0, skipped: 1 });
    expect(result.records).toEqual({
      'purchases:supplier': 1,
      'inventory:part': 2,
      'purchases:supplier_part': 2,
      'purchases:order_item': 3,
    });
    expect(await list('purchases:order')).toMatchObject([
      {
        supplier_ref: '88435663',
        status: 'draft',
        currency: 'USD',
        line_count: 3,
        total: { amount: '14.62', currency: 'USD' },
      },
    ]);
    expect(await list('purchases:supplier')).toMatchObject([{ name: 'DigiKey' }]);
    expect((await list('purchases:supplier_part')).map(({ sku, last_price }) => [sku, last_price]).toSorted()).toEqual([
      ['M7581-46-ND', { amount: '0.06660', currency: 'USD' }],
      ['S9337-ND', { amount: '0.03184', currency: 'USD' }],
    ]);
  });

  it('is recognised by its number, in another format, and by its lines alone', async () => {
    for (const query of [{ name: 'DK_PRODUCTS_88435663.csv' }, { number: '88435663' }, { name: 'export.csv' }]) {
      const { result } = await take(OTHER_FORMAT, query);
      expect([query, result]).toMatchObject([query, { created: 0, unchanged: 3, rejected: 0, records: {} }]);
    }
    expect((await take(FILE)).result).toMatchObject({ created: 0, unchanged: 3 });
    expect(await list('purchases:order_item')).toHaveLength(3);
  });

  it('is recognised by its lines where its column for the number is empty', async () => {
    const elsewhere = await server.workspace();
    const file = 'Order number,Supplier,SKU,Qty,Price\n,Acme,A-1,3,1.50 EUR\n,Acme,A-2,5,2.50 EUR\n';
    const takeEmpty = async () =>
      (
        await importFile(server.as(elsewhere.owner), {
          workspace: elsewhere,
          kind: 'purchases:order',
          file: { content: file },
        })
      ).result;
    expect(await takeEmpty()).toMatchObject({ rows: 2, created: 2, rejected: 0 });
    expect(await takeEmpty()).toMatchObject({ rows: 2, created: 0, unchanged: 2 });
    const orders = await listOf(elsewhere, 'purchases:order');
    expect(orders.map(({ fields }) => [fields['supplier_ref'], fields['line_count']])).toEqual([
      [expect.stringMatching(/^lines-[0-9a-f]{12}$/), 2],
    ]);
  });

  it('has lines for parts that are known here where it has no numbers of a supplier, and none without a part', async () => {
    const elsewhere = await server.workspace();
    const client = server.as(elsewhere.owner);
    const takeParts = (content: string, query: Readonly<Record<string, string>> = {}) =>
      importFile(client, {
        workspace: elsewhere,
        kind: 'purchases:order',
        file: { content },
        query: { supplier: 'Acme', ...query },
      });
    const parts = { content: 'ipn,name\nB-3,Bolt M3\nN-3,Nut M3\n' };
    await importFile(client, { workspace: elsewhere, kind: 'inventory:part', file: parts });
    const file = 'Part,Description,Qty,Price\nB-3,zinc,100,0.05 EUR\nNut M3,,100,0.02 EUR\n';
    const { result } = await takeParts(file);
    expect(result).toMatchObject({
      created: 2,
      rejected: 0,
      records: { 'purchases:order_item': 2, 'purchases:supplier': 1 },
    });
    expect(result.values).toEqual({ taken: 6, read: 0, left_out: 1, ignored: 0 });
    const lines = (await listOf(elsewhere, 'purchases:order_item', { sort: 'title' })).map(({ title, fields }) => [
      title,
      fields['qty'],
      fields['unit_price'],
    ]);
    expect(lines).toEqual([
      ['Bolt M3', 100, { amount: '0.05', currency: 'EUR' }],
      ['Nut M3', 100, { amount: '0.02', currency: 'EUR' }],
    ]);
    expect((await takeParts(file)).result).toMatchObject({ created: 0, unchanged: 2 });
    // The same quantities of other parts are another order.
    expect((await takeParts('Part,Qty\nNut M3,100\nBolt M3,100\nBolt M3,1\n')).result).toMatchObject({ created: 3 });
    expect(await listOf(elsewhere, 'purchases:order')).toHaveLength(2);

    for (const content of ['What,Qty\nBolt,100\n', 'Description,Qty\nBolt,100\n', 'Part,Qty\n,100\nB-3,0\n']) {
      const { result: none, rejects } = await takeParts(content);
      expect([content, none]).toMatchObject([content, { created: 0, unchanged: 0, rejected: none.rows }]);
      expect(rejects).toContain(
        'lines: must have Quantity and Supplier part: supplier part number, or Quantity and Part.',
      );
    }
    expect(await listOf(elsewhere, 'purchases:order')).toHaveLength(2);
    // With a number, other columns are no parts.
    expect((await takeParts('Item,SKU,Qty\n7,A-1,3\n')).result).toMatchObject({ created: 1, ignored: ['Item'] });
  });

  it('is another order with another number, and has the supplier and number that the request names', async () => {
    expect((await take(FILE, { number: '999', supplier: 'digi-key' })).result).toMatchObject({
      created: 3,
      records: { 'purchases:order_item': 3 },
    });
    const { result, rejects } = await take('Artikel,SKU,Menge,Preis\nWood,W-1,3,"1.50 EUR"\n', {
      supplier: 'Timber & Co',
    });
    expect([result, rejects]).toMatchObject([{ created: 1, records: { 'purchases:supplier': 1 } }, null]);
    expect((await list('purchases:order')).map(({ supplier_ref }) => supplier_ref).toSorted()).toEqual([
      '88435663',
      '999',
      expect.stringMatching(/^lines-[0-9a-f]{12}$/),
    ]);
  });
});
