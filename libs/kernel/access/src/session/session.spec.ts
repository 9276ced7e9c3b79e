import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer, type TestUser } from '@cubit/testing';

const PATH = '/api/v1/me/session';
const clock = createClock();
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  server = await createTestServer({ now: clock.now });
  user = await server.register({ email: 'ada@example.org' });
});
afterAll(() => server.close());

interface Session {
  readonly token: string;
  readonly expires_at: string;
}

const signIn = (given: object = {}) =>
  server.anonymous.post<Session>(PATH, { email: user.email, password: user.password, ...given });
const me = async (token: string) => (await server.as(token).get('/api/v1/me')).status;
const cookieOf = (headers: { readonly 'set-cookie'?: unknown }, name: string) => {
  const cookies = [headers['set-cookie']].flat() as string[];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.split(';')[0] ?? '';
};
async function refreshCookie(): Promise<string> {
  return cookieOf((await signIn()).headers, 'cubit_refresh');
}
const refresh = (cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  server.anonymous.post<Session>(`${PATH}/refresh`, undefined, { headers: { cookie, ...headers } });

describe('sign-in', () => {
  it('answers with a session token for 15 minutes, the user and both cookies', async () => {
    const { status, body, headers } = await signIn();
    expect(status).toBe(201);
    expect(body).toMatchObject({ user: { id: user.id, email: user.email } });
    expect(Date.parse(body.expires_at) - clock.now().getTime()).toBeGreaterThan(14 * 60_000);
    expect(Date.parse(body.expires_at) - clock.now().getTime()).toBeLessThanOrEqual(15 * 60_000);
    expect(cookieOf(headers, 'cubit_session')).toBe(`cubit_session=${body.token}`);
    expect(cookieOf(headers, 'cubit_refresh')).toMatch(/^cubit_refresh=[\w-]{43}$/);
    expect(await me(body.token)).toBe(200);
  });

  it('ignores the letter case of the address', async () => {
    expect((await signIn({ email: 'ADA@Example.org' })).status).toBe(201);
  });

  it('responds to a wrong password exactly as to an unknown address', async () => {
    const wrong = await signIn({ password: 'wrong horse battery' });
    const unknown = await signIn({ email: 'nobody@example.org' });
    const short = await signIn({ password: 'x' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ error: { code: 'invalid_credentials' } });
    expect([unknown.text, short.text]).toEqual([wrong.text, wrong.text]);
  });

  it('is audited, whether it succeeds or not, without the password', async () => {
    await signIn({ password: 'wrong horse battery' });
    await signIn();
    const rows = await server.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(2).execute();
    expect(rows).toMatchObject([
      { action: 'session.created', user_id: user.id, actor: { id: user.id } },
      { action: 'session.refused', user_id: user.id, actor: { id: null }, target: { email: user.email } },
    ]);
    expect(rows.every(({ address }) => address !== null)).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('horse battery');
  });
});

describe('sign-out', () => {
  it('takes effect with the next request, and removes the cookies', async () => {
    const { body } = await signIn();
    const out = await server.as(body.token).delete(PATH);
    expect(out.status).toBe(204);
    expect(cookieOf(out.headers, 'cubit_session')).toBe('cubit_session=');
    expect(cookieOf(out.headers, 'cubit_refresh')).toBe('cubit_refresh=');
    expect(await me(body.token)).toBe(401);
  });

  it('ends this session and no other', async () => {
    const [first, second] = [await signIn(), await signIn()];
    await server.as(first.body.token).delete(PATH);
    expect(await me(second.body.token)).toBe(200);
  });

  it('ends the refresh token with it', async () => {
    const { body, headers } = await signIn();
    await server.as(body.token).delete(PATH);
    expect((await refresh(cookieOf(headers, 'cubit_refresh'))).status).toBe(401);
  });

  it('is refused for an API token', async () => {
    const { status, body } = await server.as(await server.mintToken(user)).delete(PATH);
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'conflict' } });
  });
});

describe('a session token', () => {
  it('is refused after 15 minutes', async () => {
    const { body } = await signIn();
    clock.advance({ minutes: 14, seconds: 58 });
    expect(await me(body.token)).toBe(200);
    clock.advance({ seconds: 2 });
    expect(await me(body.token)).toBe(401);
  });

  it('is read from the cookie if there is no bearer credential', async () => {
    const { body } = await signIn();
    const headers = { cookie: `cubit_session=${body.token}` };
    expect((await server.anonymous.get('/api/v1/me', { headers })).status).toBe(200);
    expect((await server.as('nonsense').get('/api/v1/me', { headers })).status).toBe(401);
  });
});

