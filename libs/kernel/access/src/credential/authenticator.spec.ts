import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { createClock, createTestServer, type TestServer } from '@cubit/testing';
import { errorBody } from '@cubit/core/host';
import { isCubitError } from '@cubit/core';
import { createApiToken } from './api-token-format.js';
import type { Credentials } from './authenticate.js';

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

/** The complete answer to a refused request. */
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

/** Number of statements that `work` runs. Statements of background work are not counted. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const count = { statements: 0 };
  await counter.run(count, work);
  return count.statements;
}

describe('an invalid credential', () => {
  it('is refused with identical bytes, whatever the reason', async () => {
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

  it('costs one statement, so that timing reveals nothing', async () => {
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

  it('is not replaced by a valid one: a bearer credential takes precedence over the cookie', async () => {
    const user = await server.register();
    expect(await refusal({ bearer: createApiToken(), cookie: user.token })).toContain('"unauthorized"');
    expect(await refusal({ bearer: user.token, cookie: 'nonsense' })).toContain('accepted');
  });
});

describe('a valid credential', () => {
  it('costs one statement with workspace and role, and a second after a change of the workspace', async () => {
    const { owner, slug, path } = await server.workspace();
    for (const bearer of [owner.token, await server.mintToken(owner)]) {
      await server.as(owner).patch(path, { name: 'Changed' });
      expect(await statementsOf(() => authenticate({ bearer, workspaceSlug: slug }))).toBe(2);
      expect(await statementsOf(() => authenticate({ bearer, workspaceSlug: slug }))).toBe(1);
    }
  });

  it('identifies the caller, the credential and the workspace', async () => {
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

  it('has no workspace if the path names none, an unknown one, or one of others', async () => {
    const [ours, theirs] = [await server.workspace(), await server.workspace()];
    const bearer = ours.owner.token;
    for (const workspaceSlug of [null, 'no-such-place', theirs.slug, '', ours.slug.toUpperCase(), `${ours.slug}\0`])
      expect((await authenticate({ bearer, workspaceSlug })).workspace).toBeNull();
  });

  it('of a token has the current role of its user', async () => {
    const workspace = await server.workspace();
    const user = await workspace.member();
    const bearer = await server.mintToken(user);
    const role = async () => (await authenticate({ bearer, workspaceSlug: workspace.slug })).workspace?.role;
    expect(await role()).toBe('member');
    await server.as(workspace.owner).patch(`${workspace.path}/members/${user.id}`, { role: 'viewer' });
    expect(await role()).toBe('viewer');
  });
});
