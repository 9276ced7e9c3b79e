import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createShippedServer,
  databaseDump,
  type SweptServer,
  type TestClient,
  type TestReply,
  type TestUser,
  type TestWorkspace,
} from '@cubit/testing';
import { PRODUCT } from './product.js';

const TOKENS = '/api/v1/me/api-tokens';

interface Address {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly last_used_at?: string | null;
}

let server: SweptServer;
let workspace: TestWorkspace;
let ada: TestUser;
let addresses: string;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  addresses = `${workspace.path}/modules/projects/calendar-addresses`;
  const task = { fields: { title: 'Sand the floor', due_at: '2027-01-04T09:00:00Z' } };
  await server.as(workspace.owner).post(`${workspace.path}/modules/projects/records/task`, task);
});
afterAll(() => server.close());
beforeEach(async () => {
  ada = await join('viewer');
});

/** A new member, so that no test sees the addresses of another. */
async function join(role: string, user?: TestUser): Promise<TestUser> {
  const joining = user ?? (await server.register());
  const { body } = await server
    .as(workspace.owner)
    .post<{ token: string }>(`${workspace.path}/invitations`, { email: joining.email, role });
  await server.as(joining).post(`/api/v1/me/invitations/${body.token}/accept`);
  return joining;
}

const make = async (by: TestUser | string = ada, body: object = {}) =>
  (await server.as(by).post<Address>(addresses, body)).body;
const list = async (by: TestUser | string = ada) =>
  (await server.as(by).get<{ data: readonly Address[] }>(addresses)).body.data;
const keyOf = ({ url }: Address) => new URL(url).searchParams.get('key') ?? '';
/** As a calendar program asks: without any header of its own. */
const follow = ({ url }: Address, more = '', client: TestClient = server.anonymous) => {
  const { pathname, search } = new URL(url);
  return client.get(`${pathname}${search}${more}`);
};
const codeOf = ({ body }: TestReply<unknown>) => (body as { error?: { code?: string } } | undefined)?.error?.code;

