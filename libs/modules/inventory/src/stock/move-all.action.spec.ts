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

describe('moving all stock of a location', () => {
  it('moves all stock of every part, and writes the movements', async () => {
    const [here, there] = [await room.addLocation('Here'), await room.addLocation('There')];
    const [screws, nuts] = [await room.addPart(), await room.addPart()];
    const items = [
      await room.addItem(screws, { qty: 5, location: here.id }),
      await room.addItem(nuts, { qty: 2, location: here.id, status: 'damaged' }),
    ];
    const lost = await room.addItem(screws, { qty: 1, location: here.id, status: 'lost' });
    const move = { from_location: here.id, to_location: there.id };
    expect(await room.do('move_all', null, move)).toMatchObject({ result: { items: 2 } });
    const locations = [];
    for (const item of [...items, lost]) locations.push((await room.read(item)).fields.location);
    expect(locations).toEqual([there.id, there.id, here.id]);
    expect((await room.movements(nuts)).map(({ fields }) => fields.type)).toEqual(['add', 'move']);
    expect(await room.eventsOf(items[0]!, 'inventory.stock_item.moved')).toHaveLength(1);
    expect(await room.levels(screws)).toMatchObject({ onHand: 5 });
    expect(await room.do('move_all', null, move)).toMatchObject({ result: { items: 0 }, events: [] });
  });

  it('refuses the same location, and an unknown one', async () => {
    const here = await room.addLocation();
    const part = await room.addPart();
    await room.addItem(part, { location: here.id });
    for (const to of [here.id, part.id]) {
      const { status, body } = await room.run('move_all', null, { from_location: here.id, to_location: to });
      expect([status, body.error.details[0]?.path]).toEqual([422, '/input/to_location']);
    }
  });
});
