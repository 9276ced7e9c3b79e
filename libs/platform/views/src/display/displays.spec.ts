import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  createClock,
  createTestServer,
  pairDisplay,
  type TestClient,
  testScreen,
  type TestServer,
  type TestWorkspace,
} from '@cubit/testing';
import { MemoryRateLimiter } from '@cubit/http';
import { print } from '../../fixtures/press.module.js';
import { studio } from '../../fixtures/studio.module.js';
import { viewsCapability } from '../views-capability.js';

interface Display {
  readonly id: string;
  readonly title: string;
  readonly last_seen_at: string | null;
  readonly lists: readonly {
    readonly part: string;
    readonly kind: string;
    readonly fields: readonly string[];
    readonly machine: string | null;
    readonly records: readonly { readonly title: string; readonly fields: Readonly<Record<string, unknown>> }[];
    readonly total: number;
  }[];
}
interface Refusal {
  readonly error: { readonly code: string; readonly details?: readonly { readonly path: string }[] };
}

const PAIRINGS = '/api/v1/me/pairings';
const UNKNOWN_ID = '0190a6e2-7c1d-7b3a-9f00-00000000ffff';
const MACHINES = { type: 'machines' };
const clock = createClock();
let server: TestServer;
let workspace: TestWorkspace;
let admin: TestClient;
let displays: string;

beforeAll(async () => {
  server = await createTestServer({
    modules: [studio, print],
    capabilities: () => [viewsCapability()],
    now: clock.now,
  });
  workspace = await server.workspace();
  admin = server.as(await server.mintToken(await workspace.admin()));
  displays = `${workspace.path}/displays`;
});
afterAll(() => server.close());

async function create(kind: string, fields: object): Promise<string> {
  const path = `${workspace.path}/modules/${kind.replace(':', '/records/')}`;
  const reply = await admin.post<{ id: string }>(path, { fields });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
}

