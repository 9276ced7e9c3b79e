import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, upgradeAgain } from '@cubit/testing';
import { Site } from '../fixtures/site.js';
import { spaces } from '../spaces.module.js';

let server: TestServer;
let site: Site;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces] });
  const workspace = await server.workspace();
  site = new Site(server.as(await workspace.member()), workspace.path);
});
afterAll(() => server.close());

describe('locations of an earlier version', () => {
  it('get the locations above them', async () => {
    const hall = await site.addLocation('Hall');
    const rack = await site.addLocation('Rack', hall);
    const bin = await site.addLocation('Bin', rack);
    await server.database.pool.query(`update record_spaces_location set fields = fields - 'above'`);
    await upgradeAgain(server, { modules: [spaces] });
    const above = async (location: typeof bin) => (await site.read(location)).fields.above;
    expect([await above(hall), await above(rack), await above(bin)]).toEqual([[], [hall.id], [hall.id, rack.id]]);
  });
});
