import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import { chainsOn, type ChainBench, type Chains, type ApiRecord } from './start-chains.js';

let server: ShippedServer;
let chains: Chains;
let bench: ChainBench;
let site: ApiRecord;
let hall: ApiRecord;
let shed: ApiRecord;
let bin: ApiRecord;
let spare: ApiRecord;
let bolt: ApiRecord;
beforeAll(async () => {
  server = await startShippedServer();
  chains = chainsOn(server);
});
afterAll(() => chains.close());
beforeEach(async () => {
  bench = await chains.bench();
  const place = (name: string, type: string, parent?: ApiRecord) =>
    bench.add('spaces:location', { name, type, ...(parent ? { parent: parent.id } : {}) });
  site = await place('Works', 'site');
  hall = await place('Hall', 'room', site);
  shed = await place('Shed', 'room', site);
  bin = await place('Bin', 'bin', hall);
  spare = await place('Spare', 'bin', shed);
  bolt = await bench.add('inventory:part', { name: 'Bolt' });
});

const EUR = (amount: string) => ({ amount, currency: 'EUR' });
const stock = (location: ApiRecord, fields: object = {}) =>
  bench.add('inventory:stock_item', {
    part: bolt.id,
    location: location.id,
    qty: 10,
    unit_cost: EUR('0.50'),
    ...fields,
  });

/** Direct count, total count, value, and whether it is empty. */
async function tallies(place: ApiRecord) {
  const { item_count_direct, item_count_total, value_total, empty } = await bench.readFields(place);
  return [item_count_direct, item_count_total, (value_total as { amount: string } | undefined)?.amount, empty];
}
const NONE = [0, 0, undefined, true];

/** Compares the rollups of every location with its stock. */
async function expectTrue() {
  const places = await bench.list('spaces:location', 'true');
  const items = await bench.list('inventory:stock_item', 'qty != 0.0 && has(location)');
  const isIn = (item: ApiRecord, place: ApiRecord, deep: boolean) => {
    let at = places.find(({ id }) => id === item.fields['location']);
    if (!deep) return at?.id === place.id;
    while (at && at.id !== place.id) at = places.find(({ id }) => id === at?.fields['parent']);
    return at !== undefined;
  };
  for (const place of places) {
    const inside = items.filter((item) => isIn(item, place, true));
    const costs = inside.map(
      ({ fields: { qty, unit_cost } }) => Number(qty) * Number((unit_cost as { amount: string }).amount),
    );
    const value = costs.reduce((sum, cost) => sum + cost, 0);
    expect([place.title, ...(await tallies(place))]).toEqual([
      place.title,
      items.filter((item) => isIn(item, place, false)).length,
      inside.length,
      inside.length === 0 ? undefined : value.toFixed(4),
      inside.length === 0,
    ]);
  }
}

