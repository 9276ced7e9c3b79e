import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { READ_SCOPE } from '@cubit/core/host';
import { createClock, createTestServer, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';
import { PRODUCT } from './product.js';

const TOKENS = '/api/v1/me/api-tokens';
const ORIGIN = { origin: 'http://cubit.test' };
const SAME_ID = { headers: { 'x-request-id': 'same' } };

interface Token {
  readonly id: string;
  readonly token: string;
}

const clock = createClock();
let server: TestServer;
let workspace: TestWorkspace;

beforeAll(async () => {
  // Runs in this process, because the tests advance the clock.
  server = await createTestServer({ ...PRODUCT, now: clock.now });
  workspace = await server.workspace();
  // The tests advance the clock, and members are added with the session of the owner.
  await Promise.all([workspace.viewer(), workspace.member()]);
});
afterAll(() => server.close());

const mint = async (by: TestUser | string, order: object = {}) =>
  (await server.as(by).post<Token>(TOKENS, { name: 'X', ...order })).body;
const codeOf = ({ body }: { body: unknown }) => (body as { error?: { code: string } }).error?.code;

describe('credentials (5.1, 5.2)', () => {
  it('are bearer tokens: a session token of the browser app, or an API token', async () => {
    const user = await server.register();
    const { token } = await mint(user);

    expect(user.token.split('.')).toHaveLength(3);
    for (const credential of [user.token, token])
      expect((await server.as(credential).get('/api/v1/me')).body).toMatchObject({ id: user.id });
  });

  it.each(['bearer', 'BEARER', 'Bearer'])('accept the scheme in any letter case: %s', async (scheme) => {
    const { token } = await mint(await server.register());

    const reply = await server.anonymous.get('/api/v1/me', { headers: { authorization: `${scheme} ${token}` } });

    expect(reply.status).toBe(200);
  });

  it.each([
    ['another scheme', (token: string) => `Basic ${token}`],
    ['no scheme', (token: string) => token],
    ['nothing after the scheme', () => 'Bearer '],
    ['a token in quotes', (token: string) => `Bearer "${token}"`],
    ['two tokens', (token: string) => `Bearer ${token} ${token}`],
  ])('are missing with %s', async (_, authorization) => {
    const { token } = await mint(await server.register());

    const reply = await server.anonymous.get('/api/v1/me', { headers: { authorization: authorization(token) } });

    expect(reply).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  });

  it('are read only from the header and the cookie, never from the URL', async () => {
    const { token } = await mint(await server.register());

    expect((await server.anonymous.get(`/api/v1/me?access_token=${token}`)).status).toBe(401);
  });

  it('expire within minutes as a session, and last as an API token', async () => {
    const user = await server.register();
    const { token } = await mint(user);

    clock.advance({ minutes: 16 });

    expect((await server.as(user).get('/api/v1/me')).status).toBe(401);
    expect((await server.as(token).get('/api/v1/me')).status).toBe(200);
  });
});

describe('rejected tokens (5.4)', () => {
  it('expired and revoked tokens get exactly the answer of an invalid one', async () => {
    const keeper = (await mint(await server.register())).token;
    const expired = await mint(keeper, { expires_at: new Date(clock.now().getTime() + 1_000).toISOString() });
    const revoked = await mint(keeper);
    await server.as(keeper).delete(`${TOKENS}/${revoked.id}`);
    clock.advance({ seconds: 2 });
    const flipped = expired.token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const bearers = [expired.token, revoked.token, flipped, 'cbt_', `cbt_${'x'.repeat(49)}`, 'x', 'a.b.c'];

    const answers = await Promise.all(
      bearers.map(async (bearer) => {
        const { status, headers, text } = await server.as(bearer).get(workspace.path, SAME_ID);
        return JSON.stringify({ status, text, headers: { ...headers, date: '' } });
      }),
    );

    expect(new Set(answers).size).toBe(1);
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ status: 401 });
  });
});

