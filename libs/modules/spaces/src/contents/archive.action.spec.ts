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

type Placed = Awaited<ReturnType<Site['add']>>;
const stock = (where: Placed, fields = {}) =>
  site.create<Placed>('inventory:stock_item', { location: where.id, qty: 5, ...fields });
const locationOf = async (item: Placed) => (await site.read(item)).fields as { readonly location?: string };

describe('moving the contents of a location', () => {
  it('moves all stock to the other location, and emits one event', async () => {
    const [from, to] = [await site.add('From'), await site.add('To')];
    const items = [await stock(from), await stock(from)];
    expect(await site.do('move_contents', from, { to: to.id })).toEqual({ items: 2 });
    for (const item of items) expect(await locationOf(item)).toMatchObject({ location: to.id });
    expect(await site.do('move_contents', from, { to: to.id })).toEqual({ items: 0 });
    const told = await site.eventsOf(from, 'spaces.location.emptied');
    expect(told.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ locationId: from.id, toLocationId: to.id, items: 2, path: 'From' }),
    ]);
  });

  it('refuses the location itself, an archived one and an unknown one', async () => {
    const [from, old] = [await site.add('From'), await site.add('Old')];
    const item = await stock(from);
    await site.do('archive', old);
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
    const [rack, bin] = [await site.add('Rack'), await site.add('Bin')];
    await site.do('archive', rack);
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
    await site.do('restore', rack);
    expect((await site.read(rack)).fields.archived_at).toBeUndefined();
    expect((await site.change(bin, { parent: rack.id })).status).toBe(200);
    for (const name of ['archived', 'restored'])
      expect(await site.eventsOf(rack, `spaces.location.${name}`)).toHaveLength(1);
  });

  it('is refused while it contains stock, unless the stock is moved', async () => {
    const [bin, other] = [await site.add('Bin'), await site.add('Other')];
    await stock(bin, { qty: 0 });
    const item = await stock(bin);
    const { status, body } = await site.run('archive', bin);
    expect([status, body.error.code, body.error.details[0]?.code]).toEqual([
      409,
      'spaces_location_not_empty',
      'holds_stock',
    ]);
    await site.do('archive', bin, { move_contents_to: other.id });
    expect(await locationOf(item)).toMatchObject({ location: other.id });
    expect(await site.eventsOf(bin, 'spaces.location.emptied')).toHaveLength(1);
  });

  it('is refused while it contains locations in use, which are archived first and restored last', async () => {
    const rack = await site.add('Rack');
    const shelf = await site.add('Shelf', rack);
    const { status, body } = await site.run('archive', rack);
    expect([status, body.error.code, body.error.details[0]?.code]).toEqual([
      409,
      'spaces_location_not_empty',
      'holds_locations',
    ]);
    await site.do('archive', shelf);
    await site.do('archive', rack);
    expect((await site.run('restore', shelf)).status).toBe(409);
    await site.do('restore', rack);
    await site.do('restore', shelf);
    expect((await site.run('restore', shelf)).status).toBe(409);
  });

  it('needs no module with stock', async () => {
    const [bin, other] = [await bare.add('Bin'), await bare.add('Other')];
    expect(await bare.do('move_contents', bin, { to: other.id })).toEqual({ items: 0 });
    expect(await bare.do('archive', bin)).toBeNull();
  });
});