describe('the contents of a location', () => {
  it('are counted in it and in all of its parents, with their value', async () => {
    expect(await tallies(bin)).toEqual(NONE);
    await stock(bin);
    await stock(hall, { qty: 2 });
    expect(await tallies(bin)).toEqual([1, 1, '5.0000', false]);
    expect(await tallies(hall)).toEqual([1, 2, '6.0000', false]);
    expect(await tallies(site)).toEqual([0, 2, '6.0000', false]);
    expect(await tallies(shed)).toEqual(NONE);
  });

  it('follow uses, counts, moves, splits, loans, deletions and restores', async () => {
    const item = await stock(bin);
    await bench.do('inventory:use', item, { qty: 4 });
    expect(await tallies(site)).toEqual([0, 1, '3.0000', false]);
    await bench.do('inventory:move', item, { to_location: spare.id, qty: 2 });
    await expectTrue();
    expect(await tallies(shed)).toEqual([0, 1, '1.0000', false]);
    const loan = await bench.run('inventory:lend', item, { holder: { name: 'Ada' } });
    if (loan.status === 200) {
      expect(await tallies(bin)).toEqual(NONE);
      await bench.do('inventory:return', item, { disposition: 'returned' });
    }
    await bench.do('inventory:use_up', item);
    expect(await tallies(bin)).toEqual(NONE);
    const other = await stock(bin);
    const path = `${bench.path}/modules/inventory/records/stock_item/${other.id}`;
    const owner = bench.client as unknown as { delete(path: string): Promise<{ status: number }> };
    expect((await owner.delete(path)).status).toBe(204);
    expect(await tallies(bin)).toEqual(NONE);
    expect((await bench.client.post(`${path}/restore`)).status).toBe(200);
    expect(await tallies(hall)).toEqual([0, 1, '5.0000', false]);
    await expectTrue();
  });

  it('move with their location, at any depth, even if one batch moves two', async () => {
    await stock(bin);
    await stock(hall, { qty: 2 });
    const patch = (place: ApiRecord, parent: ApiRecord | null) =>
      bench.client.patch(`${bench.path}/modules/spaces/records/location/${place.id}`, {
        fields: { parent: parent?.id ?? null },
      });
    await patch(hall, shed);
    expect(await tallies(shed)).toEqual([0, 2, '6.0000', false]);
    await expectTrue();
    await patch(bin, null);
    expect(await tallies(site)).toEqual([0, 1, '1.0000', false]);
    await expectTrue();
    const batch = await bench.client.post(`${bench.path}/modules/spaces/records/location/batch`, {
      operations: [
        { op: 'update', id: bin.id, fields: { parent: hall.id } },
        { op: 'update', id: hall.id, fields: { parent: site.id } },
      ],
    });
    expect(batch.status).toBe(200);
    await expectTrue();
    expect(await tallies(shed)).toEqual(NONE);
  });

  it('are correct after they are moved elsewhere, in the answer too', async () => {
    await stock(bin);
    const { body } = await bench.run('spaces:move_contents', bin, { to: spare.id });
    expect((body['record'] as ApiRecord).fields).toMatchObject({ item_count_direct: 0, empty: true });
    await expectTrue();
    await bench.do('spaces:archive', spare, { move_contents_to: bin.id });
    await expectTrue();
  });

  it('can be filtered and sorted by in lists', async () => {
    await stock(bin);
    const names = async (filter: string) =>
      (await bench.list('spaces:location', filter)).map(({ title }) => title).sort();
    expect(await names('item_count_direct > 0')).toEqual(['Bin']);
    expect(await names('empty')).toEqual(['Shed', 'Spare']);
    const { body } = await bench.client.get<{ data: ApiRecord[] }>(
      `${bench.path}/modules/spaces/records/location?sort=-value_total,name&limit=10`,
    );
    expect(
      body.data
        .slice(0, 3)
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Bin', 'Hall', 'Works']);
  });

  it('create no new version of the location, and do not conflict with edits of it', async () => {
    const path = `${bench.path}/modules/spaces/records/location/${site.id}`;
    const before = await bench.client.get<{ version: number }>(path);
    await stock(bin);
    const after = await bench.client.get<{ version: number }>(path);
    expect(after.body.version).toBe(before.body.version);
  });

  it('have no value with two currencies, and have one again when one of them is gone', async () => {
    await stock(bin);
    const dollars = await stock(bin, { unit_cost: { amount: '2', currency: 'USD' } });
    expect(await tallies(site)).toEqual([0, 2, undefined, false]);
    await bench.do('inventory:use_up', dollars);
    expect(await tallies(site)).toEqual([0, 1, '5.0000', false]);
  });

  it('lose no update when many change them at the same time', async () => {
    const parts = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => bench.add('inventory:part', { name: `Part ${n}` })));
    const places = [bin, hall, spare];
    const items = await Promise.all(parts.map((part, n) => stock(places[n % 3] as ApiRecord, { part: part.id })));
    const jobs = items.flatMap((item, n) => [
      bench.run('inventory:use', item, { qty: 1 }),
      bench.run('inventory:move', item, { to_location: (places[(n + 1) % 3] as ApiRecord).id }),
      bench.run('inventory:use', item, { qty: 2 }),
    ]);
    const answers = await Promise.all(jobs);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await expectTrue();
    const [moved, ...used] = await Promise.all([
      bench.client.patch(`${bench.path}/modules/spaces/records/location/${hall.id}`, { fields: { parent: shed.id } }),
      ...items.map((item) => bench.run('inventory:use', item, { qty: 1 })),
    ]);
    expect([moved, ...used].map(({ status }) => status)).toEqual([moved, ...used].map(() => 200));
    await expectTrue();
  });
});

