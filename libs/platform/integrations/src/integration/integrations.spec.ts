import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { BENCH, integrationBench, type IntegrationBench } from '../../fixtures/integration-bench.js';

let server: TestServer;
let workspace: TestWorkspace;
let admin: TestClient;
let bench: IntegrationBench;
let base: string;
beforeAll(async () => {
  server = await createTestServer(BENCH);
  workspace = await server.workspace();
  admin = server.as(await workspace.admin());
  bench = integrationBench({ anonymous: server.anonymous, admin, path: workspace.path });
  base = `${workspace.path}/integrations`;
});
afterAll(() => server.close());

const create = (order: object) => admin.post(base, { name: 'Sender', ...order });

describe('integrations', () => {
  it('are created with a URL and a secret, which are shown once', async () => {
    const { status, headers, body } = await create({ connector: 'github' });

    expect(status).toBe(201);
    expect(headers['location']).toBe(`${base}/${String(body['id'])}`);
    expect(body).toMatchObject({
      connector: 'github',
      name: 'Sender',
      config: {},
      url: expect.stringMatching(/^http:\/\/cubit\.test\/api\/v1\/integrations\/github\/[\w-]{43}\/webhook$/),
      secret: expect.stringMatching(/^[\w-]{43}$/),
      has_secret: true,
      hit_count: 0,
      rejected_count: 0,
      last_hit_at: null,
      revoked_at: null,
    });
    const { url: _url, secret: _secret, ...rest } = body;
    expect(await bench.get(String(body['id']))).toEqual(rest);
  });

  it('are created once for a repeated request, whose answer has neither URL nor secret', async () => {
    const order = { connector: 'github', name: 'Once' };
    const options = { headers: { 'idempotency-key': 'one' } };
    const first = await admin.post(base, order, options);
    const second = await admin.post(base, order, options);

    expect(second.body['id']).toBe(first.body['id']);
    expect(first.body).toHaveProperty('url');
    expect([second.body['url'], second.body['secret']]).toEqual([undefined, undefined]);
  });

  it('use a secret that the client supplies, and never show it', async () => {
    const { body } = await create({ connector: 'github', secret: 'brought along' });

    expect(body['has_secret']).toBe(true);
    expect(JSON.stringify(body)).not.toContain('brought along');
  });

  it.each([
    ['an unknown connector', { connector: 'nothing' }, '/connector'],
    ['a member that the configuration lacks', { connector: 'github', config: { colour: 1 } }, '/config/colour'],
    ['a verification left open', { connector: 'webhook' }, '/config/verification'],
    ['a verification that is none', { connector: 'webhook', config: { verification: 'md5' } }, '/config/verification'],
    [
      'a header that is none',
      { connector: 'webhook', config: { verification: 'hmac-sha256', header: 'a b' } },
      '/config/header',
    ],
    [
      'a secret where there is none',
      { connector: 'webhook', config: { verification: 'none' }, secret: 'x' },
      '/secret',
    ],
    ['a secret that can be none', { connector: 'standard-webhooks', secret: 'whsec_%%%' }, '/secret'],
    [
      'a machine that is not there',
      { connector: 'lab-machine', config: { machine: '0190a6e2-7c1d-7b3a-9f00-000000000009' } },
      '/config/machine',
    ],
    ['no name', { connector: 'github', name: '' }, '/name'],
  ])('refuse %s', async (_, order, path) => {
    const { status, body } = await create(order);

    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'validation_failed', details: [expect.objectContaining({ path })] } });
  });

  it('cannot refer to a record of another workspace', async () => {
    const other = await server.workspace();
    const made = await server
      .as(other.owner)
      .post<{ id: string }>(`${other.path}/modules/lab/records/machine`, { fields: { name: 'Theirs' } });
    const { status } = await create({ connector: 'lab-machine', config: { machine: made.body.id } });

    expect(status).toBe(422);
  });

  it('are changed by a merge patch; a configuration that needs a secret gets one', async () => {
    const { body: made } = await create({ connector: 'webhook', config: { verification: 'none' } });
    const path = `${base}/${String(made['id'])}`;
    const signed = await admin.patch(path, { config: { verification: 'hmac-sha256', prefix: 'sha256=' } });
    const renamed = await admin.patch(path, { name: 'Renamed', config: { prefix: null } });
    const needed = await admin.patch(path, { secret: null });
    const open = await admin.patch(path, { config: { verification: 'none' } });

    expect([made['has_secret'], made['secret']]).toEqual([false, undefined]);
    expect(signed.body).toMatchObject({ has_secret: true, secret: expect.any(String), config: { prefix: 'sha256=' } });
    expect(renamed.body).toMatchObject({
      name: 'Renamed',
      config: { verification: 'hmac-sha256', prefix: '', encoding: 'hex' },
    });
    expect(renamed.body).not.toHaveProperty('secret');
    expect(needed.status).toBe(422);
    expect(open.body).toMatchObject({ has_secret: false });
  });

  it('are managed by admins; members see only the connectors', async () => {
    const member = server.as(await workspace.member());
    const { body: made } = await create({ connector: 'github' });
    const path = `${base}/${String(made['id'])}`;
    const refused = await Promise.all([
      member.get(base),
      member.post(base, { connector: 'github', name: 'X' }),
      member.get(path),
      member.patch(path, { name: 'X' }),
      member.delete(path),
      member.post(`${path}/rotate`),
      member.post(`${path}/revoke`),
      member.get(`${path}/hits`),
    ]);

    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 403));
    expect((await member.get(`${workspace.path}/connectors`)).status).toBe(200);
  });

  it('of one workspace do not exist for another', async () => {
    const { body: made } = await create({ connector: 'github' });
    const other = await server.workspace();
    const stranger = server.as(other.owner);
    const path = `${other.path}/integrations/${String(made['id'])}`;
    const replies = await Promise.all([
      stranger.get(path),
      stranger.patch(path, { name: 'X' }),
      stranger.delete(path),
      stranger.post(`${path}/rotate`),
      stranger.post(`${path}/revoke`),
      stranger.get(`${path}/hits`),
    ]);

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 404));
    expect((await stranger.get<{ data: unknown[] }>(`${other.path}/integrations`)).body.data).toEqual([]);
  });

  it('are listed in pages, and so are their hits', async () => {
    const other = await server.workspace();
    const client = server.as(other.owner);
    const path = `${other.path}/integrations`;
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1)
      made.push(String((await client.post(path, { connector: 'github', name: `Sender ${count}` })).body['id']));
    const first = await client.get<{ data: { id: string }[]; next_cursor: string; total: number }>(
      `${path}?limit=2&count=exact`,
    );
    const rest = await client.get<{ data: { id: string }[]; next_cursor: null }>(
      `${path}?limit=2&cursor=${first.body.next_cursor}`,
    );

    expect([...first.body.data, ...rest.body.data].map(({ id }) => id)).toEqual(made);
    expect([first.body.total, rest.body.next_cursor]).toEqual([3, null]);
    expect((await client.get(`${path}?cursor=bad`)).body).toMatchObject({ error: { code: 'invalid_cursor' } });
    const hits = await client.get(`${path}/${made[0] ?? ''}/hits?outcome=accepted&count=exact`);
    expect(hits.body).toEqual({ data: [], next_cursor: null, total: 0 });
  });

  it('are audited when they are created, changed, rotated, revoked and deleted', async () => {
    const other = await server.workspace();
    const client = server.as(other.owner);
    const path = `${other.path}/integrations`;
    const one = `${path}/${String((await client.post(path, { connector: 'github', name: 'Sender' })).body['id'])}`;
    await client.patch(one, { secret: 'another' });
    await client.post(`${one}/rotate`);
    await client.post(`${one}/revoke`);
    await client.post(`${one}/revoke`);
    await client.delete(one);
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'target'])
      .where('workspace_id', '=', other.id)
      .where('action', 'like', 'integration.%')
      .orderBy('id')
      .execute();

    expect(rows.map(({ action }) => action)).toEqual([
      'integration.created',
      'integration.updated',
      'integration.rotated',
      'integration.revoked',
      'integration.deleted',
    ]);
    expect(JSON.stringify(rows)).not.toContain('another');
  });
});

describe('connectors', () => {
  it('are listed with their configuration and the events that they emit', async () => {
    const { body } = await admin.get<{ data: readonly Record<string, unknown>[] }>(`${workspace.path}/connectors`);
    const events = await admin.get<{ data: { name: string }[] }>(`${workspace.path}/events`);
    const known = new Set(events.body.data.map(({ name }) => name));

    expect(body.data.map(({ id }) => id)).toEqual([
      'webhook',
      'standard-webhooks',
      'github',
      'gitlab',
      'shopify',
      'stripe',
      'slack',
      'lab-machine',
    ]);
    expect(body.data[0]).toMatchObject({
      title: 'Webhook',
      module: 'integrations',
      secret: 'by_config',
      config_schema: { required: expect.arrayContaining(['verification']) },
      events: ['integrations.inbound.received'],
    });
    expect(body.data.flatMap(({ events: made }) => made as string[]).filter((name) => !known.has(name))).toEqual([]);
  });
});