describe('the address of a calendar', () => {
  it('is made by any member, with or without a name, and answers the calendar without a header', async () => {
    const reply = await server.as(ada).post<Address>(addresses);
    expect([reply.status, reply.body.name]).toEqual([201, 'Calendar address']);
    expect(reply.headers['location']).toBe(`${addresses}/${reply.body.id}`);
    expect(reply.body.url).toMatch(/\/modules\/projects\/calendar\.ics\?key=cbk_[0-9A-Za-z]{49}$/);

    const calendar = await follow(reply.body);
    expect([calendar.status, calendar.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(calendar.text).toContain('SUMMARY:Sand the floor');
    expect((await follow(reply.body, `&assignee=${ada.id}`)).text).not.toContain('SUMMARY');
    expect((await make(ada, { name: 'Phone' })).name).toBe('Phone');
    expect((await server.as(ada).post(addresses, { name: '' })).status).toBe(422);
    const empty = { headers: { 'content-type': 'application/json' } };
    expect(codeOf(await server.as(ada).post(addresses, '', empty))).toBe('invalid_json');
  });

  it('takes precedence over other credentials of the request', async () => {
    const address = await make();
    const stranger = await server.register();

    expect((await follow(address, '', server.as(stranger))).status).toBe(200);
    expect((await follow(address, '', server.as('garbage'))).status).toBe(200);
  });

  it('is listed to its owner alone, without its key, with its last use', async () => {
    const [first, second] = [await make(ada, { name: 'Phone' }), await make(ada, { name: 'Desk' })];
    await follow(first);

    const rows = await list();

    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      [second.id, 'Desk'],
      [first.id, 'Phone'],
    ]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['created_at', 'expires_at', 'id', 'last_used_at', 'name']);
    expect(rows.map(({ last_used_at: at }) => typeof at)).toEqual(['object', 'string']);
    expect(await list(workspace.owner)).toEqual([]);
  });

  it('ends at once when it is removed, by its owner only', async () => {
    const address = await make();
    const path = `${addresses}/${address.id}`;

    expect((await server.as(workspace.owner).delete(path)).status).toBe(404);
    expect((await follow(address)).status).toBe(200);
    expect((await server.as(ada).delete(path)).status).toBe(204);
    expect(codeOf(await follow(address))).toBe('unauthorized');
    expect((await server.as(ada).delete(path)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('opens nothing else', async () => {
    const [address, other] = [await make(), await server.workspace({ owner: workspace.owner })];
    const key = keyOf(address);
    const bearer = server.as(key);

    for (const path of ['/api/v1/me', `${TOKENS}/current`, workspace.path, new URL(address.url).pathname, addresses])
      expect([path, codeOf(await bearer.get(path))]).toEqual([path, 'unauthorized']);
    for (const path of [workspace.path, `${workspace.path}/modules/projects/records/task`, addresses, '/api/v1/me'])
      expect([path, codeOf(await server.anonymous.get(`${path}?key=${key}`))]).toEqual([path, 'unauthorized']);
    expect(codeOf(await server.anonymous.post(`${addresses}?key=${key}`))).toBe('unauthorized');
    const elsewhere = new URL(address.url).pathname.replace(workspace.slug, other.slug);
    expect(codeOf(await server.anonymous.get(`${elsewhere}?key=${key}`))).toBe('not_found');
  });

  it('is not opened by another secret, whatever it opens itself', async () => {
    const address = await make();
    const { pathname } = new URL(address.url);
    const token = await server.mintToken(ada);
    const mistyped = `${keyOf(address).slice(0, -1)}${keyOf(address).endsWith('0') ? '1' : '0'}`;

    for (const query of ['', '?key=', `?key=${token}`, `?key=${ada.token}`, `?key=${mistyped}`, `?token=${token}`])
      expect([query, codeOf(await server.anonymous.get(`${pathname}${query}`))]).toEqual([query, 'unauthorized']);
    expect(codeOf(await follow(address, '&colour=red'))).toBe('invalid_query');
  });

  it('ends with the membership, and stays closed when the member comes back', async () => {
    const address = await make();

    await server.as(workspace.owner).delete(`${workspace.path}/members/${ada.id}`);
    expect(codeOf(await follow(address))).toBe('unauthorized');
    await join('member', ada);
    expect(codeOf(await follow(address))).toBe('unauthorized');
    expect(await list()).toEqual([]);
    expect((await follow(await make())).status).toBe(200);
  });

  it('is closed while the module is off', async () => {
    const address = await make();
    const turn = (enabled: boolean) =>
      server.as(workspace.owner).patch(`${workspace.path}/modules/projects`, { enabled });

    await turn(false);
    expect(codeOf(await follow(address))).toBe('module_not_enabled');
    await turn(true);
    expect((await follow(address)).status).toBe(200);
  });

  it('is among the API tokens of its owner, and ends with them', async () => {
    const [first, second] = [await make(), await make()];
    const tokens = (await server.as(ada).get<{ data: readonly object[] }>(TOKENS)).body.data;
    expect(tokens).toContainEqual(
      expect.objectContaining({ id: first.id, token_prefix: 'cbk_', scopes: ['projects:calendar'] }),
    );

    await server.as(ada).delete(`${TOKENS}/${first.id}`);
    expect([(await follow(first)).status, (await follow(second)).status]).toEqual([401, 200]);
    const change = { password: 'another horse battery', current_password: ada.password, revoke_tokens: true };
    expect((await server.as(ada).patch('/api/v1/me', change)).status).toBe(200);
    expect((await follow(second)).status).toBe(401);
  });

  it('is neither made nor listed with a scoped token, and ends with the token that made it', async () => {
    for (const scopes of [['projects:calendar'], ['records:read'], ['feedback:intake']]) {
      const scoped = server.as(await server.mintToken(ada, { scopes, workspace: workspace.slug }));
      expect([codeOf(await scoped.post(addresses)), codeOf(await scoped.get(addresses))]).toEqual([
        'scope_denied',
        'scope_denied',
      ]);
    }
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    expect(await make(await server.mintToken(ada, { expires_at }))).toMatchObject({ expires_at });
  });

  it('has a scope, for programs that can send a header', async () => {
    const { pathname } = new URL((await make()).url);
    const token = server.as(await server.mintToken(ada, { scopes: ['projects:calendar'], workspace: workspace.slug }));

    expect([(await token.get(pathname)).status, codeOf(await token.get(workspace.path))]).toEqual([
      200,
      'scope_denied',
    ]);
  });

  it('has a key that stands nowhere: not in the database, the log, an error, an event or a repeated answer', async () => {
    const once = { headers: { 'idempotency-key': 'calendar-once' } };
    const { body: address } = await server.as(ada).post<Address>(addresses, { name: 'Once' }, once);
    const replayed = await server.as(ada).post<Address>(addresses, { name: 'Once' }, once);
    expect(replayed.body.id).toBe(address.id);
    const faulty = await follow(address, '&colour=red');
    await follow(address);
    await server.as(ada).delete(`${addresses}/${address.id}`);
    const refused = await follow(address);

    const owner = server.as(workspace.owner);
    const places = [
      await databaseDump(server.database.pool),
      JSON.stringify(server.log.entries),
      ...[replayed, faulty, refused].map(({ text }) => text),
      (await owner.get(`${workspace.path}/audit-log?limit=200`)).text,
      (await owner.get(`${workspace.path}/event-log?limit=200`)).text,
    ];
    for (const place of places) expect(place.includes(keyOf(address).slice('cbk_'.length))).toBe(false);
    expect(places[0]).toContain(address.id);
    expect(places[1]).toContain('/calendar.ics');
    expect(places[5]).toContain(address.id);
  });
});
