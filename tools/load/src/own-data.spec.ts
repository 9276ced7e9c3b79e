import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventory } from '@cubit/inventory';
import { projects } from '@cubit/projects';
import { purchases } from '@cubit/purchases';
import { spaces } from '@cubit/spaces';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Client } from './client.js';
import { loadDataset } from './load-dataset.js';
import { loadPurchases } from './purchases/load-purchases.js';
import { readPurchases } from './purchases/read-purchases.js';
import { readInventree } from './read-inventree.js';
import { loadTasks, type TaskReport } from './tasks/load-tasks.js';
import { readTasks } from './tasks/read-tasks.js';

const INVENTREE = fileURLToPath(new URL('../fixtures/inventree', import.meta.url));
const quiet = () => undefined;

interface Loaded {
  readonly id: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory, purchases, projects] });
  address = await server.listen();
});
afterAll(() => server.close());

const clientOf = ({ slug, owner }: TestWorkspace) => new Client({ url: address, workspace: slug, token: owner.token });

async function list(workspace: TestWorkspace, kind: string, query: Readonly<Record<string, string>> = {}) {
  const path = `${workspace.path}/modules/${kind.replace(':', '/records/')}?${new URLSearchParams({ limit: '200', ...query })}`;
  const { body, status, text } = await server.as(workspace.owner).get<{ data: readonly Loaded[] }>(path);
  if (status !== 200) throw new Error(text);
  return body.data;
}

describe('InvenTree’s tables', () => {
  it('are loaded completely, with quantities, bills of materials and parts below their minimum', async () => {
    const workspace = await server.workspace();
    const report = await loadDataset(clientOf(workspace), readInventree(INVENTREE), quiet);

    expect(report).toEqual({ categories: 2, locations: 2, parts: 4, stock: 4, bom: 2 });
    const parts = new Map((await list(workspace, 'inventory:part')).map((part) => [part.title, part]));
    // Lost stock is not on hand.
    expect(parts.get('Screw M3')).toMatchObject({ tags: ['screw', 'm3'], fields: { ipn: 'S-3', on_hand: 52.5 } });
    expect(parts.get('Bracket')?.fields).toMatchObject({ is_assembly: true, bom_lines: 2, can_build: 3 });
    expect(parts.get('Old plate')?.fields).toMatchObject({ status: 'obsolete' });
    const low = await list(workspace, 'inventory:part', { filter: 'available < min_stock' });
    expect(low.map(({ title }) => title)).toEqual(['Bracket']);
    const [first] = await list(workspace, 'inventory:stock_item', { filter: 'lot == "A"' });
    expect(first?.fields).toMatchObject({ unit_cost: { amount: '0.034000', currency: 'EUR' } });
  });
});

const ORDERS: readonly (readonly [name: string, text: string, total: string])[] = [
  [
    '7700001.csv',
    '"#","QUANTITY","PART NUMBER","MANUFACTURER PART NUMBER","DESCRIPTION","CUSTOMER REFERENCE","BACKORDER","UNIT PRICE","EXTENDED PRICE"\n' +
      '"1","2","A-ND","A","IC, eight pins","BENCH","0","6.06000","12.12"\n"2","300","B-ND","B","RES 3.3K","","0","0.00860","2.58"\n',
    '14.70 USD',
  ],
  [
    'dk_products_7700001.csv',
    'Index,DigiKey Part #,Manufacturer Part Number,Manufacturer,Description,Customer Reference,Quantity,Backorder,Unit Price,Extended Price\n' +
      '1,A-ND,A,Acme,"IC, eight pins",BENCH,2,0,$6.06000,$12.12\n2,B-ND,B,Acme,RES 3.3K,,300,0,$0.00860,$2.58\n',
    '14.70 USD',
  ],
  [
    'LCSC_Exported__20250102_101112.csv',
    'LCSC Part Number,Manufacture Part Number,Manufacturer,Customer NO.,Package,Description,RoHS,Order Qty.,Min\\Mult Order Qty.,Unit Price($),Order Price($)\n' +
      'C1,R-1K,Acme,STOCK,0603,1kΩ ±1%,YES,5000,100\\100,0.0006,3.00\n',
    '3.00 USD',
  ],
  [
    'mouser_88.csv',
    'Sales Order #:,Web Order #:,PO Number:,Line No.,Order Date:,Order Status:,Mouser #:,Mfr. #:,Desc.:,Customer #,Order Qty.,Ext. (USD),Price (USD),Status,Date,Invoice #,Tariff: Price (USD),Tariff: Ext. (USD)\n' +
      '88,9,9,1,31-Oct-23,Complete,M-1,M1,Contacts,FEEDER,25,$1.30,$1.30,25 Shipped,31-Oct-23,7,,\n',
    '32.50 USD',
  ],
];

