import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldsCapability } from '@cubit/fields';
import { DirectoryStore, filesCapability, filesModule } from '@cubit/files';
import { inventory } from '@cubit/inventory';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { projects } from '@cubit/projects';
import { purchases } from '@cubit/purchases';
import { spaces } from '@cubit/spaces';
import { createTestServer, describeWithData, type TestServer, type TestWorkspace } from '@cubit/testing';
import { transferCapability } from '@cubit/transfer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { Client, type ImportResult, type KindId } from './client.js';
import { importFile, inventreeFiles } from './import-files.js';

const INVENTREE = fileURLToPath(new URL('../fixtures/inventree', import.meta.url));
const MAX_BYTES = 1024 ** 3;

interface Loaded {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

const folder = mkdtempSync(join(tmpdir(), 'cubit-load-'));
let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await createTestServer({
    modules: [filesModule, spaces, inventory, purchases, projects],
    capabilities: ({ connection, log }) => {
      const { jobs, ...capability } = jobsCapability({
        queue: createWakeQueue({ connection, log }),
        roles: ['api', 'worker'],
      });
      const store = new DirectoryStore(join(folder, 'files'));
      const spoolFolder = join(folder, 'incoming');
      const files = filesCapability({ store, spoolFolder, maxBytes: MAX_BYTES, sweeps: false });
      const transfer = transferCapability({ jobs, maxBytes: MAX_BYTES, archiveMaxBytes: MAX_BYTES });
      return [{ jobs, ...capability }, files, fieldsCapability({ jobs }), transfer];
    },
  });
  address = await server.listen();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const clientOf = ({ slug, owner }: TestWorkspace) => new Client({ url: address, workspace: slug, token: owner.token });

async function list(
  { path, owner }: TestWorkspace,
  kind: string,
  query: Readonly<Record<string, string>> = {},
): Promise<readonly Loaded[]> {
  const all: Loaded[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const parameters: URLSearchParams = new URLSearchParams({
      limit: '200',
      ...query,
      ...(cursor === '' ? {} : { cursor }),
    });
    const reply = await server
      .as(owner)
      .get<{ data: Loaded[]; next_cursor: string | null }>(
        `${path}/modules/${kind.replace(':', '/records/')}?${parameters}`,
      );
    if (reply.status !== 200) throw new Error(reply.text);
    all.push(...reply.body.data);
    cursor = reply.body.next_cursor;
  }
  return all;
}

async function loadInventree(workspace: TestWorkspace, tables: string): Promise<readonly ImportResult[]> {
  const results: ImportResult[] = [];
  for (const file of inventreeFiles(tables)) results.push(await importFile(clientOf(workspace), file));
  return results;
}

/** Imports a text into a workspace as a file of this name. */
function load(
  workspace: TestWorkspace,
  kind: KindId,
  { name, text }: { readonly name: string; readonly text: string },
) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return importFile(clientOf(workspace), { path, kind });
}

const totalsOf = (orders: readonly Loaded[]) =>
  Object.fromEntries(
    orders.map(({ fields }) => {
      const { amount, currency } = fields['total'] as { amount: string; currency: string };
      return [fields['supplier_ref'], `${Number(amount).toFixed(2)} ${currency}`];
    }),
  );

describe('InvenTree’s tables', () => {
  it('are loaded completely, with quantities, bills of materials and parts below their minimum', async () => {
    const workspace = await server.workspace();
    const results = await loadInventree(workspace, INVENTREE);

    expect(results.map(({ created, rejected }) => [created, rejected])).toEqual([
      [2, 0],
      [2, 0],
      [4, 0],
      [4, 0],
      [2, 0],
    ]);
    const parts = new Map((await list(workspace, 'inventory:part')).map((part) => [part.title, part]));
    // Lost stock is not on hand.
    expect(parts.get('Screw M3')).toMatchObject({ tags: ['screw', 'm3'], fields: { ipn: 'S-3', on_hand: 52.5 } });
    expect(parts.get('Bracket')?.fields).toMatchObject({ is_assembly: true, bom_lines: 2, can_build: 3 });
    expect(parts.get('Old plate')?.fields).toMatchObject({ status: 'obsolete' });
    const low = await list(workspace, 'inventory:part', { filter: 'available < min_stock' });
    expect(low.map(({ title }) => title)).toEqual(['Bracket']);
    const [first] = await list(workspace, 'inventory:stock_item', { filter: 'lot == "A"' });
    expect(first?.fields).toMatchObject({ unit_cost: { amount: '0.034', currency: 'EUR' } });
  });
});

