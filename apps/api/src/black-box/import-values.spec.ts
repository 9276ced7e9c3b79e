import { type Fields, SEED, type TestWorkspace } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sumOf } from '../fixtures/count-values.js';
import { importFile, pathOf, type Imported } from '../fixtures/import-file.js';

jest.setTimeout(300_000);
let server: ShippedServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startShippedServer();
});
afterAll(() => server.close());

type Query = Readonly<Record<string, string>>;
const client = () => server.as(workspace.owner);

async function take(kind: string, content: string, query: Query = {}): Promise<Imported> {
  const name = content.startsWith('[') || content.startsWith('{') ? 'file.json' : 'file.csv';
  return importFile(client(), { workspace, kind, file: { name, content }, query: { mapping: 'auto', ...query } });
}

async function fieldsOf(kind: string, query: Query = {}): Promise<readonly Fields[]> {
  const { body } = await client().get<{ data: readonly { fields: Fields; tags: readonly string[] }[] }>(
    `${pathOf({ workspace, kind })}?${new URLSearchParams({ limit: '200', ...query })}`,
  );
  return body.data.map(({ fields, tags }) => ({ ...fields, tags }));
}

/** Numbers from 0 up to 1 that depend on the seed alone. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Fate = 'taken' | 'read' | 'left_out' | 'ignored';

/** A cell, what becomes of it, and the value that the record then has. */
interface Cell {
  readonly text: string;
  readonly fate: Fate | 'none' | 'rejects';
  readonly value?: unknown;
}

const NONE: Cell = { text: '', fate: 'none' };
const NOTHING: readonly Cell[] = ['n/a', '-', 'NULL'].map((text) => ({ text, fate: 'left_out' }));

/** The cells of each column of parts; `#` is another number in each row. */
const COLUMNS: Readonly<Record<string, readonly Cell[]>> = {
  description: [
    { text: 'Text # of a part', fate: 'taken', value: 'Text # of a part' },
    { text: 'Two\nlines #', fate: 'taken', value: 'Two\nlines #' },
    ...NOTHING,
    NONE,
  ],
  manufacturer: [
    { text: 'Maker #', fate: 'taken', value: 'Maker #' },
    { text: 'Maker\n#', fate: 'read', value: 'Maker #' },
    ...NOTHING,
    NONE,
  ],
  min_stock: [
    { text: '12.5', fate: 'taken', value: 12.5 },
    { text: '1,200.25', fate: 'taken', value: 1200.25 },
    { text: '1.5 kg', fate: 'read', value: 1500 },
    { text: 'plenty', fate: 'left_out' },
    { text: '<5', fate: 'rejects' },
    { text: '3 m', fate: 'rejects' },
    ...NOTHING,
    NONE,
  ],
  shelf_life_days: [
    { text: '30', fate: 'taken', value: 30 },
    { text: '2 weeks', fate: 'read', value: 14 },
    { text: '0', fate: 'left_out' },
    { text: '2.5', fate: 'rejects' },
    NONE,
  ],
  link: [
    { text: 'https://example.org/#', fate: 'taken', value: 'https://example.org/#' },
    { text: 'www.example.org/#', fate: 'read', value: 'https://www.example.org/#' },
    { text: 'ask #', fate: 'left_out' },
    NONE,
  ],
  is_tool: [{ text: 'yes', fate: 'taken', value: true }, { text: 'no', fate: 'taken', value: false }, NONE],
  colour: [{ text: 'red #', fate: 'ignored' }, NONE],
  lot: [{ text: 'L-#', fate: 'left_out' }, NONE],
};

