import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

describe('adding stock', () => {
  it('creates an item at the default location of the part, else of its category', async () => {
    const [own, common] = [await room.addLocation('Own'), await room.addLocation('Common')];
    const category = await room.add('inventory:category', { name: 'Screws', default_location: common.id });
    const placed = await room.addPart({ default_location: own.id, category: category.id });
    const loose = await room.addPart({ category: category.id });
    for (const part of [placed, loose]) await room.do('add', part, { qty: 5 });
    expect((await room.items(placed))[0]?.fields).toMatchObject({ qty: 5, location: own.id, status: 'ok' });
    expect((await room.items(loose))[0]?.fields).toMatchObject({ location: common.id });
  });

  it('adds to a matching item, and creates a new item otherwise', async () => {
    const part = await room.addPart();
    const [here, there] = [await room.addLocation(), await room.addLocation()];
    const cost = { amount: '2.5', currency: 'EUR' };
    const deliveries = [
      { qty: 1, location: here.id },
      { qty: 2, location: here.id },
      { qty: 1, location: there.id },
      { qty: 1, location: here.id, lot: 'L1' },
      { qty: 1, location: here.id, unit_cost: cost },
      { qty: 4, location: here.id, unit_cost: { ...cost, amount: '2.5000' } },
      { qty: 1, location: here.id, expires_on: '2030-01-01' },
    ];
    for (const delivery of deliveries) await room.do('add', part, delivery);
    const quantities = (await room.items(part)).map(({ fields }) => fields.qty);
    expect(quantities.toSorted()).toEqual([1, 1, 1, 3, 5]);
    expect(await room.levels(part)).toEqual({ onHand: 11, reserved: 0, available: 11 });
  });

  it('creates an item per serial number, and refuses a duplicate number', async () => {
    const part = await room.addPart();
    const { result, events } = await room.do('add', part, { qty: 2, serials: ['A1', 'A2'] });
    expect(result.movements).toHaveLength(2);
    expect(events.filter(({ name }) => name === 'inventory.stock_item.created')).toHaveLength(2);
    const taken = await room.run('add', part, { qty: 2, serials: ['A3', 'A1'] });
    expect([taken.status, taken.body.error.details.map(({ path }) => path)]).toEqual([
      409,
      ['/record', '/input/serials/1'],
    ]);
    const wrong = await room.run('add', part, { qty: 3, serials: ['A3'] });
    expect([wrong.status, wrong.body.error.details[0]?.path]).toEqual([422, '/input/qty']);
    expect(await room.levels(part)).toMatchObject({ onHand: 2 });
    const other = await room.addPart();
    expect((await room.run('add', other, { qty: 1, serials: ['A1'] })).status).toBe(200);
  });

  it('adds to the given item, if the fields of the input match the item', async () => {
    const { part, items } = await room.stocked([1]);
    await room.do('add', items[0]!, { qty: 0.5 });
    expect(await room.qtyOf(items[0]!)).toBe(1.5);
    const refused = await room.run('add', items[0]!, { qty: 1, lot: 'L9' });
    expect([refused.status, refused.body.error.details[0]?.path]).toEqual([422, '/input/lot']);
    expect(await room.levels(part)).toMatchObject({ onHand: 1.5 });
  });

  it('sets the expiry date of stock of a part with a shelf life', async () => {
    const part = await room.addPart({ shelf_life_days: 30 });
    await room.do('add', part, { qty: 1 });
    await room.do('add', part, { qty: 1 });
    const items = await room.items(part);
    expect(items).toHaveLength(1);
    const daysLeft = (Date.parse(items[0]?.fields.expires_on ?? '') - Date.parse(items[0]!.created_at)) / 86_400_000;
    expect(Math.round(daysLeft)).toBeGreaterThanOrEqual(29);
    expect(Math.round(daysLeft)).toBeLessThanOrEqual(30);
  });

  it('refuses an unknown location at its field, and quantities above the limit', async () => {
    const part = await room.addPart();
    const unknown = await room.run('add', part, { qty: 1, location: part.id });
    expect([unknown.status, unknown.body.error.details[0]?.path]).toEqual([422, '/input/location']);
    await room.do('add', part, { qty: 1e9 });
    for (const lot of [undefined, 'another']) {
      const tooMuch = await room.run('add', part, { qty: 1, ...(lot ? { lot } : {}) });
      expect([tooMuch.status, tooMuch.body.error.details[0]?.path]).toEqual([422, '/input/qty']);
    }
    const dear = await room.run('add', await room.addPart(), {
      qty: 1e9,
      unit_cost: { amount: '9'.repeat(15), currency: 'EUR' },
    });
    expect(dear.status).toBe(422);
  });
});

