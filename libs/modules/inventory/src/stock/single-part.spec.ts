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

/** A bin for a single part with 10 of it, and another part with 10 elsewhere. */
async function bin() {
  const box = await room.addLocation('Bin', { single_part: true });
  const shelf = await room.addLocation('Shelf');
  const [screw, nut] = [await room.addPart({ name: 'Screw' }), await room.addPart({ name: 'Nut' })];
  const kept = await room.addItem(screw, { location: box.id });
  const item = await room.addItem(nut, { location: shelf.id });
  return { box, shelf, screw, nut, kept, item };
}

const refusedAt = (path: string) => ({
  status: 422,
  body: {
    error: {
      details: [{ path, code: 'single_part', message: "'Bin' is for a single part and has stock of 'Screw'." }],
    },
  },
});

describe('a location for a single part', () => {
  it('refuses stock of another part from every action and direct write, at the path of the location', async () => {
    const { box, shelf, nut, item } = await bin();

    expect(await room.run('add', nut, { qty: 1, location: box.id })).toMatchObject(refusedAt('/input/location'));
    for (const target of [nut, item])
      expect(await room.run('move', target, { to_location: box.id })).toMatchObject(refusedAt('/input/to_location'));
    expect(await room.change(item, { location: box.id })).toMatchObject(refusedAt('/fields/location'));
    expect(await room.create('stock_item', { part: nut.id, qty: 1, location: box.id })).toMatchObject(
      refusedAt('/fields/location'),
    );
    expect(await room.run('move_all', null, { from_location: shelf.id, to_location: box.id })).toMatchObject(
      refusedAt('/input/to_location'),
    );
    expect((await room.read(item)).fields.location).toBe(shelf.id);
  });

  it('takes more stock of its part, and another part once it is empty', async () => {
    const { box, screw, nut, kept } = await bin();

    expect((await room.run('add', screw, { qty: 5, location: box.id, lot: 'L-2' })).status).toBe(200);
    const shelf = await room.addLocation('Elsewhere');
    for (const stock of await room.items(screw)) await room.do('move', stock, { to_location: shelf.id });
    expect((await room.run('move', nut, { to_location: box.id })).status).toBe(200);
    expect(await room.run('move', kept, { to_location: box.id })).toMatchObject({
      status: 422,
      body: { error: { details: [{ code: 'single_part' }] } },
    });
  });

  it('refuses a returned loan once another part is there', async () => {
    const { box, nut, kept } = await bin();
    await room.do('lend', kept, { holder: 'Kim' });
    await room.do('add', nut, { qty: 1, location: box.id });

    expect(await room.run('return', kept)).toMatchObject({
      status: 422,
      body: { error: { details: [{ code: 'single_part' }] } },
    });
  });

  it('holds one part after two came at the same time', async () => {
    const box = await room.addLocation('Race', { single_part: true });
    const parts = [await room.addPart(), await room.addPart()];

    const answers = await Promise.all(parts.map((part) => room.run('add', part, { qty: 1, location: box.id })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