async function shareView(view: object): Promise<string> {
  const body = { name: 'Made', kind: 'studio:piece', shared: true, ...view };
  const reply = await admin.post<{ id: string }>(`${workspace.path}/views`, body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.id;
}

const paired = (shows: object) => pairDisplay(server.anonymous, { admin, path: workspace.path, shows });
const auditedNow = async () =>
  (await admin.get<{ data: { action: string; target: { title?: string } }[] }>(`${workspace.path}/audit-log`)).body
    .data;

describe('pairing a screen', () => {
  it('gives the screen a code, and its credential once an administrator has entered the code', async () => {
    const { client, cookies } = testScreen(server.anonymous);
    const begun = await client.post<{ code: string; expires_at: string }>(PAIRINGS);
    expect(begun.status).toBe(201);
    expect(begun.body.code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{6}$/);
    expect(Date.parse(begun.body.expires_at) - clock.now().getTime()).toBe(600_000);
    const waiting = { state: 'waiting', workspace: null, display: null };
    expect((await client.post(`${PAIRINGS}/claim`)).body).toEqual(waiting);

    const typed = ` ${begun.body.code.slice(0, 3).toLowerCase()}-${begun.body.code.slice(3)}`;
    const made = await admin.post<Display>(displays, { code: typed, title: 'Print room', shows: MACHINES });
    expect(made).toMatchObject({ status: 201, body: { title: 'Print room', shows: MACHINES, last_seen_at: null } });
    expect(made.headers['location']).toBe(`${displays}/${made.body.id}`);

    const claimed = await client.post(`${PAIRINGS}/claim`);
    expect(claimed.body).toEqual({ state: 'paired', workspace: workspace.slug, display: made.body.id });
    const set = [claimed.headers['set-cookie']].flat().map(String);
    const credential = set.find((line) => line.startsWith('cubit_display='));
    expect(credential).toMatch(/; Path=\/api\/v1\/orgs; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
    // A screen on a wall holds no session of a person.
    for (const name of ['cubit_session', 'cubit_refresh', 'cubit_pairing'])
      expect(set.find((line) => line.startsWith(`${name}=;`))).toContain('Max-Age=0');
    expect((await client.get<Display>(`${displays}/${made.body.id}`)).body.title).toBe('Print room');

    const { rows } = await server.database.pool.query<{ token_hash: Buffer }>(
      'select token_hash from display where id = $1',
      [made.body.id],
    );
    const token = /cubit_display=([^;]+)/.exec(cookies())?.[1] ?? '';
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(token).digest());
    expect(await auditedNow()).toContainEqual(expect.objectContaining({ action: 'display.paired' }));
  });

  it('refuses unknown, used and expired codes alike, at the code', async () => {
    const { client } = testScreen(server.anonymous);
    const refused = async (code: string) => {
      const reply = await admin.post<Refusal>(displays, { code, title: 'X', shows: MACHINES });
      return [reply.status, reply.body.error.code, reply.body.error.details];
    };
    const unknown = await refused('BBBBBB');
    expect(unknown).toMatchObject([422, 'validation_failed', [{ path: '/code' }]]);

    const used = (await client.post<{ code: string }>(PAIRINGS)).body.code;
    await admin.post(displays, { code: used, title: 'X', shows: MACHINES });
    expect(await refused(used)).toEqual(unknown);

    const late = testScreen(server.anonymous);
    const expired = (await late.client.post<{ code: string }>(PAIRINGS)).body.code;
    clock.advance({ minutes: 10 });
    expect(await refused(expired)).toEqual(unknown);
    expect((await late.client.post(`${PAIRINGS}/claim`)).status).toBe(404);
    expect((await server.anonymous.post(`${PAIRINGS}/claim`)).status).toBe(404);
  });

  it('gives the credential again while the pairing lasts, because an answer can be lost', async () => {
    const { client, cookies } = testScreen(server.anonymous);
    const { code } = (await client.post<{ code: string }>(PAIRINGS)).body;
    const { id } = (await admin.post<Display>(displays, { code, title: 'X', shows: MACHINES })).body;
    const pairing = cookies();
    const lost = testScreen(server.anonymous);
    await lost.client.post(`${PAIRINGS}/claim`, undefined, { headers: { cookie: pairing } });
    await client.post(`${PAIRINGS}/claim`);
    expect((await client.get(`${displays}/${id}`)).status).toBe(200);
    expect((await lost.client.get(`${displays}/${id}`)).status).toBe(401);
  });

  it('lets a person try 30 codes in an hour, and a network ask for 20 in ten minutes', async () => {
    const limiter = new MemoryRateLimiter();
    const limited = await createTestServer({
      modules: [studio, print],
      capabilities: () => [viewsCapability({ limiter: () => limiter })],
      sharedDatabase: server,
      now: clock.now,
    });
    const curious = limited.as(await server.mintToken(await workspace.admin()));
    const guess = () => curious.post(displays, { code: 'BBBBBB', title: 'X', shows: MACHINES });
    for (let tried = 0; tried < 30; tried += 1) expect((await guess()).status).toBe(422);
    expect(await guess()).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });

    const ask = async () => (await limited.anonymous.post(PAIRINGS)).status;
    for (let asked = 0; asked < 20; asked += 1) expect(await ask()).toBe(201);
    expect(await ask()).toBe(429);
    await limited.close();
  });

  it('is for administrators, and refuses what is not there to be shown', async () => {
    const member = server.as(await workspace.member());
    expect((await member.post(displays, { code: 'BBBBBB', title: 'X', shows: MACHINES })).status).toBe(403);
    expect((await member.get(displays)).status).toBe(403);
    const { code } = (await testScreen(server.anonymous).client.post<{ code: string }>(PAIRINGS)).body;
    const own = await shareView({ shared: false });
    for (const view of [own, UNKNOWN_ID]) {
      const reply = await admin.post<Refusal>(displays, { code, title: 'X', shows: { type: 'view', view } });
      expect([reply.status, reply.body.error.details]).toMatchObject([422, [{ path: '/shows/view' }]]);
    }
    const bare = await server.workspace({ modules: ['studio'] });
    const reply = await server
      .as(bare.owner)
      .post<Refusal>(`${bare.path}/displays`, { code, title: 'X', shows: MACHINES });
    expect([reply.status, reply.body.error.details]).toMatchObject([422, [{ path: '/shows/type' }]]);
  });
});

