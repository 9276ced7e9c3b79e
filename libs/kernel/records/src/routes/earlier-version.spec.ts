import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestServer, shop, type TestServer, type TestWorkspace } from '@cubit/testing';

let server: TestServer;
let workspace: TestWorkspace;
let items: string;
let id: string;
let code: string;

beforeAll(async () => {
  server = await createTestServer({ modules: [shop] });
  workspace = await server.workspace();
  items = `${workspace.path}/modules/shop/records/item`;
});
afterAll(() => server.close());

const owner = () => server.as(workspace.owner);
const restore = (version: number, headers: Record<string, string> = {}) =>
  owner().post(`${items}/${id}/restore?version=${version}`, undefined, { headers });

beforeEach(async () => {
  code = crypto.randomUUID();
  const made = await owner().post<{ id: string }>(items, { fields: { name: 'First', code, qty: 1 }, tags: ['x'] });
  expect(made.status).toBe(201);
  ({ id } = made.body);
  await owner().patch(`${items}/${id}`, { fields: { name: 'Second', code: null } });
  await owner().patch(`${items}/${id}`, { fields: { seen_at: '2026-01-02T03:04:05Z' }, tags: ['y', 'z'] });
});

describe('restoring a record to an earlier version', () => {
  it('restores its fields and tags, as a new change', async () => {
    const before = await owner().get<{ version: number }>(`${items}/${id}`);
    const restored = await restore(1);
    expect(restored).toMatchObject({
      status: 200,
      body: { fields: { name: 'First', code, qty: 1 }, tags: ['x'], version: before.body.version + 1 },
    });
    expect((restored.body['fields'] as object) ?? {}).not.toHaveProperty('seen_at');
    const back = await restore(before.body.version);
    expect(back.body).toMatchObject({
      fields: { name: 'Second', seen_at: '2026-01-02T03:04:05.000Z' },
      tags: ['y', 'z'],
    });
  });

  it('restores it from the trash', async () => {
    await owner().delete(`${items}/${id}`);
    expect(await restore(1)).toMatchObject({ status: 200, body: { deleted_at: null, fields: { name: 'First' } } });
  });

  it('refuses an unknown version, a deleted one, and an outdated If-Match', async () => {
    expect((await restore(99)).status).toBe(404);
    expect((await restore(1, { 'if-match': '"1"' })).status).toBe(412);
    await server.database.pool.query('delete from record_change where record_id = $1 and version = 2', [id]);
    expect(await restore(1)).toMatchObject({ status: 404, body: { error: { message: 'The version 1 is not kept.' } } });
    expect((await restore(2)).status).toBe(200);
    expect((await server.as(await workspace.viewer()).post(`${items}/${id}/restore?version=2`)).status).toBe(403);
  });
});
