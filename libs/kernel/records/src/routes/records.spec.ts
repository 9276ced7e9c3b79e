import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createTestServer, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

let server: TestServer;
let workspace: TestWorkspace;
let viewer: TestClient;
let member: TestClient;
let admin: TestClient;
beforeAll(async () => {
  server = await createTestServer({ modules: [shop] });
  workspace = await server.workspace();
  viewer = server.as(await workspace.viewer());
  member = server.as(await workspace.member());
  admin = server.as(await workspace.admin());
});
afterAll(() => server.close());

const items = () => `/api/v1/orgs/${workspace.slug}/modules/shop/records/item`;

async function addItem(fields: object, tags: readonly string[] = []): Promise<Item> {
  const { status, body, text } = await member.post<Item>(items(), { fields, tags });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('a record', () => {
  it('is created with its defaults and read back unchanged', async () => {
    const { status, body, headers } = await member.post<Item>(items(), { fields: { name: 'Bolt', qty: 2.5 } });
    expect(status).toBe(201);
    expect(body.fields).toEqual({ name: 'Bolt', qty: 2.5, state: 'new', taken: 0 });
    expect(headers['etag']).toBe('"1"');
    const read = await viewer.get(String(headers['location']));
    expect(read.status).toBe(200);
    expect(read.body).toEqual(body);
  });

  it('stores a time with any offset as UTC with milliseconds', async () => {
    const item = await addItem({ name: 'Clock', seen_at: '2026-03-01T12:00:00+02:00' });
    expect(item.fields['seen_at']).toBe('2026-03-01T10:00:00.000Z');
  });

  it('can be changed while it has a value that only an earlier version of its kind allowed', async () => {
    const { id } = await addItem({ name: 'Old', price: { amount: '1', currency: 'EUR' } });
    await sql`update record_shop_item set fields = jsonb_set(fields, '{price,currency}', '"XXQ"') where id = ${id}`.execute(
      server.database.db,
    );

    const { status, body } = await member.patch<Item>(`${items()}/${id}`, { fields: { name: 'New' } });
    expect([status, body.fields['name']]).toEqual([200, 'New']);
    const refused = await member.patch(`${items()}/${id}`, { fields: { price: { amount: '2' } } });
    expect(refused.status).toBe(422);
  });

  it('reports every fault of its fields at once', async () => {
    const { status, body } = await member.post<{ error: { details: { path: string; code: string }[] } }>(items(), {
      fields: { qty: -1, colour: 'red', taken: 3, price: { amount: 'x', currency: 'EUR' } },
    });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }) => path).sort()).toEqual([
      '/fields/colour',
      '/fields/name',
      '/fields/price/amount',
      '/fields/qty',
      '/fields/taken',
    ]);
  });

  it('refuses computed fields, and fixed fields after creation, with the reason', async () => {
    const item = await addItem({ name: 'Fixed', origin: 'Here' });
    const { status, body } = await member.patch<{ error: { details: object[] } }>(`${items()}/${item.id}`, {
      fields: { taken: 1, origin: 'There', colour: 'red' },
    });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([
      expect.objectContaining({ path: '/fields/taken', code: 'read_only' }),
      expect.objectContaining({ path: '/fields/origin', code: 'read_only' }),
      expect.objectContaining({ path: '/fields/colour', code: 'unknown' }),
    ]);
  });

  it('is changed by a merge patch: null removes, absent members are unchanged, objects merge', async () => {
    const item = await addItem({ name: 'Lamp', code: 'L1', details: { color: 'red', size: 3 } });
    const { status, body } = await member.patch<Item>(`${items()}/${item.id}`, {
      fields: { code: null, details: { size: 4 } },
    });
    expect(status).toBe(200);
    expect(body.fields).toMatchObject({ name: 'Lamp', details: { color: 'red', size: 4 } });
    expect(body.fields).not.toHaveProperty('code');
    expect(body.version).toBe(2);
  });

  it('validates the result of a merge patch as a whole', async () => {
    const item = await addItem({ name: 'Priced' });
    const { status, body } = await member.patch<{ error: { details: object[] } }>(`${items()}/${item.id}`, {
      fields: { price: { amount: '2.00' } },
    });
    expect(status).toBe(422);
    expect(body.error.details).toEqual([expect.objectContaining({ path: '/fields/price/currency', code: 'required' })]);
  });

  it('gets no new version if nothing changes', async () => {
    const item = await addItem({ name: 'Still' });
    const { body } = await member.patch<Item>(`${items()}/${item.id}`, { fields: { name: 'Still' } });
    expect(body.version).toBe(1);
  });

  it('refuses a change with an outdated version', async () => {
    const item = await addItem({ name: 'Versioned' });
    const path = `${items()}/${item.id}`;
    await member.patch(path, { fields: { name: 'Second' } }, { headers: { 'if-match': '"1"' } });
    const { status, body } = await member.patch(
      path,
      { fields: { name: 'Third' } },
      { headers: { 'if-match': '"1"' } },
    );
    expect(status).toBe(412);
    expect(body).toMatchObject({ error: { code: 'version_conflict' } });
    expect((await member.get(path, { headers: { 'if-none-match': '"2"' } })).status).toBe(304);
  });

  it('is moved to the trash and restored', async () => {
    const item = await addItem({ name: 'Trashed' });
    const path = `${items()}/${item.id}`;
    expect((await member.delete(path)).status).toBe(204);
    expect((await member.get(path)).status).toBe(404);
    expect((await member.patch(path, { fields: { name: 'x' } })).status).toBe(404);
    expect((await member.get<Item>(`${path}?deleted=true`)).body.title).toBe('Trashed');
    expect((await member.post(`${path}/restore`)).status).toBe(200);
    expect((await member.get<Item>(path)).body.version).toBe(3);
  });

  it('is deleted permanently only by an admin', async () => {
    const item = await addItem({ name: 'Doomed' });
    const path = `${items()}/${item.id}?permanent=true`;
    expect((await member.delete(path)).status).toBe(403);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.get(`${items()}/${item.id}?deleted=true`)).status).toBe(404);
  });

  it('shows its changes, newest first', async () => {
    const item = await addItem({ name: 'Old name' });
    await member.patch(`${items()}/${item.id}`, { fields: { name: 'New name' } });
    const { body } = await viewer.get<{ data: { version: number; changes: object[] }[] }>(
      `${items()}/${item.id}/history`,
    );
    expect(body.data.map(({ version }) => version)).toEqual([2, 1]);
    expect(body.data[0]?.changes).toEqual([{ path: '/fields/name', from: 'Old name', to: 'New name' }]);
  });

  it('filters its changes by user, path and time', async () => {
    const item = await addItem({ name: 'Old name', qty: 1 });
    await member.patch(`${items()}/${item.id}`, { fields: { qty: 2 } });
    await admin.patch(`${items()}/${item.id}`, { fields: { name: 'New name' }, tags: ['new'] });
    const versions = async (query: string) => {
      const path = `${items()}/${item.id}/history?count=exact&${query}`;
      const { body, status } = await viewer.get<{ data: { version: number; at: string }[]; total: number }>(path);
      expect([status, body.total]).toEqual([200, body.data.length]);
      return body.data;
    };
    const found = async (query: string) => (await versions(query)).map(({ version }) => version);
    expect(await found('path=/fields/qty')).toEqual([2, 1]);
    expect(await found('path=/tags')).toEqual([3]);
    expect(await found('operation=create')).toEqual([1]);
    const [last] = await versions('limit=1&path=/tags');
    expect(await found(`before=${last?.at ?? ''}`)).toEqual([2, 1]);
    expect(await found(`after=${last?.at ?? ''}`)).toEqual([]);
    const users = await viewer.get<{ data: { actor: { id: string } }[] }>(`${items()}/${item.id}/history`);
    expect(await found(`user_id=${users.body.data[0]?.actor.id ?? ''}`)).toEqual([3]);
    expect((await viewer.get(`${items()}/${item.id}/history?path=name`)).status).toBe(400);
  });
});