const ORDERS: readonly (readonly [name: string, text: string])[] = [
  [
    '7700001.csv',
    '"#","QUANTITY","PART NUMBER","MANUFACTURER PART NUMBER","DESCRIPTION","CUSTOMER REFERENCE","BACKORDER","UNIT PRICE","EXTENDED PRICE"\n' +
      '"1","2","A-ND","A","IC, eight pins","BENCH","0","6.06000","12.12"\n"2","300","B-ND","B","RES 3.3K","","0","0.00860","2.58"\n',
  ],
  [
    'dk_products_7700001.csv',
    'Index,DigiKey Part #,Manufacturer Part Number,Manufacturer,Description,Customer Reference,Quantity,Backorder,Unit Price,Extended Price\n' +
      '1,A-ND,A,Acme,"IC, eight pins",BENCH,2,0,$6.06000,$12.12\n2,B-ND,B,Acme,RES 3.3K,,300,0,$0.00860,$2.58\n',
  ],
  [
    'LCSC_Exported__20250102_101112.csv',
    'LCSC Part Number,Manufacture Part Number,Manufacturer,Customer NO.,Package,Description,RoHS,Order Qty.,Min\\Mult Order Qty.,Unit Price($),Order Price($)\n' +
      'C1,R-1K,Acme,STOCK,0603,1kΩ ±1%,YES,5000,100\\100,0.0006,3.00\n',
  ],
  [
    'mouser_88.csv',
    'Sales Order #:,Web Order #:,PO Number:,Line No.,Order Date:,Order Status:,Mouser #:,Mfr. #:,Desc.:,Customer #,Order Qty.,Ext. (USD),Price (USD),Status,Date,Invoice #,Tariff: Price (USD),Tariff: Ext. (USD)\n' +
      '88,9,9,1,31-Oct-23,Complete,M-1,M1,Contacts,FEEDER,25,$1.30,$1.30,25 Shipped,31-Oct-23,7,,\n',
  ],
];

describe('orders of Digi-Key, LCSC and Mouser', () => {
  it('have exactly the totals of the suppliers, and are one order if the same one is loaded in two formats', async () => {
    const workspace = await server.workspace();
    for (const [name, text] of ORDERS) await load(workspace, 'purchases:order', { name, text });

    const orders = await list(workspace, 'purchases:order');
    expect(totalsOf(orders)).toEqual({ '7700001': '14.70 USD', '20250102_101112': '3.00 USD', '88': '32.50 USD' });
    const mouser = orders.find(({ fields }) => fields['supplier_ref'] === '88');
    expect(mouser?.fields['ordered_at']).toBe('2023-10-31T00:00:00.000Z');
    expect(await list(workspace, 'purchases:order_item')).toHaveLength(4);
    expect(await list(workspace, 'inventory:part')).toHaveLength(4);
    expect(await list(workspace, 'purchases:supplier')).toHaveLength(3);
  });
});

