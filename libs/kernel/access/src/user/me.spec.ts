import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestUser } from '@cubit/testing';

const PATH = '/api/v1/me';
const NEW_PASSWORD = 'a better horse battery';
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const signIn = (user: TestUser, password = user.password) =>
  server.anonymous.post<{ token: string }>('/api/v1/me/session', { email: user.email, password });
const status = async (token: string) => (await server.as(token).get(PATH)).status;

describe('the account', () => {
  it('is read by its owner, by session and by API token', async () => {
    const user = await server.register({ name: 'Ada' });
    const bySession = await server.as(user).get(PATH);
    expect(bySession.status).toBe(200);
    expect(bySession.body).toMatchObject({ id: user.id, email: user.email, name: 'Ada' });
    expect(bySession.text).not.toContain('argon2');
    expect((await server.as(await server.mintToken(user)).get(PATH)).text).toBe(bySession.text);
  });

  it('accepts a new name unchanged', async () => {
    const user = await server.register();
    const name = '  Ada \u{1f9ee} <script>\n';
    expect((await server.as(user).patch(PATH, { name })).body).toMatchObject({ name });
    expect((await server.as(user).get(PATH)).body).toMatchObject({ name });
  });

  it.each([
    ['a new password', { password: NEW_PASSWORD }],
    ['a new address', { email: 'new@example.org' }],
  ])('needs the current password for %s', async (_, change) => {
    const user = await server.register();
    const without = await server.as(user).patch(PATH, change);
    const wrong = await server.as(user).patch(PATH, { ...change, current_password: 'not my password' });
    for (const refused of [without, wrong]) {
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ error: { details: [{ path: '/current_password' }] } });
    }
    expect((await server.as(user).get(PATH)).body).toMatchObject({ email: user.email });
    expect((await signIn(user)).status).toBe(201);
  });

  it('accepts only the new password after a change', async () => {
    const user = await server.register();
    const change = { password: NEW_PASSWORD, current_password: user.password };
    expect((await server.as(user).patch(PATH, change)).status).toBe(200);
    expect((await signIn(user)).status).toBe(401);
    expect((await signIn(user, NEW_PASSWORD)).status).toBe(201);
  });

  it('ends the other sessions when its password changes, at once, and keeps the current one', async () => {
    const user = await server.register();
    const other = await signIn(user);
    await server.as(user).patch(PATH, { password: NEW_PASSWORD, current_password: user.password });
    expect(await status(other.body.token)).toBe(401);
    expect(await status(user.token)).toBe(200);
  });

  it('refuses a change of its password with an API token', async () => {
    const user = await server.register();
    const token = await server.mintToken(user);
    const change = { password: NEW_PASSWORD, current_password: user.password };
    const refused = await server.as(token).patch(PATH, change);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect((await signIn(user)).status).toBe(201);
  });

  it('keeps its API tokens when its password changes, unless they are to be revoked', async () => {
    const user = await server.register();
    const tokens = [await server.mintToken(user), await server.mintToken(user)];
    const statuses = () => Promise.all(tokens.map(status));
    await server.as(user).patch(PATH, { password: NEW_PASSWORD, current_password: user.password });
    expect(await statuses()).toEqual([200, 200]);

    const change = { password: 'a third horse battery', current_password: NEW_PASSWORD, revoke_tokens: true };
    expect((await server.as(user).patch(PATH, change)).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
    const entries = server.database.db.selectFrom('audit_log').select('action').where('user_id', '=', user.id);
    const actions = (await entries.execute()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'token.revoked')).toHaveLength(2);
  });

  it('revokes no API token without a new password', async () => {
    const user = await server.register();
    const refused = await server.as(user).patch(PATH, { name: 'New', revoke_tokens: true });
    expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ path: '/revoke_tokens' }] } } });
  });

  it('keeps its sessions when its name or address changes', async () => {
    const user = await server.register();
    const other = await signIn(user);
    await server.as(user).patch(PATH, { email: `x${user.email}`, name: 'New', current_password: user.password });
    expect(await status(other.body.token)).toBe(200);
  });

  it('accepts its address in another letter case, and refuses a taken one', async () => {
    const [ada, grace] = [await server.register(), await server.register()];
    const current_password = ada.password;
    const upper = await server.as(ada).patch(PATH, { email: ada.email.toUpperCase(), current_password });
    expect(upper.body).toMatchObject({ email: ada.email.toUpperCase() });
    const taken = await server.as(ada).patch(PATH, { email: grace.email.toUpperCase(), current_password });
    expect(taken.status).toBe(409);
    expect(taken.body).toMatchObject({ error: { code: 'already_exists', details: [{ path: '/email' }] } });
  });

  it('gives an address to one of two users who request it at once', async () => {
    const users = [await server.register(), await server.register()];
    const replies = await Promise.all(
      users.map((user) =>
        server.as(user).patch(PATH, { email: 'wanted@example.org', current_password: user.password }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409]);
  });

  it('changes its password once when two changes arrive at once', async () => {
    const user = await server.register();
    const replies = await Promise.all(
      ['first new password', 'second new password'].map((password) =>
        server.as(user).patch(PATH, { password, current_password: user.password }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422]);
  });

  it.each([
    ['null for a name', { name: null }],
    ['a role', { instance_admin: true }],
    ['a short password', { password: 'short', current_password: 'x' }],
  ])('refuses %s', async (_, change) => {
    const user = await server.register();
    expect((await server.as(user).patch(PATH, change)).status).toBe(422);
  });
});