describe('a refresh token', () => {
  it('returns a new session token and another refresh token', async () => {
    const cookie = await refreshCookie();
    const { status, body, headers } = await refresh(cookie);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'token']);
    expect(await me(body.token)).toBe(200);
    const next = cookieOf(headers, 'cubit_refresh');
    expect(next).not.toBe(cookie);
    expect((await refresh(next)).status).toBe(200);
  });

  it('outlives the session token, for 30 days', async () => {
    const [used, late] = [await refreshCookie(), await refreshCookie()];
    clock.advance({ days: 29, hours: 23 });
    expect((await refresh(used)).status).toBe(200);
    clock.advance({ hours: 1 });
    expect((await refresh(late)).status).toBe(401);
  });

  it('returns the same successor again within 30 seconds of its rotation, with a new session token', async () => {
    const cookie = await refreshCookie();
    const first = await refresh(cookie);
    clock.advance({ seconds: 29 });
    const again = await refresh(cookie);
    expect(again.status).toBe(200);
    expect(cookieOf(again.headers, 'cubit_refresh')).toBe(cookieOf(first.headers, 'cubit_refresh'));
    expect(again.body.token).not.toBe(first.body.token);
    expect([await me(first.body.token), await me(again.body.token)]).toEqual([200, 200]);
    expect((await refresh(cookieOf(again.headers, 'cubit_refresh'))).status).toBe(200);
  });

  it('returns the last successor if the first one was used meanwhile', async () => {
    const cookie = await refreshCookie();
    const second = cookieOf((await refresh(cookie)).headers, 'cubit_refresh');
    const third = cookieOf((await refresh(second)).headers, 'cubit_refresh');
    expect(cookieOf((await refresh(cookie)).headers, 'cubit_refresh')).toBe(third);
  });

  it('is refused within the 30 seconds if its session has ended', async () => {
    const cookie = await refreshCookie();
    const { body } = await refresh(cookie);
    await server.as(body.token).delete(PATH);
    expect((await refresh(cookie)).status).toBe(401);
  });

  it('ends the whole family if a used token is used again after 30 seconds', async () => {
    const cookie = await refreshCookie();
    const rotated = await refresh(cookie);
    clock.advance({ seconds: 30 });
    const reused = await refresh(cookie);
    expect(reused.status).toBe(401);
    expect(reused.body).toMatchObject({ error: { code: 'unauthorized' } });
    expect(await me(rotated.body.token)).toBe(401);
    expect((await refresh(cookieOf(rotated.headers, 'cubit_refresh'))).status).toBe(401);
  });

  it('is audited when it is used again', async () => {
    const cookie = await refreshCookie();
    await refresh(cookie);
    clock.advance({ seconds: 30 });
    await refresh(cookie);
    const last = server.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1);
    expect(await last.executeTakeFirst()).toMatchObject({ action: 'session.refresh_token_reused', user_id: user.id });
  });

  it('rotates once when several tabs use it at once, and every tab stays signed in', async () => {
    const cookie = await refreshCookie();
    const replies = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ headers }) => cookieOf(headers, 'cubit_refresh'))).size).toBe(1);
    expect(await Promise.all(replies.map(({ body }) => me(body.token)))).toEqual([200, 200, 200]);
  });

  it('stays valid in all tabs when two processes refresh it at once', async () => {
    const second = await createTestServer({ now: clock.now, sharedDatabase: server });
    const cookie = await refreshCookie();
    const replies = await Promise.all(
      [server, second, server, second].map(({ anonymous }) =>
        anonymous.post<Session>(`${PATH}/refresh`, undefined, { headers: { cookie } }),
      ),
    );
    await second.close();
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ headers }) => cookieOf(headers, 'cubit_refresh'))).size).toBe(1);
  });

  it('is refused like any invalid credential if it is unknown or missing', async () => {
    const unknown = await refresh(`cubit_refresh=${'x'.repeat(43)}`);
    const missing = await refresh('other=1');
    const bearer = await server.as('nonsense').get('/api/v1/me');
    expect(unknown.status).toBe(401);
    expect([missing.text, bearer.text]).toEqual([unknown.text, unknown.text]);
  });

  it.each([
    ['another origin', { origin: 'http://evil.test' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from a page of %s, and stays valid', async (_, headers) => {
    const cookie = await refreshCookie();
    const refused = await refresh(cookie, headers);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: { code: 'csrf_rejected' } });
    expect((await refresh(cookie, { origin: 'http://cubit.test', 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('is stored only as a hash', async () => {
    const secret = (await refreshCookie()).split('=')[1] ?? '';
    const rows = await server.database.db.selectFrom('refresh_token').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row.token_hash.toString('utf8'))).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