interface Row {
  readonly ipn: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

function tableOf(random: () => number, seed: number): readonly Row[] {
  return Array.from({ length: 60 }, (_, index) => ({
    ipn: `P-${seed}-${index}`,
    cells: new Map(
      Object.entries(COLUMNS).map(([name, cells]) => {
        const { value, ...cell } = cells[Math.floor(random() * cells.length)] ?? NONE;
        const numbered = (text: string) => text.replace('#', String(index));
        const given = typeof value === 'string' ? numbered(value) : value;
        return [name, { ...cell, text: numbered(cell.text), value: given }];
      }),
    ),
  }));
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** As the result is to count them: values of a rejected row are left out, but for ignored ones. */
function countsOf(rows: readonly Row[]): Record<Fate, number> {
  const counts = { taken: 0, read: 0, left_out: 0, ignored: 0 };
  for (const { cells } of rows) {
    const own = [...cells.values()];
    const isRejected = own.some(({ fate }) => fate === 'rejects');
    // The name, the number and the unit.
    counts[isRejected ? 'left_out' : 'taken'] += 3;
    for (const { fate } of own) {
      if (fate === 'none') continue;
      counts[fate === 'ignored' ? 'ignored' : isRejected || fate === 'rejects' ? 'left_out' : fate] += 1;
    }
  }
  return counts;
}

describe('the values of an import', () => {
  it.each([SEED, SEED + 1, SEED + 2])(
    'are taken, read, left out or ignored, and in the workspace as counted (seed %d)',
    async (seed) => {
      workspace = await server.workspace();
      const rows = tableOf(randomOf(seed), seed);
      const names = ['ipn', 'name', 'unit', ...Object.keys(COLUMNS)];
      const lines = rows.map(({ ipn, cells }) => [
        ...[ipn, `Part ${ipn}`, 'g'],
        ...[...cells.values()].map(({ text }) => text),
      ]);
      const content = [names, ...lines].map((line) => line.map(quoted).join(',')).join('\n');
      const { result } = await take('inventory:part', content);

      expect(result.values).toEqual(countsOf(rows));
      expect(sumOf(result.values)).toBe(lines.flat().filter((text) => text !== '').length);
      expect(result.ignored).toEqual(['colour']);
      const byIpn = new Map((await fieldsOf('inventory:part')).map((fields) => [fields['ipn'], fields]));
      const expected = rows.flatMap(({ ipn, cells }) => {
        if ([...cells.values()].some(({ fate }) => fate === 'rejects')) return [];
        const own = [...cells].filter(([name]) => name !== 'colour' && name !== 'lot');
        return [[ipn, Object.fromEntries(own.map(([name, { value }]) => [name, value]))] as const];
      });
      const present = expected.map(([ipn, values]) => {
        const fields = byIpn.get(ipn) ?? {};
        return [ipn, Object.fromEntries(Object.keys(values).map((name) => [name, fields[name]]))];
      });
      // A part that is not said to be a tool is none.
      const plain = expected.map(([ipn, values]) => [ipn, { ...values, is_tool: values['is_tool'] ?? false }]);
      expect(present).toEqual(plain);
      expect(byIpn.size).toBe(expected.length);
    },
  );

  it('that mean nothing give one warning for their column, with their number', async () => {
    workspace = await server.workspace();
    const { result } = await take('inventory:part', 'name,mpn,description\nA,n/a,x\nB,N/A,\nC,M-1,-\nD,n/a,y\n');
    expect(result.values).toEqual({ taken: 7, read: 0, left_out: 4, ignored: 0 });
    expect(result.warnings).toEqual({
      count: 2,
      first: [
        { row: 1, field: 'mpn', message: "'n/a' was left out, 3 times: it means nothing." },
        { row: 3, field: 'description', message: "'-' was left out, once: it means nothing." },
      ],
    });
    const parts = await fieldsOf('inventory:part', { sort: 'name' });
    expect(parts.map(({ mpn, description }) => [mpn, description])).toEqual([
      [undefined, 'x'],
      [undefined, undefined],
      ['M-1', undefined],
      [undefined, 'y'],
    ]);
  });

  it('of a record that is there are left out where the import does not change it', async () => {
    workspace = await server.workspace();
    await take('inventory:part', 'ipn,name,quantity\nR,Resistor,5\nC,Capacitor,7\n');
    const again = await take('inventory:part', 'ipn,name,quantity\nR,Resistor,9\nC,Capacitor,\nN,New,3\n', {
      key: 'ipn',
    });
    expect(again.result.values).toEqual({ taken: 7, read: 0, left_out: 1, ignored: 0 });
    expect(again.result.warnings.first).toEqual([
      { row: 1, field: 'stock.qty', message: 'A value was left out, once: the record was there, and is not changed.' },
    ]);
    expect((await fieldsOf('inventory:stock_item')).map(({ qty }) => qty).toSorted()).toEqual([3, 5, 7]);

    await take('inventory:part', 'ipn,name\nB,Board\n');
    const bill = await take(
      'inventory:bom_line',
      'component ipn,component,qty,manufacturer,note\nR,Resistor,2,Acme,first\nR,Resistor,3,Acme,second\n',
      {
        assembly: 'B',
        mapping:
          '{"component ipn":"component.ipn","qty":"qty_per","manufacturer":"component.manufacturer","note":"note"}',
      },
    );
    expect(bill.result.values).toEqual({ taken: 5, read: 0, left_out: 3, ignored: 2 });
    const [line] = await fieldsOf('inventory:bom_line');
    expect(line).toMatchObject({ qty_per: 5, note: 'first' });
    const [resistor] = await fieldsOf('inventory:part', { filter: 'ipn == "R"' });
    expect(resistor?.['manufacturer']).toBeUndefined();
  });

  it('of a document are counted with those that no record takes', async () => {
    workspace = await server.workspace();
    const document = {
      exported: '2026-01-01',
      by: { name: 'Someone', mail: '' },
      parts: [
        { name: 'A', description: 'x', depth: 3, sizes: [1, 2], nothing: null, none: [] },
        { name: 'B', min_stock: '2 dozen' },
      ],
    };
    const { result } = await take('inventory:part', JSON.stringify(document));
    expect(result.values).toEqual({ taken: 3, read: 1, left_out: 0, ignored: 4 });
    expect(result.ignored.toSorted()).toEqual(['by.name', 'depth', 'exported', 'sizes']);
    const parts = await fieldsOf('inventory:part', { sort: 'name' });
    expect(parts.map(({ name, min_stock: min }) => [name, min])).toEqual([
      ['A', undefined],
      ['B', 24],
    ]);
  });

  it('of rows that are no objects are left out with their rows', async () => {
    workspace = await server.workspace();
    const { result, rejects } = await take('inventory:part', '[1,"x",null,[],[1,2],{"name":"A","colour":"red"}]', {
      mapping: '{"name":"name"}',
    });
    expect(result).toMatchObject({ rows: 6, created: 1, rejected: 5 });
    expect(rejects).toContain('must be an object.');
    expect(result.values).toEqual({ taken: 1, read: 0, left_out: 3, ignored: 1 });
    // Beside rows that a reader of the kind knows, too.
    const part = { name: 'B', partLots: [], manufacturer_product_number: 'B-1', minamount: 3 };
    const read = await take('inventory:part', JSON.stringify([part, 'x', 7, { ...part, name: 'C' }]));
    expect(read.result).toMatchObject({ rows: 4, created: 2, rejected: 2 });
    expect(sumOf(read.result.values)).toBe(8);
  });

  it('lose the blanks around a text, which is one warning for their column, and others in silence', async () => {
    workspace = await server.workspace();
    const file =
      'name,mpn,description,min_stock,category,tags\n A ,M-1, x ,  3,Metal , red \nB,M-2 ,y,4,Metal,\n  C,,,,,\n';
    const { result } = await take('inventory:part', file, { create_missing: 'category' });
    expect(result.values).toEqual({ taken: 9, read: 3, left_out: 0, ignored: 0 });
    expect(result.warnings).toEqual({
      count: 2,
      first: [
        { row: 1, field: 'name', message: 'A value was changed, 2 times: blanks around it were removed.' },
        { row: 2, field: 'mpn', message: 'A value was changed, once: blanks around it were removed.' },
      ],
    });
    expect(await fieldsOf('inventory:part', { sort: 'name' })).toMatchObject([
      { name: 'A', mpn: 'M-1', description: ' x ', min_stock: 3, tags: ['red'] },
      { name: 'B', mpn: 'M-2', description: 'y', min_stock: 4 },
      { name: 'C' },
    ]);
    const document = await take('inventory:part', '[{"name":" D ","mpn":"M-3"}]');
    expect(document.result.values).toEqual({ taken: 1, read: 1, left_out: 0, ignored: 0 });
    expect(document.result.warnings.count).toBe(1);
  });

  it('of rejected and skipped rows are left out', async () => {
    workspace = await server.workspace();
    const { result } = await take('inventory:part', 'name,min_stock,colour\nA,1,red\nB,<5,red\n,,red\nTotal,6,\n');
    expect(result).toMatchObject({ created: 1, rejected: 1, skipped: 2 });
    expect(result.values).toEqual({ taken: 2, read: 0, left_out: 4, ignored: 3 });
    expect((await fieldsOf('inventory:part')).map(({ name }) => name)).toEqual(['A']);
  });

  it('are the same after a rehearsal', async () => {
    workspace = await server.workspace();
    const file = 'name,min_stock,mpn\nA,2 dozen,n/a\nB,<5,M\n';
    const rehearsal = await take('inventory:part', file, { dry_run: 'true' });
    const { result } = await take('inventory:part', file);
    expect(result.values).toEqual({ taken: 1, read: 1, left_out: 4, ignored: 0 });
    expect(rehearsal.result.values).toEqual(result.values);
  });

  it('keep the currency of their sign', async () => {
    workspace = await server.workspace();
    const file = 'name,budget\nA,$3.40\nB,kr 50\nC,£3\nD,4\n';
    await take('projects:project', file, { currency: 'NOK' });
    const budgets = (await fieldsOf('projects:project', { sort: 'name' })).map(({ budget }) => budget);
    expect(budgets).toEqual([
      { amount: '3.40', currency: 'USD' },
      { amount: '50', currency: 'NOK' },
      { amount: '3', currency: 'GBP' },
      { amount: '4', currency: 'NOK' },
    ]);
    const named = await take('projects:project', 'name,budget,budget.currency\nE,$3.40,AUD\nF,$5.00,EUR\n');
    expect(named.result).toMatchObject({ created: 1, rejected: 1 });
    expect(named.rejects).toContain("'USD' is not 'EUR', the currency of the row.");
  });

  it('keep every digit of a number that is a text', async () => {
    workspace = await server.workspace();
    const { result } = await take('inventory:part', '[{"name":"A","mpn":12345678901234567890,"tags":"a, b"}]');
    expect(result.values).toEqual({ taken: 3, read: 0, left_out: 0, ignored: 0 });
    expect(await fieldsOf('inventory:part')).toMatchObject([{ mpn: '12345678901234567890', tags: ['a', 'b'] }]);
  });

  it('of paths with arrows are paths', async () => {
    workspace = await server.workspace();
    await take('inventory:part', 'name,category\nA,Actives->ICs->Timers\nB,Actives → MOS/BJT\n', {
      create_missing: 'category',
    });
    const categories = (await fieldsOf('inventory:category')).map(({ name }) => name);
    expect(categories.toSorted()).toEqual(['Actives', 'ICs', 'MOS/BJT', 'Timers']);
  });

  it('keep slashes in titles where the values of their column are no paths', async () => {
    const titles = [...Array.from({ length: 30 }, (_, n) => `Group ${n}`), 'I/O Expanders', 'Sample / Hold Amplifiers'];
    const fileOf = (names: readonly string[]) => [
      ['name,category', ...names.map((name, n) => `Part ${n},${name}`)].join('\n'),
      JSON.stringify(names.map((category, n) => ({ name: `Part ${n}`, category }))),
    ];
    const categoriesOf = async (content: string) => {
      workspace = await server.workspace();
      await take('inventory:part', content, { create_missing: 'category' });
      return (await fieldsOf('inventory:category')).map(({ name }) => name).toSorted();
    };
    for (const content of fileOf(titles)) expect(await categoriesOf(content)).toEqual(titles.toSorted());
    // A value that is below another one tells that the column has paths.
    const paths = [...titles, 'Group 1/Below'];
    const split = [...titles.slice(0, 30), 'Below', 'I', 'O Expanders', 'Sample', 'Hold Amplifiers'];
    for (const content of fileOf(paths)) expect(await categoriesOf(content)).toEqual(split.toSorted());
  });
});
