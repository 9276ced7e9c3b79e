import { endedJob, type TestUser, type TestWorkspace, until } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pathOf, sendImport } from '../fixtures/import-file.js';

jest.setTimeout(300_000);
let server: ShippedServer;
let own: TestWorkspace;
beforeAll(async () => {
  server = await startShippedServer({ environment: { WEB: 'off' } });
});
beforeEach(async () => {
  own = await server.workspace();
});
afterAll(() => server.close());

interface Job {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string } | null;
  readonly finished_at: string;
  readonly undo_until: string | null;
  readonly undone_by: string | null;
}

interface Undone {
  readonly import: string;
  readonly deleted: number;
  readonly set_back: number;
  readonly left: number;
  readonly left_records: readonly {
    readonly kind: string;
    readonly id: string;
    readonly title: string;
    readonly code: string;
    readonly message: string;
  }[];
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

type Query = Readonly<Record<string, string>>;

const client = (user: TestUser = own.owner) => server.as(user);
const jobOf = async (id: string) => (await client().get<Job>(`${own.path}/jobs/${id}`)).body;
const ended = (id: string) => endedJob(() => jobOf(id));
const requestUndo = (id: string, user?: TestUser) =>
  client(user).post<Job & { error?: { code: string; message: string; details: readonly { code: string }[] } }>(
    `${own.path}/jobs/${id}/undo`,
    undefined,
  );
const refusal = async (reply: ReturnType<typeof requestUndo>) => {
  const { status, body } = await reply;
  return [status, body.error?.code, body.error?.details?.[0]?.code];
};

async function imported(kind: string, content: string, query: Query = {}, name = 'file.csv'): Promise<Job> {
  const { body, text } = await sendImport(client(), { workspace: own, kind, file: { name, content }, query });
  if (!body.id) throw new Error(text);
  const job = await ended(body.id);
  expect(job).toMatchObject({ state: 'succeeded', result: { rejected: 0 } });
  return job;
}

async function undo(id: string): Promise<Undone> {
  const { status, body } = await requestUndo(id);
  expect({ status, type: body.type }).toEqual({ status: 202, type: 'transfer:undo-import' });
  const job = await ended(body.id);
  expect(job).toMatchObject({ state: 'succeeded', error: null, undo_until: null });
  expect(job.progress.done).toBe(job.progress.total);
  return job.result as unknown as Undone;
}

const list = async (kind: string, query: Query = {}) =>
  (
    await client().get<{ data: readonly Listed[] }>(
      `${pathOf({ workspace: own, kind })}?${new URLSearchParams({ limit: '200', ...query })}`,
    )
  ).body.data;
const create = async (kind: string, fields: object) => {
  const { status, body, text } = await client().post<Listed>(pathOf({ workspace: own, kind }), { fields });
  if (status !== 201) throw new Error(text);
  return body;
};
const patch = (kind: string, id: string, fields: object) =>
  client().patch(`${pathOf({ workspace: own, kind })}/${id}`, { fields });

/** Every live record of the workspace with all its values, of all kinds, computed ones and the ledger included. */
async function everything(): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await server.database.pool.query<{ kind: string; id: string; title: string }>(
    `select kind, id, title, fields, tags from record where workspace_id = $1 and deleted_at is null order by kind, id`,
    [own.id],
  );
  const { rows: references } = await server.database.pool.query(
    `select target_id, source_id, field from record_reference r where workspace_id = $1 order by 1, 2, 3`,
    [own.id],
  );
  return { references, ...Object.fromEntries(rows.map(({ id, kind, ...content }) => [`${kind} ${id}`, content])) };
}