describe('orders of Digi-Key, LCSC and Mouser', () => {
  it('have exactly the totals of the suppliers, and are one order if the same one is loaded in two formats', async () => {
    const workspace = await server.workspace();
    const totals: (string | undefined)[] = [];
    for (const [name, text] of ORDERS) {
      const order = readPurchases(text, name);
      if (!order) throw new Error(`${name} is no order.`);
      totals.push((await loadPurchases(clientOf(workspace), order, quiet)).total);
    }

    expect(totals).toEqual(ORDERS.map(([, , total]) => total));
    const orders = await list(workspace, 'purchases:order');
    expect(orders.map(({ fields }) => fields['supplier_ref']).sort()).toEqual(['20250102_101112', '7700001', '88']);
    expect(orders.find(({ fields }) => fields['supplier_ref'] === '88')?.fields['ordered_at']).toBe(
      '2023-10-31T00:00:00.000Z',
    );
    expect(await list(workspace, 'purchases:order_item')).toHaveLength(4);
    expect(await list(workspace, 'inventory:part')).toHaveLength(4);
    expect(await list(workspace, 'purchases:supplier')).toHaveLength(3);
  });
});

describe('exports of tasks', () => {
  async function load(text: string): Promise<{ readonly report: TaskReport; readonly tasks: readonly Loaded[] }> {
    const workspace = await server.workspace();
    const dataset = readTasks(text);
    if (!dataset) throw new Error('The export is not recognised.');
    const report = await loadTasks(clientOf(workspace), dataset, quiet);
    return { report, tasks: await list(workspace, 'projects:task', { sort: 'rank' }) };
  }

  it('of TickTick keep lists, subtasks, order, due times and completion', async () => {
    const columns =
      'Folder Name,List Name,Title,Kind,Tags,Content,Is Check list,Start Date,Due Date,Reminder,Repeat,Priority,Status,Created Time,Completed Time,Order,Timezone,Is All Day,Is Floating,Column Name,Column Order,View Mode,taskId,parentId';
    const row = (cells: Readonly<Record<string, string>>) =>
      columns
        .split(',')
        .map((name) => `"${cells[name] ?? ''}"`)
        .join(',');
    const text = [
      '"Date: 2026-01-02+0000"',
      columns
        .split(',')
        .map((name) => `"${name}"`)
        .join(','),
      row({
        'Folder Name': 'Home',
        'List Name': 'Garden',
        Title: 'Dig',
        Tags: 'spade',
        'Due Date': '2026-03-01T08:00:00+0000',
        Priority: '5',
        Status: '0',
        Order: '1',
        taskId: '1',
      }),
      row({
        'Folder Name': 'Home',
        'List Name': 'Garden',
        Title: 'Buy a spade',
        Status: '2',
        'Completed Time': '2026-02-01T10:00:00+0000',
        Order: '2',
        taskId: '2',
        parentId: '1',
      }),
    ].join('\n');
    const { report, tasks } = await load(text);

    expect(report).toMatchObject({ projects: 1, tasks: 2 });
    expect(tasks[0]).toMatchObject({
      title: 'Dig',
      tags: ['spade'],
      fields: { due_at: '2026-03-01T08:00:00.000Z', priority: 'high' },
    });
    expect(tasks[1]?.fields).toMatchObject({
      status: 'done',
      parent: tasks[0]?.id,
      completed_at: '2026-02-01T10:00:00.000Z',
    });
  });

  it('of Wekan keep the board: columns, cards, checklists and comments', async () => {
    const { report, tasks } = await load(
      JSON.stringify({
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
      }),
    );

    expect(report).toMatchObject({ projects: 1, states: 2, tasks: 2, comments: 1 });
    expect(tasks).toMatchObject([
      {
        title: 'Measure',
        fields: { due_at: '2026-03-15T17:00:00.000Z', checklist: [{ text: 'Find the rule', done: true }] },
      },
      { title: 'Saw', tags: ['Loud'] },
    ]);
  });

  it('of GitHub keep the authors in the text', async () => {
    const said = { author: 'ada', body: 'It hums.', createdAt: '2026-01-02T00:00:00Z' };
    const issue = { ...said, number: 7, title: 'Motor stalls', state: 'CLOSED', labels: ['bug'], assignees: ['grace'] };
    const { report, tasks } = await load(
      JSON.stringify({
        repo: 'acme/firmware',
        issues: [{ ...issue, closedAt: '2026-01-03T00:00:00Z', comments: [said] }],
      }),
    );

    expect(report).toMatchObject({ projects: 1, tasks: 1, comments: 1 });
    expect(tasks).toMatchObject([
      { title: 'Motor stalls', tags: ['bug'], fields: { status: 'done', completed_at: '2026-01-03T00:00:00.000Z' } },
    ]);
    expect(String(tasks[0]?.fields['description'])).toContain('assigned to grace');
  });
});
