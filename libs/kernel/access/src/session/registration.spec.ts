import { afterAll, beforeEach, afterEach, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';

const PATH = '/api/v1/me/registration';
const ada = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
const grace = { ...ada, email: 'grace@example.org', name: 'Grace' };

interface SignedIn {
  readonly token: string;
  readonly expires_at: string;
  readonly user: { readonly id: string; readonly email: string; readonly instance_admin: boolean };
}

describe('registration on a new instance', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer({ settings: { registration: 'invite' } });
  });
  afterEach(() => server.close());

  it('is open while there is no user, and the first user is the instance administrator', async () => {
    const { status, body } = await server.anonymous.post<SignedIn>(PATH, ada);
    expect(status).toBe(201);
    expect(body.user).toMatchObject({ email: 'ada@example.org', name: 'Ada', instance_admin: true });
    expect(body.expires_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('says without a credential who may register', async () => {
    const mode = async (of: TestServer) => (await of.anonymous.get<{ mode: string }>(PATH)).body;
    expect(await mode(server)).toMatchObject({ mode: 'first', name: 'Cubit', version: expect.any(String) });
    await server.anonymous.post(PATH, ada);
    expect(await mode(server)).toMatchObject({ mode: 'invite' });
    const open = await createTestServer({ settings: { registration: 'open' } });
    await open.anonymous.post(PATH, ada);
    expect(await mode(open)).toMatchObject({ mode: 'open' });
    await open.close();
  });

  it('signs in: the token and both cookies are valid', async () => {
    const { body, headers } = await server.anonymous.post<SignedIn>(PATH, ada);
    expect((await server.as(body.token).get('/api/v1/me')).body).toEqual(body.user);
    const cookies = [headers['set-cookie']].flat().join('\n');
    expect(cookies).toMatch(/cubit_session=[^;]+;.*Path=\/(;|$)/m);
    expect(cookies).toMatch(/cubit_refresh=[^;]+;.*Path=\/api\/v1\/me\/session(;|$)/m);
  });

  it('requires an invitation once there is a user', async () => {
    await server.anonymous.post(PATH, ada);
    const refused = await server.anonymous.post(PATH, grace);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('makes one administrator of two concurrent first users', async () => {
    const replies = await Promise.all([ada, grace].map((person) => server.anonymous.post<SignedIn>(PATH, person)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403]);
    const users = await server.database.db.selectFrom('app_user').select('instance_admin').execute();
    expect(users).toEqual([{ instance_admin: true }]);
  });

  it('joins the workspace of the invitation in its body', async () => {
    const owner = await server.register();
    const workspace = await server.workspace({ owner, modules: [] });
    const invited = await server
      .as(owner)
      .post<{ token: string }>(`${workspace.path}/invitations`, { email: grace.email, role: 'viewer' });
    const joined = await server.anonymous.post<SignedIn>(PATH, { ...grace, invitation: invited.body.token });
    expect(joined.status).toBe(201);
    expect(joined.body.user.instance_admin).toBe(false);
    expect((await server.as(joined.body.token).get('/api/v1/me/orgs')).body).toMatchObject({
      data: [{ slug: workspace.slug, role: 'viewer' }],
    });
    const again = await server.anonymous.post(PATH, { ...ada, invitation: invited.body.token });
    expect(again.status).toBe(422);
    expect(again.body).toMatchObject({ error: { details: [{ path: '/invitation' }] } });
  });

  it('reveals whether an address has an account only with a valid invitation', async () => {
    await server.anonymous.post(PATH, ada);
    const known = await server.anonymous.post(PATH, { ...ada, invitation: 'x' });
    const unknown = await server.anonymous.post(PATH, { ...grace, invitation: 'x' });
    expect(known.status).toBe(422);
    expect(known.text).toBe(unknown.text);
  });

  it('does not use up an invitation if the address is taken', async () => {
    const owner = await server.register(ada);
    const workspace = await server.workspace({ owner, modules: [] });
    const invited = await server
      .as(owner)
      .post<{ token: string }>(`${workspace.path}/invitations`, { email: grace.email, role: 'member', bind: false });
    const taken = await server.anonymous.post(PATH, { ...ada, invitation: invited.body.token });
    expect(taken.status).toBe(409);
    expect((await server.anonymous.post(PATH, { ...grace, invitation: invited.body.token })).status).toBe(201);
  });
});

describe('registration on an open instance', () => {
  const opened = createTestServer({ settings: { registration: 'open' } });
  afterAll(async () => (await opened).close());

  it('accepts everybody, and makes only the first user an administrator', async () => {
    const { anonymous } = await opened;
    const people = [ada, grace, { ...ada, email: 'mary@example.org' }];
    const replies = await Promise.all(people.map((person) => anonymous.post<SignedIn>(PATH, person)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.filter(({ body }) => body.user.instance_admin)).toHaveLength(1);
  });

  it.each([
    ['as it is', 'taken@example.org'],
    ['in other letter case', 'TAKEN@example.ORG'],
  ])('refuses a taken address %s', async (_, email) => {
    const { anonymous } = await opened;
    await anonymous.post(PATH, { ...ada, email: 'taken@example.org' });
    const { status, body } = await anonymous.post(PATH, { ...ada, email });
    expect(status).toBe(409);
    expect(body).toMatchObject({ error: { code: 'already_exists', details: [{ path: '/email' }] } });
  });

  it('creates one account for an address that is registered twice at once', async () => {
    const { anonymous } = await opened;
    const twice = [1, 2].map(() => anonymous.post(PATH, { ...ada, email: 'twice@example.org' }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it.each([
    ['a password of 9 characters', { password: '\u{1f511}'.repeat(9) }, '/password'],
    ['a password of 1,001 characters', { password: 'x'.repeat(1_001) }, '/password'],
    ['no name', { name: '' }, '/name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name'],
    ['no address', { email: 'ada' }, '/email'],
    ['an unknown member', { role: 'owner' }, '/role'],
  ])('refuses %s', async (_, fault, path) => {
    const { anonymous } = await opened;
    const { status, body } = await anonymous.post(PATH, { ...ada, email: 'new@example.org', ...fault });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'validation_failed', details: [{ path }] } });
  });

  it.each([10, 1_000])('accepts a password of %i characters, counted as code points', async (length) => {
    const { anonymous } = await opened;
    const person = { ...ada, email: `long${length}@example.org`, password: '\u{1f511}'.repeat(length) };
    expect((await anonymous.post(PATH, person)).status).toBe(201);
    expect(
      (await anonymous.post('/api/v1/me/session', { email: person.email, password: person.password })).status,
    ).toBe(201);
  });

  it('stores no password in plain text', async () => {
    const { anonymous, database } = await opened;
    await anonymous.post(PATH, { ...ada, email: 'secret@example.org', password: 'a secret in plain text' });
    const tables = await Promise.all([
      database.db.selectFrom('app_user').selectAll().execute(),
      database.db.selectFrom('audit_log').selectAll().execute(),
    ]);
    expect(JSON.stringify(tables)).not.toContain('a secret in plain text');
  });
});
