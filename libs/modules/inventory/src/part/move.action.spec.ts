import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

const NOWHERE = '0192f0c1-2d3e-7000-8000-00000000dead';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

describe('moving a part without stock', () => {
  it('changes nothing', async () => {
    const part = await room.addPart();
    const shelf = await room.addLocation();

    expect((await room.do('move', part, { to_location: shelf.id })).result).toMatchObject({ movements: [] });
  });

  it('validates its input as for a part with stock', async () => {
    const part = await room.addPart();
    const old = await room.addLocation('Old', { archived_at: '2026-01-02T03:04:05.000Z' });
    for (const [to_location, code] of [
      [NOWHERE, 'unknown_reference'],
      [part.id, 'unknown_reference'],
      [old.id, 'archived'],
    ]) {
      const { status, body } = await room.run('move', part, { to_location });
      expect([status, body.error.details]).toEqual([
        422,
        [expect.objectContaining({ path: '/input/to_location', code })],
      ]);
    }
  });
});