describe('exports of tasks', () => {
  let workspace: TestWorkspace;
  const loadTasks = async (name: string, text: string) => {
    workspace = await server.workspace();
    return load(workspace, 'projects:task', { name, text });
  };
  const tasks = (query = { sort: 'rank' }) => list(workspace, 'projects:task', query);

  it('of TickTick keep lists, subtasks, order, due times and completion', async () => {
    const columns =
      'Folder Name,List Name,Title,Kind,Tags,Content,Is Check list,Start Date,Due Date,Reminder,Repeat,Priority,Status,Created Time,Completed Time,Order,Timezone,Is All Day,Is Floating,Column Name,Column Order,View Mode,taskId,parentId'.split(
        ',',
      );
    const line = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(',');
    const row = (cells: Readonly<Record<string, string>>) => line(columns.map((name) => cells[name] ?? ''));
    const place = { 'Folder Name': 'Home', 'List Name': 'Garden' };
    // Midnight in Berlin.
    const begin = { 'Start Date': '2026-02-27T23:00:00+0000', Timezone: 'Europe/Berlin' };
    const open = { ...begin, Tags: 'spade', 'Due Date': '2026-03-01T08:00:00+0000', Priority: '5', Status: '0' };
    const done = { Status: '2', 'Completed Time': '2026-02-01T10:00:00+0000' };
    const text = [
      '"Date: 2026-01-02+0000"',
      line(columns),
      row({ ...place, ...open, Title: 'Dig', Order: '1', taskId: '1' }),
      row({ ...place, ...done, Title: 'Buy a spade', Order: '2', taskId: '2', parentId: '1' }),
    ].join('\n');

    expect(await loadTasks('ticktick.csv', text)).toMatchObject({ created: 2, records: { 'projects:project': 1 } });
    const [dig, buy] = await tasks();
    expect(dig).toMatchObject({
      title: 'Dig',
      tags: ['spade'],
      fields: { start_date: '2026-02-28', due_at: '2026-03-01T08:00:00.000Z', priority: 'high' },
    });
    expect(buy?.fields).toMatchObject({ status: 'done', parent: dig?.id, completed_at: '2026-02-01T10:00:00.000Z' });
  });

  it('of Wekan keep the board: columns, cards, checklists and comments', async () => {
    const board = {
      _format: 'wekan-board-1.0.0',
      _id: 'b1',
      title: 'Workshop',
      labels: [{ _id: 'l1', name: 'Loud', color: 'red' }],
      lists: [
        { _id: 'doing', title: 'Doing', sort: 2 },
        { _id: 'todo', title: 'To do', sort: 1 },
      ],
      cards: [
        { _id: 'c2', title: 'Saw', sort: 1, listId: 'doing', labelIds: ['l1'] },
        { _id: 'c1', title: 'Measure', sort: 1, listId: 'todo', dueAt: '2026-03-15T17:00:00Z' },
      ],
      checklistItems: [{ _id: 'i1', cardId: 'c1', title: 'Find the rule', sort: 0, isFinished: true }],
      comments: [{ cardId: 'c1', text: 'Twice', createdAt: '2026-01-02T00:00:00Z' }],
    };

    expect(await loadTasks('board.json', JSON.stringify(board))).toMatchObject({
      created: 2,
      records: { 'projects:project': 1, 'projects:state': 2, 'projects:comment': 1 },
    });
    expect(await tasks()).toMatchObject([
      {
        title: 'Measure',
        fields: { due_at: '2026-03-15T17:00:00.000Z', checklist: [{ text: 'Find the rule', done: true }] },
      },
      { title: 'Saw', tags: ['Loud'] },
    ]);
  });

  it('of GitHub keep the authors in the text', async () => {
    const comment = { author: 'ada', body: 'It hums.', createdAt: '2026-01-02T00:00:00Z' };
    const issue = { ...comment, number: 7, title: 'Motor stalls', state: 'CLOSED', labels: ['bug'] };
    const issues = [{ ...issue, assignees: ['grace'], closedAt: '2026-01-03T00:00:00Z', comments: [comment] }];

    expect(await loadTasks('issues.json', JSON.stringify({ repo: 'acme/firmware', issues }))).toMatchObject({
      created: 1,
      records: { 'projects:project': 1, 'projects:comment': 1 },
    });
    const [task] = await tasks();
    expect(task).toMatchObject({
      title: 'Motor stalls',
      tags: ['bug'],
      fields: { status: 'done', completed_at: '2026-01-03T00:00:00.000Z' },
    });
    expect(String(task?.fields['description'])).toContain('assigned to grace');
  });

  it('of Vikunja keep dependencies, recurrences and colors', async () => {
    const task = (id: number, more: object) => ({
      id,
      title: `Task ${id}`,
      description: '',
      done: false,
      done_at: '0001-01-01T00:00:00Z',
      due_date: '2026-03-01T08:00:00Z',
      start_date: '0001-01-01T00:00:00Z',
      repeat_after: 0,
      repeat_mode: 0,
      priority: 0,
      position: id,
      labels: null,
      related_tasks: {},
      attachments: null,
      comments: null,
      ...more,
    });
    const project = { id: 1, title: 'House', description: '', identifier: 'HOUSE', hex_color: 'ff0000' };
    const related = { blocked: [{ id: 1 }], parenttask: [{ id: 1 }] };
    const all = [task(1, { repeat_after: 604_800, priority: 5 }), task(2, { related_tasks: related })];
    const text = JSON.stringify([{ ...project, is_archived: false, buckets: null, tasks: all }]);

    expect(await loadTasks('vikunja.json', text)).toMatchObject({ created: 2, records: { 'projects:dependency': 1 } });
    const [first, second] = await tasks({ sort: 'title' });
    expect(first?.fields).toMatchObject({ recurrence: 'FREQ=DAILY;INTERVAL=7', priority: 'urgent' });
    expect(second?.fields).toMatchObject({ blocked: true, parent: first?.id });
    expect((await list(workspace, 'projects:project'))[0]?.fields).toMatchObject({ color: '#ff0000' });
  });
});