describe('the value of a part', () => {
  it('is the exact cost of its stock on hand', async () => {
    const part = await room.addPart();
    await room.do('add', part, { qty: 3, unit_cost: { amount: '0.1', currency: 'EUR' } });
    await room.do('add', part, { qty: 1, unit_cost: { amount: '0.5', currency: 'EUR' } });
    const worth = async () => (await room.read(part)).fields;
    expect(await worth()).toMatchObject({
      stock_value: { amount: '0.8000', currency: 'EUR' },
      avg_cost: { amount: '0.2000', currency: 'EUR' },
    });
    await room.do('use', part, { qty: 3.5 });
    expect(await worth()).toMatchObject({ stock_value: { amount: '0.2500', currency: 'EUR' } });
    await room.do('use_up', part);
    expect(Object.keys(await worth())).not.toContain('stock_value');
  });

  it('is what was paid for a pack, and of its pieces the share', async () => {
    const part = await room.addPart({ packs: [{ unit: 'box', qty: 3 }] });
    const eur = (amount: string) => ({ amount, currency: 'EUR' });
    await room.do('add', part, { qty: 2, unit: 'box', unit_cost: eur('10.00') });
    const worth = async () => (await room.read(part)).fields.stock_value;
    expect(await worth()).toEqual(eur('20.0000'));
    const [item] = await room.items(part);
    expect(item?.fields.unit_cost).toEqual(eur('3.333333'));
    await room.do('use', part, { qty: 1 });
    expect(await worth()).toEqual(eur('16.666667'));
    await room.do('split', item!, { qty: 2 });
    await room.do('use', part, { qty: 2 });
    expect(await worth()).toEqual(eur('10.0000'));
    const [kept, made] = await room.items(part);
    await room.do('merge', made!, { items: [kept!.id] });
    expect(await worth()).toEqual(eur('10.0000'));
    await room.do('add', part, { qty: 3, unit_cost: { ...eur('3.333333'), paid: { amount: '10', qty: '3' } } });
    expect([(await room.items(part)).length, await worth()]).toEqual([1, eur('20.0000')]);
    // `paid` that is not divided into the cost of one is left out.
    await room.do('add', part, { qty: 3, unit_cost: { ...eur('2'), paid: { amount: '10', qty: '3' } } });
    expect(await worth()).toEqual(eur('26.0000'));
  });

  it('follows a cost that is changed by hand', async () => {
    const part = await room.addPart({ unit: 'kg' });
    await room.do('add', part, { qty: 3, unit: 'g', unit_cost: { amount: '10.00', currency: 'EUR' } });
    const [item] = await room.items(part);
    expect((await room.read(part)).fields.stock_value).toEqual({ amount: '30.0000', currency: 'EUR' });
    await room.change(item!, { unit_cost: { amount: '7', currency: 'EUR' } });
    expect((await room.read(part)).fields.stock_value).toEqual({ amount: '0.0210', currency: 'EUR' });
    await room.change(item!, { unit_cost: null });
    expect((await room.read(part)).fields.stock_value).toBeUndefined();
    const empty = await room.addPart({ unit: 'kg' });
    const bin = await room.addItem(empty, { qty: 0, unit_cost: { amount: '4', currency: 'EUR' } });
    await room.change(empty, { unit: 'lb' });
    await room.do('add', bin, { qty: 2 });
    expect((await room.read(empty)).fields.stock_value).toEqual({ amount: '8.0000', currency: 'EUR' });
  });

  it('has no total over several currencies', async () => {
    const part = await room.addPart();
    for (const currency of ['EUR', 'USD']) await room.do('add', part, { qty: 1, unit_cost: { amount: '1', currency } });
    const { fields } = await room.read(part);
    expect(fields.stock_value).toBeUndefined();
    expect(fields.worth).toEqual([
      { currency: 'EUR', qty: '1', value: '1' },
      { currency: 'USD', qty: '1', value: '1' },
    ]);
  });
});

