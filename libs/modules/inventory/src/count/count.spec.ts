import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, recordStatements, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Count } from './count.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

interface Applied {
  readonly applied: number;
  readonly flagged: readonly string[];
  readonly uncounted: number;
  readonly variance_qty: number;
}
const start = async (scope: object, more: object = {}): Promise<Count> => {
  const { result } = await room.do<{ count: string }>('start_count', null, { scope, ...more });
  return room.read({ kind: 'inventory:count', id: result.count } as Count);
};
const record = (count: Count, lines: readonly (readonly [string | number, number])[]) =>
  room.do('record_count', count, { lines: lines.map(([line, counted]) => ({ line, counted })) });
const apply = async (count: Count) => (await room.do<Applied>('apply_count', count)).result;

describe('starting a count', () => {
  it('lists the stock at locations and below, of categories and below, and of parts', async () => {
    const rack = await room.addLocation('Rack');
    const shelf = await room.addLocation('Shelf', { parent: rack.id });
    const group = await room.add('inventory:category', { name: 'Screws' });
    const inner = await room.add('inventory:category', { name: 'M3', parent: group.id });
    const [part, other] = [await room.addPart({ category: inner.id }), await room.addPart()];
    const near = await room.addItem(part, { qty: 5, location: shelf.id });
    const far = await room.addItem(part, { qty: 7 });
    const foreign = await room.addItem(other, { qty: 2, location: rack.id });
    const gone = await room.addItem(part, { qty: 1, location: shelf.id, status: 'destroyed' });
    const listed = async (scope: object) => (await start(scope)).fields.lines.map(({ stock_item: id }) => id);
    expect((await listed({ locations: [rack.id] })).toSorted()).toEqual([near.id, foreign.id].toSorted());
    expect((await listed({ categories: [group.id] })).toSorted()).toEqual([near.id, far.id].toSorted());
    expect(await listed({ categories: [group.id], locations: [rack.id] })).toEqual([near.id]);
    expect(await listed({ parts: [other.id] })).toEqual([foreign.id]);
    expect(await listed({ parts: [part.id] })).not.toContain(gone.id);
    const unknown = { scope: { locations: ['0192f0c1-2d3e-7000-8000-00000000ffff'] } };
    const { status, body } = await room.run('start_count', null, unknown);
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/scope/locations/0']);
  });

  it('tells the lots and the serial numbers of a part apart', async () => {
    const [part, shelf] = [await room.addPart(), await room.addLocation()];
    const at = { location: shelf.id };
    for (const own of [{ lot: 'A' }, { lot: 'B' }, { serial: 'S-1', qty: 1 }])
      await room.addItem(part, { ...at, ...own });
    const { lines } = (await start({ parts: [part.id] })).fields;
    expect(lines.map(({ lot, serial }) => lot ?? serial)).toEqual(['A', 'B', 'S-1']);
  });

  it('shows expected quantities, in a blind count only once it is applied', async () => {
    const { part, items } = await room.stocked([5]);
    const open = await start({ parts: [part.id] });
    expect(open.fields.lines).toEqual([{ stock_item: items[0]!.id, part: part.id, expected: 5 }]);
    const blind = await start({ parts: [part.id] }, { blind: true, name: 'Blind' });
    expect(blind.fields.lines[0]).not.toHaveProperty('expected');
    await record(blind, [[0, 4]]);
    expect((await room.read(blind)).fields.lines[0]).not.toHaveProperty('expected');
    await apply(blind);
    expect((await room.read(blind)).fields.lines[0]).toMatchObject({ expected: 5, counted: 4, outcome: 'applied' });
    const [started] = await room.eventsOf(blind, 'inventory.count.started');
    expect(started?.payload).toMatchObject({ name: 'Blind', lines: 1 });
  });
});