const PARTS = [
  'Part name;IPN;Category;Quantity;Location;Serial numbers;Price;Currency;Keywords;Minimum stock;Supplier;Supplier part number',
  'Resistor 10k;R-10K;Electronics/Passives;250;Lab/Drawer 1;;0,012;EUR;smd, 0402;300;Acme;AC-1',
  'Red widget;W-RED;Widgets;;Lab;W-1, W-2;2,75;EUR;;;Acme;AC-2',
  'Controller;MCU-1;Electronics;;;;;;;;;',
  'Screw;SCR-1;Hardware;40;Lab/Drawer 2;;0,05;EUR;metric;10;;',
].join('\n');
const CREATE = 'category,location,supplier,part';
const UNTOUCHED = { left: 0, left_records: [] };

/** A workspace in use: parts with stock of two costs, a supplier, an order with a line. */
async function populate(): Promise<void> {
  const screw = await create('inventory:part', { name: 'Old screw', ipn: 'SCR-1', unit: 'pcs', notes: 'Kept' });
  const glue = await create('inventory:part', { name: 'Glue', ipn: 'GLUE', unit: 'ml', min_stock: 20 });
  for (const [part, qty, amount] of [
    [screw.id, 100, '0.10'],
    [screw.id, 20, '0.30'],
    [glue.id, 50, '0.02'],
  ] as const)
    await create('inventory:stock_item', { part, qty, unit_cost: { amount, currency: 'EUR' } });
  const supplier = await create('purchases:supplier', { name: 'Acme' });
  const order = await create('purchases:order', { supplier: supplier.id });
  await create('purchases:order_item', { order: order.id, part: glue.id, qty: 3 });
}

