import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { createClock, createTestServer, type TestServer, type TestUser } from '@cubit/testing';
import { defineModule, defineModuleRoute } from '@cubit/core';
import type { RouteRequest } from '@cubit/core/host';
import { isWellFormedApiToken } from '../credential/api-token-format.js';

const PATH = '/api/v1/me/api-tokens';
const clock = createClock();
const ping = defineModuleRoute({
  operationId: 'pingProbe',
  method: 'GET',
  path: '/ping',
  summary: 'Ping',
  responses: { 200: { description: 'Pong.', schema: Type.Object({}) } },
  handler: () => Promise.resolve({ status: 200, body: {} }),
});
const probe = defineModule({
  name: 'probe',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Probe',
  description: 'A module with scopes.',
  routes: [ping],
  scopes: [
    { id: 'probe:edge', title: 'Edge', description: 'Pings.', workspaceBound: true, operations: ['pingProbe'] },
    { id: 'probe:free', title: 'Free', description: 'Nothing.', workspaceBound: false, operations: [] },
  ],
});
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ now: clock.now, modules: [probe] });
});
afterAll(() => server.close());

interface Token {
  readonly id: string;
  readonly token: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}
interface Page {
  readonly data: readonly Token[];
  readonly next_cursor: string | null;
}

const mint = (by: TestUser | string, order: object = {}) =>
  server.as(by).post<Token>(PATH, { name: 'Printer', ...order });
const list = (by: TestUser | string, query = '') => server.as(by).get<Page>(`${PATH}${query}`);
const revoke = (by: TestUser | string, id: string) => server.as(by).delete(`${PATH}/${id}`);
const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();

