import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { createClock, createTestServer, type TestServer } from '@cubit/testing';
import { errorBody, isCubitError } from '../errors/cubit-error.js';
import { Database } from '../database/database.js';
import { WorkspaceSchemas } from '../workspace/workspace-schemas.js';
import { createApiToken } from './api-token-format.js';
import type { Credentials } from './authenticate.js';
import { createAuthenticator } from './authenticator.js';

const clock = createClock();
let server: TestServer;

beforeAll(async () => {
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;
  jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...parameters: unknown[]) {
    const count = counter.getStore();
    if (count) count.statements += 1;
    return Reflect.apply(query, this, parameters) as undefined;
  });
  server = await createTestServer({ now: clock.now });
});
afterAll(() => server.close());

const authenticate = (given: Partial<Credentials>) =>
  server.kernel.authenticate({ bearer: null, cookie: null, workspaceSlug: null, ...given });

/** All that leaves the server of a refusal. */
async function refusal(given: Partial<Credentials>): Promise<string> {
  try {
    const { caller } = await authenticate(given);
    return `accepted: ${caller.user.id}`;
  } catch (error) {
    if (!isCubitError(error)) throw error;
    return JSON.stringify([error.status, error.headers, errorBody(error)]);
  }
}

const counter = new AsyncLocalStorage<{ statements: number }>();