describe('an archived location', () => {
  const ARCHIVED = { status: 422, body: { error: { details: [{ code: 'archived' }] } } };
  beforeEach(() => bench.do('spaces:archive', spare));

  it('refuses stock from every source', async () => {
    const item = await stock(bin);
    const records = `${bench.path}/modules/inventory/records/stock_item`;
    const fields = { part: bolt.id, qty: 1, location: spare.id };
    const refusals: readonly (readonly [Promise<unknown>, string])[] = [
      [bench.client.post(records, { fields }), '/fields/location'],
      [bench.client.patch(`${records}/${item.id}`, { fields: { location: spare.id } }), '/fields/location'],
      [
        bench.client.post(`${records}/batch`, { operations: [{ op: 'create', fields }] }),
        '/operations/0/fields/location',
      ],
      [bench.run('inventory:add', bolt, { qty: 1, location: spare.id }), '/input/location'],
      [bench.run('inventory:move', item, { to_location: spare.id }), '/input/to_location'],
      [bench.run('inventory:move', item, { to_location: spare.id, qty: 1 }), '/input/to_location'],
      [bench.run('inventory:move_all', null, { from_location: bin.id, to_location: spare.id }), '/input/to_location'],
    ];
    for (const [answer, path] of refusals) {
      expect(await answer).toMatchObject(ARCHIVED);
      expect(await answer).toMatchObject({ body: { error: { details: [{ path }] } } });
    }
    expect(await tallies(spare)).toEqual(NONE);
  });

  it('refuses a receipt too', async () => {
    const supplier = await bench.add('purchases:supplier', { name: 'Acme' });
    const order = await bench.add('purchases:order', { supplier: supplier.id, currency: 'EUR' });
    await bench.add('purchases:order_item', { order: order.id, part: bolt.id, qty: 5, unit_price: EUR('1') });
    await bench.do('purchases:place', order);
    const answer = await bench.run('purchases:mark_arrived', order, { location: spare.id });
    expect(answer).toMatchObject(ARCHIVED);
    expect(answer).toMatchObject({ body: { error: { details: [{ path: '/input/location' }] } } });
  });

  it('never contains stock that was added while it was archived', async () => {
    await bench.do('spaces:restore', spare);
    for (let turn = 0; turn < 5; turn += 1) {
      const item = await stock(bin);
      const [moved, archived] = await Promise.all([
        bench.run('inventory:move', item, { to_location: spare.id }),
        bench.run('spaces:archive', spare),
      ]);
      expect([moved.status, archived.status].filter((status) => status === 200)).toHaveLength(1);
      if (archived.status === 200) await bench.do('spaces:restore', spare);
      await bench.do('spaces:move_contents', spare, { to: hall.id });
    }
    await expectTrue();
  });
});

describe('a location that does not hold stock', () => {
  const REFUSED = { status: 422, body: { error: { details: [{ code: 'holds_no_stock' }] } } };
  const close = (place: ApiRecord) =>
    bench.client.patch(`${bench.path}/modules/spaces/records/location/${place.id}`, { fields: { holds_stock: false } });

  it('refuses stock, while the locations inside it accept it', async () => {
    expect((await close(hall)).status).toBe(200);
    const item = await stock(bin);
    for (const [action, record, input] of [
      ['inventory:add', bolt, { qty: 1, location: hall.id }],
      ['inventory:move', item, { to_location: hall.id }],
      ['inventory:move_all', null, { from_location: bin.id, to_location: hall.id }],
    ] as const)
      expect(await bench.run(action, record, input)).toMatchObject(REFUSED);
    const answer = await bench.run('spaces:move_contents', bin, { to: hall.id });
    expect(answer).toMatchObject({ ...REFUSED, body: { error: { details: [{ path: '/input/to' }] } } });
    await bench.do('inventory:add', bolt, { qty: 1, location: bin.id });
    await expectTrue();
  });

  it('cannot be one that contains stock, whichever of two concurrent requests is first', async () => {
    await stock(hall);
    expect(await close(hall)).toMatchObject({
      status: 409,
      body: { error: { code: 'spaces_location_not_empty', details: [{ path: '/fields/holds_stock' }] } },
    });
    for (let turn = 0; turn < 5; turn += 1) {
      const place = await bench.add('spaces:location', { name: `Shelf ${turn}` });
      const [closed, added] = await Promise.all([
        close(place),
        bench.run('inventory:add', bolt, { qty: 1, location: place.id }),
      ]);
      expect([closed.status, added.status].filter((status) => status === 200)).toHaveLength(1);
    }
  });

  it('allows stock that it contained before to be corrected and moved away', async () => {
    const item = await stock(hall);
    const { pool } = server.database;
    await pool.query(`update record_spaces_location set fields = fields || '{"holds_stock": false}' where id = $1`, [
      hall.id,
    ]);
    await bench.do('inventory:set', item, { qty: 12 });
    await bench.do('inventory:move', item, { to_location: bin.id });
    await expectTrue();
  });
});