describe('a receipt', () => {
  it('records its source and its status', async () => {
    const part = await room.addPart();
    const source = { kind: part.kind, id: part.id };
    await room.do('add', part, { qty: 2, status: 'quarantined', source, type: 'receive' });
    await room.do('add', part, { qty: 1, status: 'quarantined' });
    const [item, ...others] = await room.items(part);
    expect(item?.fields).toMatchObject({ qty: 3, status: 'quarantined', source });
    expect(others).toEqual([]);
    expect((await room.movements(part))[0]?.fields).toMatchObject({ type: 'receive', cause: source });
    expect(await room.levels(part)).toMatchObject({ onHand: 3, available: 0 });
  });
});

describe('inventory:adjust', () => {
  it('adds stock, or removes it as a use', async () => {
    const { part } = await room.stocked([10]);
    expect((await room.do('adjust', part, { delta: 2.5 })).result).toMatchObject({ qty_delta: 2.5, on_hand: 12.5 });
    expect((await room.do('adjust', part, { delta: -12.5 })).result).toMatchObject({ qty_delta: -12.5, on_hand: 0 });
    const short = await room.run('adjust', part, { delta: -1 });
    expect([short.status, short.body.error.code, short.body.error.details[0]?.path]).toEqual([
      409,
      'insufficient_stock',
      '/input/delta',
    ]);
    const nothing = await room.run('adjust', part, { delta: 0 });
    expect([nothing.status, nothing.body.error.details[0]?.path]).toEqual([422, '/input/delta']);
  });
});

describe('a cause key', () => {
  it('makes a repeated posting return the first result with `duplicate`', async () => {
    const { part } = await room.stocked([4, 6]);
    const input = { delta: -5, cause_key: 'print:1:0:1' };
    const first = await room.do('adjust', part, input);
    const again = await room.do('adjust', part, input);
    expect(again.result).toEqual({ ...first.result, duplicate: true });
    expect(again.result.movements).toHaveLength(2);
    expect(again.events).toEqual([]);
    expect(await room.levels(part)).toMatchObject({ onHand: 5 });
  });

  it('is posted once by twenty concurrent requests', async () => {
    const { part } = await room.stocked([10]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => room.run('adjust', part, { delta: -3, cause_key: 'print:2:0:1' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.result.duplicate !== true)).toHaveLength(1);
    expect(await room.levels(part)).toMatchObject({ onHand: 7 });
  });

  it('belongs to one part and is refused for another', async () => {
    const [one, other] = [(await room.stocked([5])).part, (await room.stocked([5])).part];
    await room.do('use', one, { qty: 1, cause_key: 'print:3:0:1' });
    const { status, body } = await room.run('use', other, { qty: 1, cause_key: 'print:3:0:1' });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([409, 'already_exists', '/input/cause_key']);
    const raced = await Promise.all(
      [one, other].map((part) => room.run('use', part, { qty: 1, cause_key: 'print:4:0:1' })),
    );
    expect(raced.map(({ status: answer }) => answer).toSorted()).toEqual([200, 409]);
  });

  it('is unique per workspace', async () => {
    const workspace = await server.workspace();
    const elsewhere = new Stockroom(server.as(workspace.owner), workspace.path);
    for (const place of [room, elsewhere]) {
      const { part } = await place.stocked([5]);
      const { result } = await place.do('use', part, { qty: 1, cause_key: 'print:5:0:1' });
      expect(result.duplicate).toBeUndefined();
    }
  });
});