/** How many statements the database is asked to run for it; what the background does meanwhile does not count. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const count = { statements: 0 };
  await counter.run(count, work);
  return count.statements;
}

describe('a bad credential', () => {
  it('is refused the same, byte for byte, whatever is bad about it', async () => {
    const user = await server.register();
    const good = await server.mintToken(user);
    const expired = await server.mintToken(user, { expires_at: new Date(clock.now().getTime() + 1_000).toISOString() });
    const revoked = await server.mintToken(user);
    const [row] = (await server.as(user).get<{ data: readonly { id: string }[] }>('/api/v1/me/api-tokens')).body.data;
    await server.as(user).delete(`/api/v1/me/api-tokens/${row?.id}`);
    const ended = await server.anonymous.post<{ token: string }>('/api/v1/me/session', {
      email: user.email,
      password: user.password,
    });
    await server.as(ended.body.token).delete('/api/v1/me/session');
    clock.advance({ seconds: 1 });

    const typo = good.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const bad: Partial<Credentials>[] = [
      {},
      { bearer: '' },
      { bearer: 'cbt_' },
      { bearer: 'nonsense' },
      { bearer: typo },
      { bearer: `${good}x` },
      { bearer: createApiToken() },
      { bearer: expired },
      { bearer: revoked },
      { bearer: ended.body.token },
      { bearer: `${user.token}x` },
      { bearer: 'a.b.c' },
      { cookie: 'nonsense' },
      { cookie: ended.body.token },
      { cookie: good },
    ];
    const refusals = await Promise.all(bad.map(refusal));
    clock.advance({ minutes: 20 });
    refusals.push(await refusal({ bearer: user.token }), await refusal({ cookie: user.token }));
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toContain('"unauthorized"');
    expect(refusals[0]).toContain('{"www-authenticate":"Bearer"}');
    expect(await refusal({ bearer: good })).toBe(`accepted: ${user.id}`);
  });

  it('is answered the same over HTTP', async () => {
    const user = await server.register();
    const token = await server.mintToken(user);
    const typo = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
    const replies = await Promise.all(
      [typo, createApiToken(), 'nonsense', `${user.token}x`].map((bearer) => server.as(bearer).get('/api/v1/me')),
    );
    replies.push(await server.anonymous.get('/api/v1/me'));
    const seen = replies.map(({ status, text, headers }) => {
      const { date: _date, 'x-request-id': _id, ...rest } = headers;
      return JSON.stringify([status, text, Object.keys(rest).sort(), rest['www-authenticate']]);
    });
    expect(new Set(seen).size).toBe(1);
    expect(replies[0]?.status).toBe(401);
  });

  it('costs the same one statement, so that the time taken tells nothing', async () => {
    const user = await server.register();
    const token = await server.mintToken(user);
    const revoked = await server.mintToken(user);
    await server.database.db
      .updateTable('api_token')
      .set({ revoked_at: clock.now() })
      .where('token_prefix', '=', revoked.slice(0, 12))
      .execute();
    for (const bearer of [token, revoked, createApiToken(), 'cbt_typo', 'nonsense', user.token])
      expect(await statementsOf(() => refusal({ bearer }))).toBe(1);
  });

  it('does not reach behind a good one: a bearer credential goes before the cookie', async () => {
    const user = await server.register();
    expect(await refusal({ bearer: createApiToken(), cookie: user.token })).toContain('"unauthorized"');
    expect(await refusal({ bearer: user.token, cookie: 'nonsense' })).toContain('accepted');
  });
});

describe('a good credential', () => {
  it('costs one statement, workspace and role included, and a second where the workspace has changed', async () => {
    const { owner, slug, path } = await server.workspace();
    for (const bearer of [owner.token, await server.mintToken(owner)]) {
      await server.as(owner).patch(path, { name: 'Changed' });
      expect(await statementsOf(() => authenticate({ bearer, workspaceSlug: slug }))).toBe(2);
      expect(await statementsOf(() => authenticate({ bearer, workspaceSlug: slug }))).toBe(1);
    }
  });

  it('tells who calls, by what, and where', async () => {
    const workspace = await server.workspace();
    const user = await workspace.member();
    const bySession = await authenticate({ cookie: user.token, workspaceSlug: workspace.slug });
    expect(bySession).toMatchObject({
      caller: {
        user: { id: user.id, email: user.email },
        credential: { type: 'session', cookie: true },
        scopes: [],
        boundWorkspaceId: null,
      },
      workspace: { id: workspace.id, slug: workspace.slug, role: 'member' },
    });
    expect(bySession.caller.expiresAt?.getTime()).toBeGreaterThan(clock.now().getTime());
    const bearer = await server.mintToken(user, { workspace: workspace.slug });
    expect(await authenticate({ bearer, workspaceSlug: workspace.slug })).toMatchObject({
      caller: {
        credential: { type: 'api_token', prefix: bearer.slice(0, 12) },
        boundWorkspaceId: workspace.id,
        expiresAt: null,
      },
      workspace: { role: 'member' },
    });
  });

  it('has no workspace where the path names none, none that exists, or none of the caller', async () => {
    const [ours, theirs] = [await server.workspace(), await server.workspace()];
    const bearer = ours.owner.token;
    for (const workspaceSlug of [null, 'no-such-place', theirs.slug, '', ours.slug.toUpperCase(), `${ours.slug}\0`])
      expect((await authenticate({ bearer, workspaceSlug })).workspace).toBeNull();
  });

  it('of a token acts with the role that its user has at that moment', async () => {
    const workspace = await server.workspace();
    const user = await workspace.member();
    const bearer = await server.mintToken(user);
    const role = async () => (await authenticate({ bearer, workspaceSlug: workspace.slug })).workspace?.role;
    expect(await role()).toBe('member');
    await server.as(workspace.owner).patch(`${workspace.path}/members/${user.id}`, { role: 'viewer' });
    expect(await role()).toBe('viewer');
  });
});

describe('several processes on one database', () => {
  const others: Database[] = [];
  afterAll(async () => {
    for (const database of others) await database.close();
  });

  async function otherProcess() {
    const { services } = server.kernel;
    const database = new Database({ connection: server.connection, onError: () => undefined });
    others.push(database);
    return createAuthenticator({ ...services, database, workspaces: new WorkspaceSchemas(services.registry) });
  }

  it('know of a revocation, a sign-out and a lost membership with the next request', async () => {
    const other = await otherProcess();
    const workspace = await server.workspace();
    const user = await workspace.member();
    const made = await server.as(user).post<{ id: string; token: string }>('/api/v1/me/api-tokens', { name: 'X' });
    const there = (bearer: string) =>
      other.authenticate({ bearer, cookie: null, workspaceSlug: workspace.slug }).then(
        (found) => found.workspace?.role ?? 'none',
        (error: unknown) => (isCubitError(error) ? error.code : error),
      );
    expect(await there(made.body.token)).toBe('member');
    await server.as(workspace.owner).patch(`${workspace.path}/members/${user.id}`, { role: 'viewer' });
    expect(await there(made.body.token)).toBe('viewer');
    await server.as(workspace.owner).delete(`${workspace.path}/members/${user.id}`);
    expect(await there(made.body.token)).toBe('none');
    await server.as(user).delete(`/api/v1/me/api-tokens/${made.body.id}`);
    expect(await there(made.body.token)).toBe('unauthorized');
    expect(await there(user.token)).toBe('none');
    await server.as(user).delete('/api/v1/me/session');
    expect(await there(user.token)).toBe('unauthorized');
  });

  it("take each other's session tokens, also where they start at once on a new instance", async () => {
    await server.database.db.deleteFrom('instance_secret').execute();
    const started = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);
    const identity = { sessionId: server.kernel.services.newId(), userId: server.kernel.services.newId() };
    const now = clock.now();
    for (const one of started)
      for (const other of started)
        expect(other.sessionTokens.read(one.sessionTokens.issue(identity, now).token, now)).toMatchObject(identity);
  });
});