describe('the reach of a token (5.5 to 5.7)', () => {
  it('is that of its user, in all workspaces of the user', async () => {
    const user = await workspace.member();
    const other = await server.workspace();
    const owns = await server.workspace({ owner: await freshly(user) });
    const { token } = await mint(await freshly(user));
    const as = server.as(token);

    expect((await as.get(workspace.path)).status).toBe(200);
    expect(codeOf(await as.patch(workspace.path, { name: 'X' }))).toBe('forbidden');
    expect((await as.patch(owns.path, { name: 'Mine' })).status).toBe(200);
    expect(codeOf(await as.get(other.path))).toBe('not_found');
    expect((await as.get('/api/v1/me')).body).toMatchObject({ id: user.id });
  });

  it('follows the current role of the user', async () => {
    const user = await workspace.viewer();
    const { token } = await mint(await freshly(user));
    const rename = () => server.as(token).patch(workspace.path, { name: 'Renamed' });
    const owner = server.as((await mint(await freshly(workspace.owner))).token);

    expect((await rename()).status).toBe(403);
    await owner.patch(`${workspace.path}/members/${user.id}`, { role: 'admin' });
    expect((await rename()).status).toBe(200);
    await owner.delete(`${workspace.path}/members/${user.id}`);
    expect((await rename()).status).toBe(404);
  });

  it('is limited to the routes of its scopes if it has any, still as its user', async () => {
    const owner = await freshly(workspace.owner);
    for (const [id, { definition }] of server.kernel.registry.scopes) {
      const scoped = server.as((await mint(owner, { scopes: [id], workspace: workspace.slug })).token);

      expect((await scoped.get(`${TOKENS}/current`)).body).toMatchObject({
        scopes: [id],
        user: { id: workspace.owner.id },
      });
      for (const path of ['/api/v1/me', TOKENS, '/api/v1/nothing']) {
        const reply = await scoped.get(path);
        expect([path, codeOf(reply)]).toEqual([path, 'scope_denied']);
        expect(reply.headers['x-accepted-scopes']).toBe('');
      }
      if (id !== READ_SCOPE.id)
        for (const path of [workspace.path, `${workspace.path}/event-log`]) {
          const reply = await scoped.get(path);
          expect([path, codeOf(reply)]).toEqual([path, 'scope_denied']);
          expect(reply.headers['x-accepted-scopes']).toBe(READ_SCOPE.id);
        }
      expect(definition.operations).not.toContain('createApiToken');
    }
  });
});

describe('creating tokens (5.3, 5.8, 5.9)', () => {
  it('starts from a browser session, with the cookie or the session token', async () => {
    const user = await server.register();
    const cookie = { cookie: `cubit_session=${user.token}`, ...ORIGIN };

    const byCookie = await server.anonymous.post<Token>(TOKENS, { name: 'First' }, { headers: cookie });

    expect(byCookie.status).toBe(201);
    expect((await mint(user)).token).toMatch(/^cbt_/);
  });

  it('is possible with an existing token, but not with a scoped one', async () => {
    const user = await server.register();
    const first = await mint(user);
    const scoped = await mint(user, { scopes: ['drive:control'] });

    expect((await mint(first.token)).token).toMatch(/^cbt_/);
    expect(codeOf(await server.as(scoped.token).post(TOKENS, { name: 'X' }))).toBe('scope_denied');
  });

  it('requires a signed-in user: there is no client-credentials flow', async () => {
    expect((await server.anonymous.post(TOKENS, { name: 'X' })).status).toBe(401);
    for (const path of ['/oauth/token', '/api/v1/oauth/token', '/api/v1/token', '/token'])
      expect((await server.anonymous.post(path, { grant_type: 'client_credentials' })).status).toBe(404);
  });

  it('cannot recover a lost token: another one is created in its place', async () => {
    const user = await server.register();
    const lost = await mint(user);

    expect(codeOf(await server.as(user).get(`${TOKENS}/${lost.id}`))).toBe('method_not_allowed');
    await server.as(user).delete(`${TOKENS}/${lost.id}`);
    expect((await mint(user)).token).not.toBe(lost.token);
  });
});

describe('the browser session', () => {
  it('uses an HttpOnly cookie, and its writes must come from the own origin', async () => {
    const { email, password } = await server.register();
    const signedIn = await server.anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
    const cookies = [signedIn.headers['set-cookie']].flat().map(String);
    const session = cookies.find((cookie) => cookie.startsWith('cubit_session='));
    const cookie = session?.split(';', 1)[0] ?? '';
    const from = (headers: Record<string, string>) =>
      server.anonymous.patch('/api/v1/me', { name: 'X' }, { headers: { cookie, ...headers } });

    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Lax/);
    expect((await from(ORIGIN)).status).toBe(200);
    for (const foreign of ['https://evil.example', 'null', 'http://cubit.test.evil.example', 'http://cubit.test:81'])
      expect([foreign, codeOf(await from({ origin: foreign }))]).toEqual([foreign, 'csrf_rejected']);
    expect(codeOf(await from({ 'sec-fetch-site': 'cross-site' }))).toBe('csrf_rejected');
  });

  it('is invalid everywhere after sign-out', async () => {
    const user = await server.register();
    await server.as(user).delete('/api/v1/me/session');

    expect((await server.as(user).get('/api/v1/me')).status).toBe(401);
  });
});

/** The user with a new session token that is valid at the present time of the clock. */
async function freshly(user: TestUser): Promise<TestUser> {
  const { email, password } = user;
  const { body } = await server.anonymous.post<{ token: string }>('/api/v1/me/session', { email, password });
  return { ...user, token: body.token };
}
