import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { scopesOf } from '@cubit/core/host';
import {
  createClock,
  createTestServer,
  databaseDump,
  type TestServer,
  type TestUser,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

const PATH = '/api/v1/me/api-tokens';
const ME = '/api/v1/me';

interface Token {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly token_prefix: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

const clock = createClock();
let server: TestServer;
let workspace: TestWorkspace;
let owner: TestUser;

beforeAll(async () => {
  // Runs in this process, because the tests advance the clock.
  server = await createTestServer({ ...PRODUCT, now: clock.now });
  workspace = await server.workspace();
  owner = await server.register();
});
afterAll(() => server.close());

// Sessions expire within minutes and the tests advance the clock, so an API token creates the others.
let keeper: string;
beforeAll(async () => void (keeper = await server.mintToken(owner)));

const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
const mint = async (order: object = {}) =>
  (await server.as(keeper).post<Token>(PATH, { name: 'Printer', ...order })).body;
const list = async () => (await server.as(keeper).get<{ data: readonly Token[] }>(PATH)).body.data;
const rowOf = async (id: string) => (await list()).find((row) => row.id === id);
const statusWith = async (token: string) => (await server.as(token).get(ME)).status;
const revoke = (id: string) => server.as(keeper).delete(`${PATH}/${id}`);

describe('an API token (2.1)', () => {
  it('starts with cbt_, and its prefix is its first characters', async () => {
    const { token, token_prefix } = await mint();

    expect(token).toMatch(/^cbt_[0-9A-Za-z]{49}$/);
    expect(token_prefix).toBe(token.slice(0, 12));
  });

  it('is returned only in the response that creates it', async () => {
    const { id, token } = await mint();

    const answers = [
      await server.as(token).get(PATH),
      await server.as(token).get(`${PATH}/current`),
      await server.as(token).get(ME),
      await server.as(workspace.owner).get(`${workspace.path}/members`),
      await revoke(id),
    ];
    for (const { text } of answers) expect(text).not.toContain(token.slice(12));
  });

  it('shows every field of the specification in the list, and no hash', async () => {
    const { id } = await mint();

    expect(await rowOf(id)).toEqual({
      id,
      name: 'Printer',
      token_prefix: expect.stringMatching(/^cbt_.{8}$/),
      scopes: [],
      workspace: null,
      last_used_at: null,
      expires_at: null,
      revoked_at: null,
      created_at: clock.now().toISOString(),
    });
  });

  it('is stored only as a SHA-256 hash: neither a database dump nor the log contains any part of its secret', async () => {
    const key = { headers: { 'idempotency-key': 'mint-once' } };
    const once = (await server.as(keeper).post<Token>(PATH, { name: 'Once' }, key)).body;
    const replayed = await server.as(keeper).post<Token>(PATH, { name: 'Once' }, key);
    const tokens = [once, await mint({ expires_at: inDays(1) }), await mint({ scopes: ['drive:control'] })];
    for (const { token } of tokens) await server.as(token).get(ME);
    await revoke(once.id);

    const places = [await databaseDump(server.database.pool), JSON.stringify(server.log.entries), replayed.text];

    for (const { token } of [...tokens, { token: keeper }])
      for (const place of places) {
        expect(place).not.toContain(token);
        expect(place).not.toContain(token.slice(12));
      }
    expect(replayed.body.id).toBe(once.id);
    expect(places[0]).toContain(once.id);
  });

  it('shares a rule with passwords, session tokens, refresh tokens and invitations: none is stored in plain text', async () => {
    const invited = await server
      .as(workspace.owner)
      .post<{ token: string }>(`${workspace.path}/invitations`, { email: 'new@example.org', role: 'viewer' });
    const { email, password } = await server.register();
    const signedIn = await server.anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
    const cookies = [signedIn.headers['set-cookie']].flat().map((cookie) => /=([^;]*)/.exec(String(cookie))?.[1] ?? '');

    const dump = `${await databaseDump(server.database.pool)}${JSON.stringify(server.log.entries)}`;

    const secrets = [password, invited.body.token, signedIn.body.token, ...cookies];
    expect(secrets.filter((secret) => secret.length < 10)).toEqual([]);
    for (const secret of secrets) expect(dump).not.toContain(secret);
  });
});

describe('scopes (2.2)', () => {
  it('are a fixed set, each listed with exactly the routes that it allows', async () => {
    const { body } = await server
      .as(keeper)
      .get<{ data: readonly { id: string; routes: readonly { method: string; path: string }[] }[] }>(
        '/api/v1/me/api-token-scopes',
      );

    const { registry, routes } = server.kernel;
    expect(body.data.map(({ id }) => id).sort()).toEqual([...registry.scopes.keys()].sort());
    expect(body.data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['devices:edge', 'drive:control', 'feedback:intake', 'records:read', 'releases:announce']),
    );
    for (const { id, routes: opened } of body.data) {
      const declared = routes.filter((route) => scopesOf(route, registry).includes(id));
      const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
      expect(opened.map(named).sort()).toEqual(declared.map(named).sort());
    }
  });

  it('list existing operations', () => {
    const operations = new Set(server.kernel.routes.map(({ operationId }) => operationId));
    const missing = [...server.kernel.registry.scopes.values()].flatMap(({ definition }) =>
      definition.operations.filter((operation) => !operations.has(operation)),
    );

    expect(missing).toEqual([]);
  });

  it('cannot be changed: a token can only be revoked', async () => {
    const { id, token } = await mint({ scopes: ['drive:control'] });

    for (const method of ['PATCH', 'PUT', 'POST']) {
      const reply = await server.as(keeper).request({ method, path: `${PATH}/${id}`, body: { scopes: [] } });
      expect(reply).toMatchObject({ status: 405, headers: { allow: 'DELETE, OPTIONS' } });
    }
    expect((await server.as(token).get(`${PATH}/current`)).body).toMatchObject({ scopes: ['drive:control'] });
    expect((await server.as(token).get(ME)).status).toBe(403);
  });

  it('restrict a token to one workspace if they include the scope of the edge bridge', async () => {
    const unbound = await server.as(keeper).post(PATH, { name: 'Edge', scopes: ['devices:edge'] });

    expect(unbound).toMatchObject({ status: 422, body: { error: { details: [{ path: '/workspace' }] } } });
  });
});

describe('states of an API token (3)', () => {
  it('goes from active to expired at expires_at', async () => {
    const { token } = await mint({ expires_at: inDays(1) });
    expect(await statusWith(token)).toBe(200);

    clock.advance({ days: 1, ms: -1 });
    expect(await statusWith(token)).toBe(200);
    clock.advance({ ms: 2 });

    expect(await statusWith(token)).toBe(401);
  });

  it('never becomes expired without expires_at', async () => {
    const { token } = await mint();

    clock.advance({ days: 36_500 });

    expect(await statusWith(token)).toBe(200);
  });

  it('goes from active to revoked immediately, and sets revoked_at', async () => {
    const { id, token } = await mint();
    await statusWith(token);

    expect((await revoke(id)).status).toBe(204);

    expect(await statusWith(token)).toBe(401);
    expect((await rowOf(id))?.revoked_at).toBe(clock.now().toISOString());
  });

  it('goes from expired to revoked: revocation is always allowed, even repeatedly', async () => {
    const { id } = await mint({ expires_at: inDays(1) });
    clock.advance({ days: 2 });

    expect((await revoke(id)).status).toBe(204);
    const first = (await rowOf(id))?.revoked_at;
    clock.advance({ days: 1 });
    expect((await revoke(id)).status).toBe(204);

    expect(first).not.toBeNull();
    expect((await rowOf(id))?.revoked_at).toBe(first);
  });

  it('is rotated with a second token; the old one stays active until it is revoked', async () => {
    const old = await mint({ scopes: ['drive:control'] });
    const replacement = await mint({ name: old.name, scopes: old.scopes });

    expect(replacement.token).not.toBe(old.token);
    expect((await server.as(old.token).get(`${PATH}/current`)).status).toBe(200);
    await revoke(old.id);
    expect((await server.as(old.token).get(`${PATH}/current`)).status).toBe(401);
    expect((await server.as(replacement.token).get(`${PATH}/current`)).status).toBe(200);
  });
});