describe('creating an API token', () => {
  it('returns the token once, with a prefix that identifies it', async () => {
    const user = await server.register();
    const { status, body, headers } = await mint(user);
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${PATH}/${body.id}`);
    expect(isWellFormedApiToken(body.token)).toBe(true);
    expect(body).toEqual({
      id: body.id,
      name: 'Printer',
      token_prefix: body.token.slice(0, 12),
      expires_at: null,
      scopes: [],
      workspace: null,
      token: body.token,
    });
  });

  it('is possible with a session and with a token', async () => {
    const user = await server.register();
    const { body } = await server.anonymous.post<Token>(
      PATH,
      { name: 'First' },
      { headers: { cookie: `cubit_session=${user.token}`, origin: 'http://cubit.test' } },
    );
    expect((await mint(body.token)).status).toBe(201);
  });

  it('stores only a SHA-256 hash of the token', async () => {
    const { body } = await mint(await server.register());
    const { id, token } = body;
    const row = await server.database.db.selectFrom('api_token').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row?.token_hash).toHaveLength(32);
    const audits = await server.database.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify([row, audits])).not.toContain(token.slice(12));
  });

  it.each([
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ['an expiry that is no time', { expires_at: 'tomorrow' }, '/expires_at'],
    ['an expiry that no calendar has', { expires_at: '2031-02-30T00:00:00Z' }, '/expires_at'],
    ['an unknown scope', { scopes: ['probe:free', 'probe:none'] }, '/scopes/1'],
    ['a scope twice', { scopes: ['probe:free', 'probe:free'] }, '/scopes/1'],
    ['a bound scope without a workspace', { scopes: ['probe:edge'] }, '/workspace'],
    ['an unknown workspace', { workspace: 'no-such-place' }, '/workspace'],
    ['no name', { name: '' }, '/name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name'],
    ['an unknown member', { role: 'owner' }, '/role'],
  ])('refuses %s', async (_, order, path) => {
    const { status, body } = await mint(await server.register(), order);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'validation_failed', details: [{ path }] } });
  });

  it('reports all faults at once', async () => {
    const order = { expires_at: '2020-01-01T00:00:00Z', scopes: ['x'], workspace: 'no-such-place' };
    const { body } = await mint(await server.register(), order);
    expect(body).toMatchObject({
      error: { details: [{ path: '/expires_at' }, { path: '/scopes/0' }, { path: '/workspace' }] },
    });
  });

  it("treats another user's workspace as unknown", async () => {
    const user = await server.register();
    const foreign = await mint(user, { workspace: (await server.workspace()).slug });
    expect(foreign.status).toBe(422);
    expect(foreign.text).toBe((await mint(user, { workspace: 'no-such-place' })).text);
  });

  it('accepts any offset and returns UTC with milliseconds', async () => {
    const { body } = await mint(await server.register(), { expires_at: '2096-01-02T03:04:05+02:00' });
    expect(body).toMatchObject({ expires_at: '2096-01-02T01:04:05.000Z' });
  });

  it('is audited, and so is revoking', async () => {
    const user = await server.register();
    const { body } = await mint(user);
    await revoke(user, body.id);
    const rows = server.database.db.selectFrom('audit_log').selectAll().where('user_id', '=', user.id);
    expect(await rows.orderBy('id', 'desc').limit(2).execute()).toMatchObject([
      { action: 'token.revoked', target: { id: body.id } },
      { action: 'token.created', target: { id: body.id, name: 'Printer' } },
    ]);
  });
});

describe('a token created with a token', () => {
  it('does not outlive its creator', async () => {
    const user = await server.register();
    const short = (await mint(user, { expires_at: inDays(10) })).body.token;
    for (const expires_at of [inDays(11), null, undefined]) {
      const { status, body } = await mint(short, { expires_at });
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: { details: [{ path: '/expires_at' }] } });
    }
    expect((await mint(short, { expires_at: inDays(10) })).status).toBe(201);
  });

  it('is bound to the same workspace', async () => {
    const owner = await server.register();
    const [ours, other] = [await server.workspace({ owner }), await server.workspace({ owner })];
    const bound = (await mint(owner, { workspace: ours.slug })).body.token;
    for (const workspace of [other.slug, null, undefined]) {
      const { status, body } = await mint(bound, { workspace });
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: { details: [{ path: '/workspace' }] } });
    }
    expect((await mint(bound, { workspace: ours.slug })).status).toBe(201);
  });

  it('is refused for a scoped token, which cannot list tokens either', async () => {
    const scoped = (await mint(await server.register(), { scopes: ['probe:free'] })).body.token;
    for (const { status, body } of [await mint(scoped), await list(scoped)]) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ error: { code: 'scope_denied' } });
    }
  });
});

describe('the handlers that hand tokens out', () => {
  it.each(['createApiToken', 'listApiTokens', 'revokeApiToken'])(
    'refuse a scoped token themselves, whatever the router allows: %s',
    async (operationId) => {
      const user = await server.register();
      const { id, token } = (await mint(user, { scopes: ['probe:free'] })).body;
      const { caller } = await server.kernel.authenticate({ bearer: token, cookie: null, workspaceSlug: null });
      const route = server.kernel.routes.find((candidate) => candidate.operationId === operationId);
      const request = { caller, params: { id }, query: {}, body: { name: 'X' } } as unknown as RouteRequest<
        never,
        never,
        never
      >;
      await expect(route?.handler(request)).rejects.toMatchObject({ code: 'scope_denied' });
    },
  );
});

describe('a token that is bound to a workspace', () => {
  it('neither shows nor creates other workspaces and tokens', async () => {
    const owner = await server.register();
    const [ours, other] = [await server.workspace({ owner }), await server.workspace({ owner })];
    const [bound, free] = [(await mint(owner, { workspace: ours.slug })).body, (await mint(owner)).body];
    const as = server.as(bound.token);
    expect((await as.get(ours.path)).status).toBe(200);
    expect((await as.get(other.path)).text).toBe((await as.get('/api/v1/orgs/no-such-place')).text);
    expect((await as.get('/api/v1/me/orgs')).body).toMatchObject({ data: [{ slug: ours.slug }] });
    expect((await list(bound.token)).body.data.map(({ id }) => id)).toEqual([bound.id]);
    expect((await revoke(bound.token, free.id)).status).toBe(404);
    expect((await as.post('/api/v1/me/orgs', { slug: 'from-bound', name: 'X' })).status).toBe(403);
  });
});

describe('the list of tokens', () => {
  it('has one row for each token of the caller, newest first, without the token itself', async () => {
    const user = await server.register();
    const made = [(await mint(user)).body, (await mint(user)).body];
    await mint(await server.register());
    const { body, text } = await list(user);
    expect(body.data.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse());
    expect(Object.keys(body.data[0] ?? {}).sort()).toEqual([
      'created_at',
      'expires_at',
      'id',
      'last_used_at',
      'name',
      'revoked_at',
      'scopes',
      'token_prefix',
      'workspace',
    ]);
    for (const { token } of made) expect(text).not.toContain(token.slice(12));
  });

  it('is paginated', async () => {
    const user = await server.register();
    const made = [];
    for (let count = 0; count < 3; count += 1) made.unshift((await mint(user)).body.id);
    const first = (await list(user, '?limit=2')).body;
    const second = (await list(user, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
    expect(second.next_cursor).toBeNull();
  });

  it('shows when a token was last used', async () => {
    const user = await server.register();
    const { token } = (await mint(user)).body;
    expect((await list(user)).body.data[0]?.last_used_at).toBeNull();
    await server.as(token).get('/api/v1/me');
    expect((await list(user)).body.data[0]?.last_used_at).toBe(clock.now().toISOString());
  });
});

describe('revoking', () => {
  it('takes effect with the next request', async () => {
    const user = await server.register();
    const { id, token } = (await mint(user)).body;
    expect((await server.as(token).get('/api/v1/me')).status).toBe(200);
    expect((await revoke(user, id)).status).toBe(204);
    expect((await server.as(token).get('/api/v1/me')).status).toBe(401);
    expect((await list(user)).body.data[0]?.revoked_at).toBe(clock.now().toISOString());
  });

  it('is always allowed: again, and after expiry', async () => {
    const user = await server.register();
    const token = await server.mintToken(user);
    const { id } = (await mint(token, { expires_at: inDays(1) })).body;
    clock.advance({ days: 2 });
    expect((await revoke(token, id)).status).toBe(204);
    const first = (await list(token)).body.data[0]?.revoked_at;
    clock.advance({ days: 1 });
    expect((await revoke(token, id)).status).toBe(204);
    expect((await list(token)).body.data[0]?.revoked_at).toBe(first);
  });

  it("does not affect another user's token", async () => {
    const [ada, grace] = [await server.register(), await server.register()];
    const { id, token } = (await mint(ada)).body;
    const foreign = await revoke(grace, id);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe((await revoke(grace, '0198c0de-0000-7000-8000-000000000001')).text);
    expect((await server.as(token).get('/api/v1/me')).status).toBe(200);
  });
});

describe('the token of a request', () => {
  it('describes itself, even if it is scoped', async () => {
    const owner = await server.register();
    const { slug } = await server.workspace({ owner });
    const { id, token } = (await mint(owner, { scopes: ['probe:edge'], workspace: slug, expires_at: inDays(1) })).body;
    const { status, body } = await server.as(token).get(`${PATH}/current`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      name: 'Printer',
      scopes: ['probe:edge'],
      workspace: slug,
      user: { id: owner.id },
    });
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'id', 'name', 'scopes', 'user', 'workspace']);
  });

  it('does not exist in a session', async () => {
    expect((await server.as(await server.register()).get(`${PATH}/current`)).status).toBe(404);
  });
});

describe('the list of scopes', () => {
  it('names every scope and exactly the routes that it allows', async () => {
    const { body } = await server.as(await server.register()).get('/api/v1/me/api-token-scopes?limit=200');
    expect(body).toEqual({
      data: [
        expect.objectContaining({
          id: 'records:read',
          workspace_bound: false,
          routes: expect.arrayContaining([{ method: 'GET', path: '/api/v1/orgs/{workspace}/modules/probe/ping' }]),
        }),
        {
          id: 'probe:edge',
          title: 'Edge',
          description: 'Pings.',
          workspace_bound: true,
          routes: [{ method: 'GET', path: '/api/v1/orgs/{workspace}/modules/probe/ping' }],
        },
        { id: 'probe:free', title: 'Free', description: 'Nothing.', workspace_bound: false, routes: [] },
      ],
      next_cursor: null,
    });
  });
});