describeWithData('a real InvenTree data set', 'shared/data/parts', (data) => {
  let workspace: TestWorkspace;
  let results: readonly ImportResult[];
  beforeAll(async () => {
    workspace = await server.workspace();
    results = await loadInventree(workspace, data);
  });

  it('is loaded completely through the public API', () => {
    expect(results.map(({ created, rejected }) => [created, rejected])).toEqual([
      [27, 0],
      [19, 0],
      [414, 0],
      [1106, 0],
      [228, 0],
    ]);
  });

  it('has the same quantity of every part as the source', async () => {
    const rows = parse(readFileSync(join(data, 'inventree_stock_items.csv')), { columns: true, bom: true }) as Readonly<
      Record<string, string>
    >[];
    // Status codes in the documentation of InvenTree ("Stock Status"): destroyed, rejected and lost stock is not on hand.
    const gone = new Set(['60', '65', '70']);
    const sums = (pairs: readonly (readonly [name: string, qty: number])[]) => {
      const byName = new Map<string, number>();
      for (const [name, qty] of pairs) byName.set(name, (byName.get(name) ?? 0) + Math.round(qty * 1e6));
      return [...byName].filter(([, qty]) => qty !== 0).sort(([one], [other]) => (one < other ? -1 : 1));
    };
    const expected = rows
      .filter((row) => !gone.has(row['status'] ?? ''))
      .map((row) => [row['part_name'] ?? '', Number(row['quantity'])] as const);
    const parts = await list(workspace, 'inventory:part', { fields: 'on_hand' });
    expect(sums(parts.map(({ title, fields }) => [title, Number(fields['on_hand'])]))).toEqual(sums(expected));
  });

  it('computes the buildable quantities from its bills of materials', async () => {
    const assemblies = await list(workspace, 'inventory:part', { filter: 'bom_lines > 0' });
    expect(assemblies.filter(({ fields }) => Number(fields['can_build']) > 0).length).toBeGreaterThan(0);
  });
});

describeWithData('the orders of Digi-Key, LCSC and Mouser', 'shared/data/purchases', (data) => {
  let workspace: TestWorkspace;
  beforeAll(async () => {
    workspace = await server.workspace();
    const names = readdirSync(data).filter((file) => file.endsWith('.csv'));
    for (const name of names.sort())
      await importFile(clientOf(workspace), { path: join(data, name), kind: 'purchases:order' });
  });

  it('have exactly the totals of the suppliers, each once', async () => {
    // The subtotal of Digi-Key, the sum of the order prices of LCSC, and quantity times price, in whole cents, of
    // Mouser.
    expect(totalsOf(await list(workspace, 'purchases:order'))).toEqual({
      '93441269': '52.05 USD',
      '88435663': '21.69 USD',
      '20241222_232701': '163.91 USD',
      '20241222_232708': '17.77 USD',
      '267602242': '184.00 USD',
      '269268390': '23.40 USD',
    });
    expect(await list(workspace, 'purchases:order_item')).toHaveLength(11 + 4 + 36 + 5 + 4 + 2);
    expect(await list(workspace, 'purchases:supplier_part')).toHaveLength(62);
  });

  it('keep prices with five decimals, and notes of the buyer', async () => {
    const [jumper] = await list(workspace, 'purchases:order_item', { filter: 'title == "QPC02SXGN-RC"' });
    expect(jumper?.fields).toMatchObject({
      unit_price: { amount: '0.03184', currency: 'USD' },
      total: { amount: '7.96', currency: 'USD' },
      notes: 'PICOTAG',
    });
  });
});