describe('the credential of a display', () => {
  it('reads the display, the declarations and the stream, and nothing else', async () => {
    const { client, path, id } = await paired(MACHINES);
    const { client: other, path: otherPath } = await paired(MACHINES);
    expect((await client.get(path)).status).toBe(200);
    expect((await client.get(`${workspace.path}/ui`)).body).toMatchObject({ role: 'viewer' });
    // Elsewhere the cookie does not count, and nowhere for a change.
    for (const closed of [
      '/api/v1/me',
      workspace.path,
      displays,
      `${workspace.path}/event-log`,
      `${workspace.path}/views`,
      `${workspace.path}/modules/print/records/press`,
    ])
      expect([closed, (await client.get(closed)).status]).toEqual([closed, 401]);
    expect((await client.delete(path)).status).toBe(401);
    expect((await client.patch(path, { title: 'Y' })).status).toBe(401);
    // It is accepted in its cookie alone.
    const token = /cubit_display=([^;]+)/.exec((await paired(MACHINES)).cookies())?.[1] ?? '';
    expect((await server.as(token).get(path)).status).toBe(401);

    const unknown = await client.get(`${displays}/${UNKNOWN_ID}`, { headers: { 'x-request-id': 'same' } });
    const another = await client.get(otherPath, { headers: { 'x-request-id': 'same' } });
    expect([unknown.status, another.text]).toEqual([404, unknown.text]);
    const foreign = await server.workspace();
    const [there, nowhere] = [
      await other.get(`${foreign.path}/ui`, { headers: { 'x-request-id': 'same' } }),
      await other.get('/api/v1/orgs/no-such-place/ui', { headers: { 'x-request-id': 'same' } }),
    ];
    expect([there.status, there.text]).toEqual([404, nowhere.text]);
    expect(id).not.toBe('');
  });

  it('gives way to a session or a token of the same request', async () => {
    const { cookies, path } = await paired(MACHINES);
    const reply = await server.anonymous.get(path, {
      headers: { cookie: cookies(), authorization: 'Bearer nonsense' },
    });
    expect(reply.status).toBe(401);
  });

  it('ends after a year, and with the deletion of its workspace', async () => {
    const { client, path } = await paired(MACHINES);
    clock.advance({ days: 365 });
    expect((await client.get(path)).status).toBe(401);
    const doomed = await server.workspace();
    const owner = server.as(doomed.owner);
    const display = await pairDisplay(server.anonymous, {
      ...{ admin: owner, path: doomed.path },
      shows: { type: 'machines' },
    });
    expect((await owner.delete(doomed.path, { confirm: doomed.slug })).status).toBe(204);
    expect((await display.client.get(display.path)).status).toBe(401);
  });

  it('is listed with when it was last seen, is changed without pairing, and ends when it is revoked', async () => {
    const { client, path, id } = await paired(MACHINES);
    const seen = async () =>
      (await admin.get<{ data: Display[] }>(displays)).body.data.find((display) => display.id === id)?.last_seen_at;
    expect(await seen()).toBeNull();
    await client.get(path);
    expect(await seen()).toBe(clock.now().toISOString());

    const view = await shareView({});
    const changed = await admin.patch(path, { title: 'Hall', shows: { type: 'view', view } });
    expect(changed).toMatchObject({ status: 200, body: { title: 'Hall', shows: { type: 'view', view } } });
    expect((await client.get<Display>(path)).body.lists.map(({ part }) => part)).toEqual(['view']);

    expect((await admin.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(401);
    expect((await admin.delete(path)).status).toBe(404);
    const actions = (await auditedNow()).filter(({ target }) => target.title === 'Hall').map(({ action }) => action);
    expect(actions).toEqual(['display.revoked', 'display.changed']);
  });
});

describe('what a display shows', () => {
  it('is machines, what they do now and what comes next', async () => {
    const shelf = await create('studio:piece', { name: 'Bench', rank: 7 });
    const left = await create('print:press', {
      name: 'Left',
      state: 'offline',
      keeper: workspace.owner.id,
      stands_on: shelf,
      plates: [{ name: 'Cyan', piece: shelf }],
      seen_at: '2026-01-02T03:04:05.000Z',
      secret_note: 'not for the wall',
    });
    await create('print:order', { name: 'Poster', stage: 'running', press: left });
    await create('print:order', { name: 'Cards', rank: 2 });
    await create('print:order', { name: 'Flyers', rank: 1 });
    await create('print:order', { name: 'Old', stage: 'over', press: left });
    const { client, path } = await paired(MACHINES);
    const { text, body } = await client.get<Display>(path);

    expect(body.lists.map(({ part, kind, machine, total }) => [part, kind, machine, total])).toEqual([
      ['machines', 'print:press', null, 1],
      ['now', 'print:order', 'press', 1],
      ['next', 'print:order', 'press', 2],
    ]);
    const [machines, now, next] = body.lists;
    // People are left out, and so is what is not declared for the wall.
    expect(machines?.fields).toEqual(['stands_on', 'plates', 'seen_at']);
    expect(machines?.records[0]?.fields).toEqual({
      stands_on: { id: shelf, kind: 'studio:piece', title: 'Bench', fields: {} },
      plates: [{ name: 'Cyan' }],
      seen_at: '2026-01-02T03:04:05.000Z',
      state: 'offline',
    });
    expect(text).not.toContain('not for the wall');
    expect(text).not.toContain(workspace.owner.id);
    expect(now?.records[0]).toMatchObject({ title: 'Poster', fields: { press: { id: left, title: 'Left' } } });
    expect(next?.records.map(({ title }) => title)).toEqual(['Flyers', 'Cards']);
  });

  it('is the records of a shared view with its filter, fields and order, and nothing once it is no longer shared', async () => {
    for (const [name, state, rank] of [
      ['Cup', 'made', 2],
      ['Bowl', 'made', 1],
      ['Dish', 'planned', 3],
    ] as const)
      await create('studio:piece', { name, state, rank });
    const view = await shareView({ filter: 'state == "made" && rank < 5', sort: 'name', fields: ['rank', 'photo'] });
    const { client, path } = await paired({ type: 'view', view });
    const [list] = (await client.get<Display>(path)).body.lists;
    expect(list).toMatchObject({ part: 'view', kind: 'studio:piece', fields: ['rank'], total: 2 });
    expect(list?.records.map(({ title, fields }) => [title, fields])).toEqual([
      ['Bowl', { rank: 1 }],
      ['Cup', { rank: 2 }],
    ]);
    const viewPath = `${workspace.path}/views/${view}`;
    expect((await admin.patch(viewPath, { shared: false })).status).toBe(200);
    expect((await client.get<Display>(path)).body.lists).toEqual([]);
  });

  it('is followed by messages about records of its kinds, until the display is revoked', async () => {
    const { cookies, path } = await paired(MACHINES);
    const address = await server.listen();
    const response = await fetch(`${address}${workspace.path}/event-stream`, { headers: { cookie: cookies() } });
    expect(response.status).toBe(200);
    let text = '';
    let press: string | undefined;
    let isRevoked = false;
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      if (press === undefined) {
        await create('studio:piece', { name: 'Unseen' });
        press = await create('print:press', { name: 'Right' });
      } else if (!isRevoked && text.includes('event: record')) {
        isRevoked = true;
        expect((await admin.delete(path)).status).toBe(204);
      }
    }
    const records = [...text.matchAll(/event: (.+)\ndata: (.+)\n/g)].map(([, name, data = '']) => [
      name,
      (JSON.parse(data) as { kind: string }).kind,
    ]);
    expect(records).toEqual([['record', 'print:press']]);
    expect(text).toContain(press);
  });
});
