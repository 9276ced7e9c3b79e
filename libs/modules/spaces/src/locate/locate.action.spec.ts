import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { inventory } from '../fixtures/inventory.module.js';
import { Site } from '../fixtures/site.js';
import { spaces } from '../spaces.module.js';

let server: TestServer;
let site: Site;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  site = new Site(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

type Placed = Awaited<ReturnType<Site['addLocation']>>;
interface Located {
  readonly places: readonly {
    readonly location: string;
    readonly path: string;
    readonly qty: number;
    readonly drawn?: object;
  }[];
}
const addPart = (fields = {}) => site.add<Placed>('inventory:part', { name: 'Screw', ...fields });
const stock = (part: Placed, fields = {}) =>
  site.add<Placed>('inventory:stock_item', { part: part.id, qty: 5, ...fields });

describe('locating a record', () => {
  it('returns the path of a stock item, and its position on the plan or that of its nearest drawn location', async () => {
    const container = { name: 'Rack A', x_mm: 100, y_mm: 200, w_mm: 900, d_mm: 400 };
    const rooms = [{ name: 'Workshop', w_mm: 6000, d_mm: 4000, containers: [container] }];
    const { plan } = await site.resultOf<{ plan: string }>('import_plan', null, {
      document: { format: 'service-floorplan/1', rooms },
    });
    const [rack] = await site.list<Placed>('spaces:location', 'name == "Rack A"');
    const bin = await site.addLocation('Bin 7', rack);
    const part = await addPart();
    const item = await stock(part, { location: bin.id });
    const { places } = await site.resultOf<Located>('locate', item);
    expect(places).toEqual([
      {
        location: bin.id,
        path: bin.fields.path,
        qty: 5,
        drawn: {
          plan,
          pointer: '/rooms/0/containers/0',
          location: rack!.id,
          geometry: expect.objectContaining({ x_mm: 100, y_mm: 200 }) as object,
        },
      },
    ]);
    const [located] = await site.eventsOf(bin, 'spaces.location.located');
    expect(located?.payload).toMatchObject({
      locationId: bin.id,
      partId: part.id,
      stockItemId: item.id,
      name: 'Bin 7',
    });
  });

  it('returns all locations of a part, the largest quantity first, or its default location if there is no stock', async () => {
    const [here, there] = [await site.addLocation('Here'), await site.addLocation('There')];
    const part = await addPart({ default_location: here.id });
    expect(await site.resultOf('locate', part)).toEqual({ places: [{ location: here.id, path: 'Here', qty: 0 }] });
    for (const where of [here, there, there]) await stock(part, { location: where.id });
    await stock(part, { location: here.id, status: 'lost' });
    await stock(part);
    expect(await site.resultOf('locate', part)).toEqual({
      places: [
        { location: there.id, path: 'There', qty: 10 },
        { location: here.id, path: 'Here', qty: 5 },
      ],
    });
  });

  it('is refused if the record has no location', async () => {
    const part = await addPart();
    for (const target of [part, await stock(part)]) {
      const { status, body } = await site.run('locate', target);
      expect([status, body.error.details[0]?.code]).toEqual([409, 'no_location']);
    }
  });
});
