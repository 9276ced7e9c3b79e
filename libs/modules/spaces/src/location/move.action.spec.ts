import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
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

describe('moving a location', () => {
  it('moves all that it contains, to a position among its new siblings', async () => {
    const [hall, shed] = [await site.add('Hall'), await site.add('Shed')];
    const rack = await site.add('Rack', hall);
    const bin = await site.add('Bin', rack);
    await site.do('move', rack, { parent: shed.id, rank: 3 });
    expect((await site.read(rack)).fields).toMatchObject({ parent: shed.id, rank: 3, path: 'Shed / Rack' });
    expect((await site.read(bin)).fields.path).toBe('Shed / Rack / Bin');
    expect(await site.eventsOf(rack, 'spaces.location.moved')).toHaveLength(1);
  });

  it('is refused below itself, into an archived location, and into an unknown one', async () => {
    const hall = await site.add('Hall');
    const rack = await site.add('Rack', hall);
    const old = await site.add('Old');
    await site.do('archive', old);
    const refusals = [
      [rack.id, 'cycle'],
      [old.id, 'archived'],
      ['0192f0c1-2d3e-7000-8000-000000000002', 'unknown_reference'],
    ] as const;
    for (const [parent, code] of refusals)
      expect(await site.run('move', hall, { parent })).toMatchObject({
        status: 422,
        body: { error: { details: [{ path: '/input/parent', code }] } },
      });
  });

  it('never closes a cycle, even if two locations are moved into each other at the same time', async () => {
    const [a, b] = [await site.add('A'), await site.add('B')];
    const answers = await Promise.all([site.run('move', a, { parent: b.id }), site.run('move', b, { parent: a.id })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});