describe('recording what was counted', () => {
  it('accepts one line or several, repeatedly, and leaves it to a person to submit the count', async () => {
    const { part, items } = await room.stocked([5, 6]);
    const count = await start({ parts: [part.id] });
    await room.do('record_count', count, { line: items[0]!.id, counted: 4 });
    expect((await room.read(count)).fields.status).toBe('open');
    await room.do('record_count', count, { line: items[0]!.id, counted: 5 });
    const { result } = await room.do<object>('record_count', count, { line: 1, counted: 6 });
    expect(result).toMatchObject({ status: 'open', left: 0 });
    expect((await room.change(count, { status: 'submitted' })).status).toBe(200);
    expect((await room.read(count)).fields.lines.map(({ counted }) => counted)).toEqual([5, 6]);
  });

  it('adds a find that is not on the list when the count is applied, and opens lines that differ for a recount', async () => {
    const [shelf, { part, items }] = [await room.addLocation(), await room.stocked([5, 6])];
    const count = await start({ parts: [part.id] });
    await record(count, [
      [items[0]!.id, 5],
      [items[1]!.id, 4],
    ]);
    await room.change(count, { status: 'submitted' });
    const { result } = await room.do<{ result: object }>('recount', count);
    expect(result).toEqual({ count: count.id, lines: 1 });
    expect((await room.read(count)).fields).toMatchObject({ status: 'open' });
    expect((await room.read(count)).fields.lines.map(({ counted }) => counted)).toEqual([5, undefined]);
    await record(count, [[items[1]!.id, 6]]);
    await room.do('record_find', count, { part: part.id, counted: 2.5, location: shelf.id, lot: 'L9' });
    const unknown = { part: '0192f0c1-2d3e-7000-8000-00000000ffff', counted: 1 };
    expect((await room.run('record_find', count, unknown)).body.error.details[0]?.path).toBe('/input/part');
    expect(await apply(count)).toMatchObject({ applied: 2, variance_qty: 2.5 });
    expect((await room.items(part)).at(-1)?.fields).toMatchObject({
      qty: 2.5,
      location: shelf.id,
      lot: 'L9',
      status: 'ok',
    });
    expect((await room.movements(part)).at(-1)?.fields).toMatchObject({ type: 'count', qty_delta: 2.5 });
  });

  it.each(['applied', 'cancelled'])('is %s once it is submitted', async (end) => {
    const { part, items } = await room.stocked([5]);
    const count = await start({ parts: [part.id] });
    await record(count, [[items[0]!.id, 4]]);
    await room.change(count, { status: 'submitted' });
    if (end === 'applied') await apply(count);
    else await room.change(count, { status: end });
    expect((await room.read(count)).fields.status).toBe(end);
    expect(await room.qtyOf(items[0]!)).toBe(end === 'applied' ? 4 : 5);
  });

  it.each(['applied', 'cancelled'])('counts nothing again once the count is %s', async (end) => {
    const { part, items } = await room.stocked([5]);
    const count = await start({ parts: [part.id] });
    await record(count, [[items[0]!.id, 4]]);
    if (end === 'applied') await apply(count);
    else await room.change(count, { status: end });
    expect(await room.refusalOf('recount', count)).toEqual({
      status: 409,
      code: 'invalid_transition',
      details: ['/record invalid_transition'],
    });
    expect((await room.read(count)).fields).toMatchObject({ status: end, lines: [{ counted: 4 }] });
  });

  it('replaces a find of the same part, location, lot and serial number, and removes it with 0', async () => {
    const [shelf, part, other] = [await room.addLocation(), await room.addPart(), await room.addPart({ unit: 'g' })];
    const count = await start({ parts: [part.id] });
    const find = async (qty: number, more: object = {}) =>
      (await room.do<{ finds: number }>('record_find', count, { part: part.id, counted: qty, ...more })).result.finds;
    const near = { location: shelf.id };
    const quantities = async () => (await room.read(count)).fields.finds?.map(({ counted }) => counted);
    expect(await find(30)).toBe(1);
    expect(await find(7, near)).toBe(2);
    expect(await find(8, { ...near, lot: 'L1' })).toBe(3);
    expect(await find(1, { serial: 'S1' })).toBe(4);
    expect(await find(2, { part: other.id, unit: 'kg' })).toBe(5);
    expect(await quantities()).toEqual([30, 7, 8, 1, 2000]);
    expect(await find(3)).toBe(5);
    expect(await find(1500, { part: other.id })).toBe(5);
    // A serial number is one unit, so a second place corrects the first.
    expect(await find(1, { ...near, serial: 'S1' })).toBe(5);
    expect(await quantities()).toEqual([3, 7, 8, 1, 1500]);
    expect(await find(0, near)).toBe(4);
    expect(await find(0, near)).toBe(4);
    expect(await find(0, { part: other.id, unit: 'kg' })).toBe(3);
    const { status, body } = await room.run('record_find', count, { part: part.id, counted: 2, serial: 'S2' });
    expect([status, body.error.details[0]?.path]).toEqual([422, '/input/counted']);
    expect(await apply(count)).toMatchObject({ variance_qty: 12 });
    expect(
      (await room.items(part)).map(({ fields: { qty, location, lot, serial } }) => [qty, location, lot, serial]),
    ).toEqual([
      [3, undefined, undefined, undefined],
      [8, shelf.id, 'L1', undefined],
      [1, shelf.id, undefined, 'S1'],
    ]);
    expect(await room.items(other)).toEqual([]);
  });

  it('refuses unknown lines, invalid quantities, and a closed count', async () => {
    const part = await room.addPart();
    await room.addItem(part, { qty: 1, serial: 'S1' });
    const foreign = (await room.stocked([1])).items[0]!;
    const count = await start({ parts: [part.id] });
    const answers = [
      await room.run('record_count', count, { line: foreign.id, counted: 1 }),
      await room.run('record_count', count, { line: 0, counted: 2 }),
      await room.run('record_count', count, { line: 0 }),
      await room.run('record_count', count, { lines: [{ line: 7, counted: 1 }] }),
      await room.run('record_count', count, { line: 0, counted: -1 }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.details[0]?.path])).toEqual([
      [422, '/input/line'],
      [422, '/input/counted'],
      [422, '/input/counted'],
      [422, '/input/lines/0/line'],
      [422, '/input/counted'],
    ]);
    await room.change(count, { status: 'cancelled' });
    for (const action of ['record_count', 'apply_count'])
      expect((await room.run(action, count, action === 'apply_count' ? {} : { line: 0, counted: 1 })).status).toBe(409);
  });

  it('keeps the quantities of two concurrent recordings', async () => {
    const { part } = await room.stocked([1, 2, 3, 4]);
    const count = await start({ parts: [part.id] });
    await Promise.all([0, 1, 2, 3].map((line) => room.do('record_count', count, { line, counted: line + 1 })));
    expect((await room.read(count)).fields.lines.map(({ counted }) => counted)).toEqual([1, 2, 3, 4]);
  });
});

