import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { inventory } from '../fixtures/inventory.module.js';
import { Site } from '../fixtures/site.js';
import { spaces } from '../spaces.module.js';

let server: TestServer;
let site: Site;
/** A workspace without the module inventory. */
let bare: Site;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  site = new Site(server.as(await workspace.member()), workspace.path);
  const other = await server.workspace({ modules: ['spaces'] });
  bare = new Site(server.as(await other.member()), other.path);
});
afterAll(() => server.close());

type Placed = Awaited<ReturnType<Site['addLocation']>>;
const stock = (where: Placed, fields = {}) =>
  site.add<Placed>('inventory:stock_item', { location: where.id, qty: 5, ...fields });
const locationOf = async (item: Placed) => (await site.read(item)).fields as { readonly location?: string };

describe('moving the contents of a location', () => {
  it('moves all stock to the other location, and emits one event', async () => {
    const [from, to] = [await site.addLocation('From'), await site.addLocation('To')];
    const items = [await stock(from), await stock(from)];
    expect(await site.resultOf('move_contents', from, { to: to.id })).toEqual({ items: 2 });
    for (const item of items) expect(await locationOf(item)).toMatchObject({ location: to.id });
    expect(await site.resultOf('move_contents', from, { to: to.id })).toEqual({ items: 0 });
    const emptied = await site.eventsOf(from, 'spaces.location.emptied');
    expect(emptied.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ locationId: from.id, toLocationId: to.id, items: 2, path: 'From' }),
    ]);
  });

  it('refuses the location itself, an archived one and an unknown one', async () => {
    const [from, old] = [await site.addLocation('From'), await site.addLocation('Old')];
    const item = await stock(from);
    await site.resultOf('archive', old);
    for (const [to, code] of [
      [from.id, 'same_location'],
      [old.id, 'archived'],
      [item.id, 'unknown_reference'],
    ]) {
      const { status, body } = await site.run('move_contents', from, { to });
      expect([status, body.error.details]).toEqual([422, [expect.objectContaining({ path: '/input/to', code })]]);
    }
  });
});

describe('archiving a location', () => {
  it('takes it out of use: nothing can be created in it until it is restored', async () => {
    const [rack, bin] = [await site.addLocation('Rack'), await site.addLocation('Bin')];
    await site.resultOf('archive', rack);
    expect((await site.read(rack)).fields.archived_at).toEqual(expect.any(String));
    const refused = [
      await site.change(bin, { parent: rack.id }),
      await site.run('generate', rack, { pattern: 'B{1-2}' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.details[0]?.code])).toEqual([
      [422, 'archived'],
      [422, 'archived'],
    ]);
    expect((await site.run('archive', rack)).status).toBe(409);
    await site.resultOf('restore', rack);
    expect((await site.read(rack)).fields.archived_at).toBeUndefined();
    expect((await site.change(bin, { parent: rack.id })).status).toBe(200);
    for (const name of ['archived', 'restored'])
      expect(await site.eventsOf(rack, `spaces.location.${name}`)).toHaveLength(1);
  });

  it('is refused while it contains stock, unless the stock is moved', async () => {
    const [bin, other] = [await site.addLocation('Bin'), await site.addLocation('Other')];
    await stock(bin, { qty: 0 });
    const item = await stock(bin);
    const { status, body } = await site.run('archive', bin);
    expect([status, body.error.code, body.error.details[0]?.code]).toEqual([
      409,
      'spaces_location_not_empty',
      'holds_stock',
    ]);
    await site.resultOf('archive', bin, { move_contents_to: other.id });
    expect(await locationOf(item)).toMatchObject({ location: other.id });
    expect(await site.eventsOf(bin, 'spaces.location.emptied')).toHaveLength(1);
  });

  it('is refused while it contains locations in use, which are archived first and restored last', async () => {
    const rack = await site.addLocation('Rack');
    const shelf = await site.addLocation('Shelf', rack);
    const { status, body } = await site.run('archive', rack);
    expect([status, body.error.code, body.error.details[0]?.code]).toEqual([
      409,
      'spaces_location_not_empty',
      'holds_locations',
    ]);
    await site.resultOf('archive', shelf);
    await site.resultOf('archive', rack);
    expect((await site.run('restore', shelf)).status).toBe(409);
    await site.resultOf('restore', rack);
    await site.resultOf('restore', shelf);
    expect((await site.run('restore', shelf)).status).toBe(409);
  });

  it('needs no module with stock', async () => {
    const [bin, other] = [await bare.addLocation('Bin'), await bare.addLocation('Other')];
    expect(await bare.resultOf('move_contents', bin, { to: other.id })).toEqual({ items: 0 });
    expect(await bare.resultOf('archive', bin)).toBeNull();
  });
});