describe('an import that is taken back', () => {
  it('leaves the workspace as it was: parts with opening stock, suppliers and trees, beside parts that it changed', async () => {
    await populate();
    const before = await everything();
    const job = await imported('inventory:part', PARTS, { mapping: 'auto', key: 'ipn', create_missing: CREATE });
    expect(job.result).toMatchObject({ created: 3, updated: 1 });
    expect(Date.parse(job.undo_until ?? '') - Date.parse(job.finished_at)).toBe(30 * 86_400_000);
    expect(job.undone_by).toBeNull();
    expect(await everything()).not.toEqual(before);

    const result = await undo(job.id);
    expect(result).toMatchObject({ import: job.id, set_back: 1, ...UNTOUCHED });
    expect(await everything()).toEqual(before);
    expect(await jobOf(job.id)).toMatchObject({ undo_until: null, undone_by: expect.any(String) });
  });

  it('has changed quantities, costs and places of stock, and they are as before, with the ledger', async () => {
    await populate();
    const [first, second] = await list('inventory:stock_item', { sort: 'created_at' });
    await patch('inventory:stock_item', first?.id ?? '', { qty: 90 });
    const before = await everything();
    const file = ['id,qty,lot', `${first?.id},75,L-1`, `${second?.id},0,`].join('\n');
    const job = await imported('inventory:stock_item', file, { key: 'id' });
    expect(job.result).toMatchObject({ updated: 2 });
    const added = await imported(
      'inventory:stock_item',
      'part,qty,location,unit_cost\nOld screw,7,Shelf,9.00 EUR\nNew part,5,Shelf,\n',
      { create_missing: CREATE, mapping: 'auto' },
    );
    expect(await undo(added.id)).toMatchObject({ deleted: 4, ...UNTOUCHED });
    expect(await undo(job.id)).toMatchObject({ deleted: 0, set_back: 2, ...UNTOUCHED });
    expect(await everything()).toEqual(before);
  });

  it('has made an order with its lines, supplier parts and parts, a bill, and tasks of a project', async () => {
    await populate();
    const before = await everything();
    const order = await imported(
      'purchases:order',
      'DigiKey Part #,Manufacturer Part Number,Quantity,Unit Price\n296-1-ND,NE555,10,0.42\n296-2-ND,LM358,5,0.31\n',
      {},
      'dk_products_4711.csv',
    );
    const bill = await imported('inventory:bom_line', 'Part,Qty,Reference\nGlue,2,G1\nNut,4,N1\n', {
      assembly: 'Board',
      create_missing: CREATE,
      mapping: 'auto',
    });
    const tasks = await imported('projects:task', 'title,project,tags\nSaw,Bench,wood\nDrill,Bench,\n', {
      create_missing: 'project',
      mapping: 'auto',
    });
    expect(await everything()).not.toEqual(before);
    for (const { id } of [tasks, bill, order]) expect(await undo(id)).toMatchObject(UNTOUCHED);
    expect(await everything()).toEqual(before);
    // The number of the file is free again.
    expect(
      await imported(
        'purchases:order',
        'DigiKey Part #,Manufacturer Part Number,Quantity,Unit Price\n296-1-ND,NE555,10,0.42\n',
        {},
        'dk_products_4711.csv',
      ),
    ).toMatchObject({ result: { created: 1 } });
  });

  it('leaves and lists what was changed since, and what that uses', async () => {
    await create('inventory:part', { name: 'Old screw', ipn: 'SCR-1' });
    await create('inventory:part', { name: 'Old nut', ipn: 'NUT-1' });
    const file = 'name,ipn,category\nScrew,SCR-1,Metal\nNut,NUT-1,Metal\nBolt,BLT-1,Metal\nPin,PIN-1,Wood\n';
    const job = await imported('inventory:part', file, { key: 'ipn', create_missing: 'category' });
    const parts = new Map((await list('inventory:part')).map((one) => [one.title, one]));
    await patch('inventory:part', parts.get('Screw')?.id ?? '', { notes: 'Mine' });
    await patch('inventory:part', parts.get('Bolt')?.id ?? '', { notes: 'Mine' });
    const result = await undo(job.id);
    expect(result).toMatchObject({ deleted: 2, set_back: 1, left: 3 });
    expect(
      result.left_records.map(({ kind, title, code, message }) => [kind, title, code, message]).toSorted(),
    ).toEqual([
      ['inventory:category', 'Metal', 'in_use', "It is used by Part 'Screw' and 1 more."],
      ['inventory:part', 'Bolt', 'changed', 'It was changed since the import.'],
      ['inventory:part', 'Screw', 'changed', 'It was changed since the import.'],
    ]);
    expect((await list('inventory:part', { sort: 'name' })).map(({ title }) => title)).toEqual([
      'Bolt',
      'Old nut',
      'Screw',
    ]);
    expect((await list('inventory:category')).map(({ title }) => title)).toEqual(['Metal']);
  });

  it('leaves and lists what is used since, and keeps the ledger of stock that was used', async () => {
    const file = 'name,ipn,stock.qty\nScrew,SCR-1,10\nNut,NUT-1,20\nBolt,BLT-1,30\n';
    const job = await imported('inventory:part', file);
    const parts = new Map((await list('inventory:part')).map((one) => [one.title, one.id]));
    const board = await create('inventory:part', { name: 'Board' });
    await create('inventory:bom_line', { assembly: board.id, component: parts.get('Screw'), qty_per: 1 });
    const used = await client().post(`${own.path}/modules/inventory/actions/use`, {
      record: { kind: 'inventory:part', id: parts.get('Nut') },
      input: { qty: 4 },
    });
    expect(used.status).toBe(200);
    const result = await undo(job.id);
    const left = result.left_records.map(({ kind, title, code }) => [kind, title, code]);
    expect(left.toSorted()).toEqual([
      ['inventory:part', 'Nut', 'in_use'],
      ['inventory:part', 'Screw', 'in_use'],
      ['inventory:stock_item', 'Stock item', 'changed'],
    ]);
    expect(result.left_records.find(({ title }) => title === 'Screw')?.message).toMatch(
      /^It is used by Bill of materials line /,
    );
    // The part that is used keeps no stock of the import; the ledger of the other one is that of its stock.
    const present = new Map((await list('inventory:part')).map(({ title, fields }) => [title, fields['on_hand']]));
    expect(Object.fromEntries(present)).toEqual({ Board: 0, Screw: 0, Nut: 16 });
    const movements = await list('inventory:movement');
    expect(movements.map(({ fields }) => [fields['part'], fields['type'], fields['qty_delta']]).toSorted()).toEqual(
      [
        [parts.get('Nut'), 'add', 20],
        [parts.get('Nut'), 'use', -4],
        [parts.get('Screw'), 'add', 10],
        [parts.get('Screw'), 'scrap', -10],
      ].toSorted(),
    );
  });

  it('passes over what was deleted since, and lists what it cannot set back because of that', async () => {
    const old = await create('inventory:part', { name: 'Old', ipn: 'OLD' });
    const job = await imported('inventory:part', 'name,ipn\nNew name,OLD\nMade,MADE\n', { key: 'ipn' });
    for (const { id } of await list('inventory:part'))
      await client().delete(`${pathOf({ workspace: own, kind: 'inventory:part' })}/${id}`);
    expect(await undo(job.id)).toMatchObject({
      deleted: 0,
      set_back: 0,
      left: 1,
      left_records: [{ id: old.id, code: 'deleted' }],
    });
  });

  it('leaves and lists what belongs to a module that was disabled since, and what that uses', async () => {
    await create('inventory:part', { name: 'Old', ipn: 'OLD' });
    const columns = 'name,ipn,stock.qty,supplier_part.supplier,supplier_part.sku';
    const file = `${columns}\nNew,NEW,5,Acme,A-1\nRenamed,OLD,,Acme,A-2\nPlain,PLAIN,7,,\n`;
    const job = await imported('inventory:part', file, { key: 'ipn', create_missing: CREATE });
    expect(job.result).toMatchObject({ created: 2, updated: 1 });
    const enable = (enabled: boolean) => client().patch(`${own.path}/modules/purchases`, { enabled });
    expect((await enable(false)).status).toBe(200);
    const result = await undo(job.id);
    expect(result).toMatchObject({ deleted: 3, set_back: 1, left: 4 });
    expect(result.left_records.map(({ kind, title, code }) => [kind, title, code]).toSorted()).toEqual([
      ['inventory:part', 'New', 'in_use'],
      ['purchases:supplier', '', 'module_not_enabled'],
      ['purchases:supplier_part', '', 'module_not_enabled'],
      ['purchases:supplier_part', '', 'module_not_enabled'],
    ]);
    const parts = await list('inventory:part', { sort: 'name' });
    expect(parts.map(({ title, fields }) => [title, fields['on_hand']])).toEqual([
      ['New', 0],
      ['Old', 0],
    ]);
    expect((await enable(true)).status).toBe(200);
    const offers = await list('purchases:supplier_part', { sort: 'sku' });
    expect(offers.map(({ fields }) => fields['part'])).toEqual(parts.map(({ id }) => id));
  });

  it('is taken back where every change since was changed back: fields, tags, references and stock', async () => {
    const shelf = await create('spaces:location', { name: 'Shelf' });
    const old = await create('inventory:part', { name: 'Old', ipn: 'OLD', min_stock: 3 });
    await create('inventory:stock_item', { part: old.id, qty: 50 });
    const before = await everything();
    const file = 'name,ipn,min_stock,tags,stock.qty\nNew,NEW,1,red,5\nRenamed,OLD,7,blue,\n';
    const job = await imported('inventory:part', file, { key: 'ipn' });
    for (const { id, fields, tags } of await list('inventory:part')) {
      const path = `${pathOf({ workspace: own, kind: 'inventory:part' })}/${id}`;
      const change = { fields: { min_stock: 99, notes: 'Mine', default_location: shelf.id }, tags: ['mine'] };
      expect((await client().patch(path, change)).status).toBe(200);
      const back = { fields: { min_stock: fields['min_stock'], notes: null, default_location: null }, tags };
      expect((await client().patch(path, back)).status).toBe(200);
    }
    expect(await undo(job.id)).toMatchObject({ set_back: 1, ...UNTOUCHED });
    expect(await everything()).toEqual(before);
  });

  it('gives a unique value back that a record had which it made later', async () => {
    await create('inventory:part', { name: 'One', ipn: 'A' });
    const before = await everything();
    const [one] = await list('inventory:part');
    const rest = Array.from({ length: 600 }, (_, n) => `,Other ${n},`);
    const file = ['id,name,ipn', `${one?.id},One,B`, ...rest, ',Two,A'].join('\n');
    const job = await imported('inventory:part', file, { key: 'id' });
    expect(await undo(job.id)).toMatchObject({ deleted: 601, set_back: 1, ...UNTOUCHED });
    expect(await everything()).toEqual(before);
  });

  it('can follow the undo of a later one that changed the same records, and changes that were changed back', async () => {
    const one = await create('inventory:part', { name: 'One', ipn: 'A' });
    const before = await everything();
    const file = (quantity: number) =>
      `DigiKey Part #,Manufacturer Part Number,Quantity,Unit Price\n296-${quantity}-ND,N-${quantity},${quantity},0.42\n`;
    const jobs = [
      await imported('inventory:part', 'name,ipn\nUno,A\n', { key: 'ipn' }),
      await imported('inventory:part', 'name,ipn\nEins,A\n', { key: 'ipn' }),
      await imported('purchases:order', file(7), {}, 'dk_products_4711.csv'),
      await imported('purchases:order', file(9), {}, 'dk_products_4711.csv'),
    ];
    expect((await list('purchases:order'))[0]?.fields['line_count']).toBe(2);
    await patch('inventory:part', one.id, { notes: 'Mine' });
    await patch('inventory:part', one.id, { notes: null });
    for (const { id } of jobs.toReversed()) expect(await undo(id)).toMatchObject(UNTOUCHED);
    expect(await everything()).toEqual(before);
  });

  it('puts records back into the trash that it took out', async () => {
    const one = await create('inventory:part', { name: 'One', ipn: 'A' });
    const path = `${pathOf({ workspace: own, kind: 'inventory:part' })}/${one.id}`;
    await client().delete(path);
    const before = await everything();
    const job = await imported('inventory:part', `id,name,ipn\n${one.id},Uno,A\n`, { key: 'id' });
    expect(await list('inventory:part')).toHaveLength(1);
    await undo(job.id);
    expect(await everything()).toEqual(before);
    await client().post(`${path}/restore`, undefined);
    expect((await list('inventory:part'))[0]?.fields['name']).toBe('One');
  });
});