describe('applying a count', () => {
  it('sets stock to the counted quantities and computes the variance', async () => {
    const part = await room.addPart({ min_stock: 8 });
    const cost = { amount: '2', currency: 'EUR' };
    const short = await room.addItem(part, { qty: 6, unit_cost: cost });
    const same = await room.addItem(part, { qty: 4, unit_cost: cost, lot: 'L1' });
    const count = await start({ parts: [part.id] });
    await record(count, [
      [short.id, 3],
      [same.id, 4],
    ]);
    expect(await apply(count)).toEqual({ count: count.id, applied: 2, flagged: [], uncounted: 0, variance_qty: -3 });
    expect([await room.qtyOf(short), await room.qtyOf(same)]).toEqual([3, 4]);
    expect((await room.read(count)).fields).toMatchObject({
      status: 'applied',
      variance_qty: -3,
      variance_value: { amount: '-6.0000', currency: 'EUR' },
    });
    const counted = (await room.movements(part)).filter(({ fields }) => fields.type === 'count');
    expect(counted.map(({ fields }) => [fields.qty_delta, fields.cause])).toEqual([
      [-3, { kind: count.kind, id: count.id }],
    ]);
    expect((await room.read(part)).fields).toHaveProperty('last_counted_at');
    expect((await room.read(same)).fields).toHaveProperty('last_counted_at');
    expect((await room.eventsOf(part, 'inventory.stock.low')).map(({ payload }) => payload['available'])).toEqual([
      6, 7,
    ]);
    expect((await room.eventsOf(count, 'inventory.count.applied'))[0]?.payload).toMatchObject({
      applied: 2,
      varianceQty: -3,
    });
    expect((await room.run('apply_count', count)).status).toBe(409);
  });

  it('flags items that changed since, and leaves them and uncounted items unchanged', async () => {
    const { part, items } = await room.stocked([5, 6, 7]);
    const count = await start({ parts: [part.id] });
    await record(count, [
      [items[0]!.id, 1],
      [items[1]!.id, 1],
    ]);
    await room.do('use_one', items[0]!);
    await room.do('add', items[0]!, { qty: 1 });
    expect(await apply(count)).toMatchObject({ applied: 1, flagged: [items[0]!.id], uncounted: 1 });
    expect((await room.items(part)).map(({ fields }) => fields.qty)).toEqual([5, 1, 7]);
    expect((await room.read(count)).fields.lines.map(({ outcome }) => outcome)).toEqual([
      'moved',
      'applied',
      undefined,
    ]);
  });

  it('sets lost stock that was counted to ok', async () => {
    const { part, items } = await room.stocked([5, 6]);
    for (const item of items) await room.do('set_status', item, { status: 'lost' });
    const count = await start({ parts: [part.id] });
    await record(count, [
      [0, 4],
      [1, 0],
    ]);
    expect(await apply(count)).toMatchObject({ applied: 2, variance_qty: 4 });
    expect((await room.items(part)).map(({ fields: { qty, status } }) => [qty, status])).toEqual([
      [4, 'ok'],
      [6, 'lost'],
    ]);
    expect(await room.levels(part)).toMatchObject({ onHand: 4 });
  });

  it('happens once under concurrent applications and uses', async () => {
    const { part, items } = await room.stocked([5]);
    const count = await start({ parts: [part.id] });
    await record(count, [[0, 3]]);
    const answers = await Promise.all([room.run('apply_count', count), room.run('apply_count', count)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const next = await start({ parts: [part.id] });
    await record(next, [[0, 3]]);
    const [{ result }] = await Promise.all([room.do<Applied>('apply_count', next), room.do('use_one', items[0]!)]);
    expect(await room.qtyOf(items[0]!)).toBe(2);
    expect(result.applied + result.flagged.length).toBe(1);
  });

  it('takes at most fifteen statements for a hundred items, as recording them and moving them does', async () => {
    const [part, place] = [await room.addPart(), await room.addLocation()];
    const { body } = await room.batch(
      'inventory:stock_item',
      Array.from({ length: 100 }, (_, n) => ({ op: 'create', fields: { part: part.id, qty: 5, lot: `L${n}` } })),
    );
    const ids = body.results.map(({ record: { id } }) => id);
    const statements = async (work: () => Promise<unknown>) => (await recordStatements(server.database, work)).length;
    const count = await start({ parts: [part.id] });
    const lines = ids.map((id, n) => [id, n % 2] as const);
    expect(await statements(() => record(count, lines))).toBeLessThanOrEqual(15);
    expect(await statements(() => apply(count))).toBeLessThanOrEqual(15);
    expect(await statements(() => room.do('move', part, { to_location: place.id }))).toBeLessThanOrEqual(15);
    expect((await room.levels(part)).onHand).toBe(50);
  });

  it('stores only the changed lines in the history', async () => {
    const { part } = await room.stocked([1, 2, 3]);
    const count = await start({ parts: [part.id] });
    await room.do('record_count', count, { line: 1, counted: 2 });
    const { rows } = await server.database.pool.query<{ before: object }>(
      'select before from record_change where record_id = $1 and version = 2',
      [count.id],
    );
    expect(Object.keys(rows[0]?.before ?? {})).toEqual(['lines/1']);
  });
});