describe('a request to take an import back', () => {
  it('is refused a second time, for a dry run, for an import that wrote nothing, too late, and for another job', async () => {
    const job = await imported('inventory:part', 'name\nScrew\n');
    await undo(job.id);
    expect(await refusal(requestUndo(job.id))).toEqual([409, 'conflict', 'already_undone']);
    const rehearsal = await imported('inventory:part', 'name\nScrew\n', { dry_run: 'true' });
    expect(rehearsal.undo_until).toBeNull();
    expect(await refusal(requestUndo(rehearsal.id))).toEqual([409, 'conflict', 'nothing_written']);
    const { undone_by: undoId } = await jobOf(job.id);
    expect(await refusal(requestUndo(undoId ?? ''))).toEqual([409, 'conflict', 'not_undoable']);
    const old = await imported('inventory:part', 'name\nNut\n');
    await server.database.pool.query(`update job set finished_at = finished_at - interval '30 days' where id = $1`, [
      old.id,
    ]);
    expect((await jobOf(old.id)).undo_until).toBeNull();
    expect(await refusal(requestUndo(old.id))).toEqual([409, 'conflict', 'too_late']);
    const failed = await sendImport(client(), {
      workspace: own,
      kind: 'inventory:stock_item',
      file: { content: 'part,qty,expires_on\nNut,1,09-01-2031\n' },
      query: { mapping: 'auto' },
    });
    expect(await ended(failed.body.id)).toMatchObject({ state: 'failed', undo_until: null });
    expect(await refusal(requestUndo(failed.body.id))).toEqual([409, 'conflict', 'nothing_written']);
  });

  it('is open to members, not to viewers, and shows nothing to other workspaces', async () => {
    const job = await imported('inventory:part', 'name\nScrew\n');
    const viewer = await own.viewer();
    expect((await requestUndo(job.id, viewer)).status).toBe(403);
    const other = await server.workspace();
    expect((await server.as(other.owner).post(`${own.path}/jobs/${job.id}/undo`, undefined)).status).toBe(404);
    expect((await server.as(other.owner).post(`${other.path}/jobs/${job.id}/undo`, undefined)).status).toBe(404);
    expect(await list('inventory:part')).toHaveLength(1);
    const member = await own.member();
    const { status, body } = await requestUndo(job.id, member);
    expect(status).toBe(202);
    await ended(body.id);
    expect(await list('inventory:part')).toEqual([]);
  });

  it('creates one job where two come at once', async () => {
    const job = await imported('inventory:part', 'name\nScrew\n');
    const replies = await Promise.all([requestUndo(job.id), requestUndo(job.id)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await ended(replies.find(({ status }) => status === 202)?.body.id ?? '');
  });

  it('waits for the imports before it, and those after it wait', async () => {
    const file = (name: string) => ['name', ...Array.from({ length: 600 }, (_, n) => `${name} ${n}`)].join('\n');
    const first = await imported('inventory:part', file('A'));
    const send = async (name: string) =>
      (await sendImport(client(), { workspace: own, kind: 'inventory:part', file: { content: file(name) } })).body.id;
    const ids = [await send('B'), (await requestUndo(first.id)).body.id, await send('C')];
    await Promise.all(ids.map(ended));
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select id from job where id = any($1::uuid[]) order by started_at`,
      [ids],
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect((await list('inventory:part', { filter: 'name == "A 1"' })).length).toBe(0);
  });

  it('takes back what a cancelled import had written', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `Part ${n},P-${n}`);
    const { body } = await sendImport(client(), {
      workspace: own,
      kind: 'inventory:part',
      file: { content: ['name,ipn', ...rows].join('\n') },
    });
    await until('a part is written', async () => (await list('inventory:part', { limit: '1' })).length > 0);
    expect(await refusal(requestUndo(body.id))).toEqual([409, 'conflict', 'running']);
    await client().delete(`${own.path}/jobs/${body.id}`);
    const job = await ended(body.id);
    expect(job).toMatchObject({ state: 'cancelled', undo_until: expect.any(String) });
    expect((await undo(job.id)).deleted).toBeGreaterThan(0);
    expect(await list('inventory:part')).toEqual([]);
  });

  it('can be repeated after the undo was cancelled, which then does the rest', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `Part ${n},P-${n},${n % 7}`);
    const job = await imported('inventory:part', ['name,ipn,stock.qty', ...rows].join('\n'));
    const { body } = await requestUndo(job.id);
    await until('a part is gone', async () => {
      const { rows: gone } = await server.database.pool.query(
        `select 1 from record where workspace_id = $1 and deleted_at is not null limit 1`,
        [own.id],
      );
      return gone.length > 0;
    });
    expect(await refusal(requestUndo(job.id))).toEqual([409, 'conflict', 'already_undone']);
    await client().delete(`${own.path}/jobs/${body.id}`);
    expect(await ended(body.id)).toMatchObject({ state: 'cancelled' });
    expect(await jobOf(job.id)).toMatchObject({ undo_until: expect.any(String), undone_by: body.id });
    expect(await undo(job.id)).toMatchObject({ ...UNTOUCHED });
    expect(await everything()).toEqual({ references: [] });
  });
});
