import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShippedServer, type SweptServer, type TestUser, type TestWorkspace } from '@cubit/testing';
import { PRODUCT } from './product.js';

const BUG = { text: 'The label comes out upside down.', kind: 'bug', page: '/parts', contact: 'ada@example.org' };

interface Item {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly submitted_by: string;
}
interface List<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  readonly total?: number;
}
interface Refusal {
  readonly error: { readonly code: string; readonly details?: readonly { readonly path: string }[] };
}

let server: SweptServer;
let workspace: TestWorkspace;
let items: string;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  workspace = await server.workspace();
  items = `${workspace.path}/modules/feedback/items`;
});
afterAll(() => server.close());

const submit = (as: TestUser | string, body: object = BUG, path = items) =>
  server.as(as).post<Item & Refusal>(path, body);
const listed = async (as: TestUser, query = '') => (await server.as(as).get<List<Item>>(`${items}${query}`)).body;
const bell = async (as: TestUser, path = workspace.path) =>
  (await server.as(as).get<List<{ event_type: string; message: string; link_url: string }>>(`${path}/notifications`))
    .body.data;

describe('feedback', () => {
  it('is accepted from every member, including viewers, and stores its author', async () => {
    const viewer = await workspace.viewer();
    const { status, body, headers } = await submit(viewer);

    expect(status).toBe(201);
    expect((await server.as(workspace.owner).get(String(headers['location']))).body).toEqual(body);
    expect(body).toMatchObject({ ...BUG, submitted_by: viewer.id });
    expect((await listed(workspace.owner)).data).toContainEqual(body);
  });

  it('is readable only by admins', async () => {
    const { body } = await submit(await workspace.member());
    const one = `${items}/${body.id}`;
    for (const path of [items, one]) {
      expect((await server.as(await workspace.member()).get<Refusal>(path)).body.error.code).toBe('forbidden');
      expect((await server.as(await workspace.viewer()).get<Refusal>(path)).body.error.code).toBe('forbidden');
      expect((await server.as(await workspace.admin()).get(path)).status).toBe(200);
    }
    expect((await server.as(await workspace.member()).delete(one)).status).toBe(403);
  });

  it('notifies admins and owners, and nobody else', async () => {
    const fresh = await server.workspace();
    const [admin, member] = [await fresh.admin(), await fresh.member()];
    const { body } = await submit(member, BUG, `${fresh.path}/modules/feedback/items`);
    const notified = { event_type: 'feedback.item.received', message: 'New feedback: bug' };

    expect(await bell(fresh.owner, fresh.path)).toEqual([expect.objectContaining(notified)]);
    expect(await bell(admin, fresh.path)).toEqual([expect.objectContaining(notified)]);
    expect((await bell(admin, fresh.path))[0]?.link_url).toContain(`/modules/feedback/items/${body.id}`);
    expect(await bell(member, fresh.path)).toEqual([]);
  });

  it('does not appear in the event log or the search, which every member reads: neither its text nor its author', async () => {
    const phrase = 'qzxfeedback';
    await submit(await workspace.member(), { text: phrase, kind: 'idea', page: phrase, contact: phrase });
    const viewer = server.as(await workspace.viewer());
    const log = await viewer.get<List<{ name: string }>>(`${workspace.path}/event-log?limit=200`);

    expect(log.body.data.map(({ name }) => name)).toContain('feedback.item.received');
    expect(log.text).not.toContain(phrase);
    expect((await viewer.get<List<unknown>>(`${workspace.path}/search?q=${phrase}`)).body.data).toEqual([]);
  });

  it('is listed in pages, newest first, and filtered by kind', async () => {
    const fresh = await server.workspace();
    const path = `${fresh.path}/modules/feedback/items`;
    for (const [text, kind] of [
      ['one', 'bug'],
      ['two', 'praise'],
      ['three', 'bug'],
    ] as const)
      await submit(fresh.owner, { text, kind }, path);
    const owner = server.as(fresh.owner);
    const first = (await owner.get<List<Item>>(`${path}?limit=2&count=exact`)).body;
    const rest = (await owner.get<List<Item>>(`${path}?limit=2&cursor=${first.next_cursor ?? ''}`)).body;
    const bugs = (await owner.get<List<Item>>(`${path}?kind=bug`)).body;

    expect([...first.data, ...rest.data].map(({ text }) => text)).toEqual(['three', 'two', 'one']);
    expect([first.total, rest.next_cursor]).toEqual([3, null]);
    expect(bugs.data.map(({ text }) => text)).toEqual(['three', 'one']);
    expect((await owner.get(`${path}?kind=bug&cursor=${first.next_cursor ?? ''}`)).status).toBe(400);
    expect((await owner.get(`${path}?kind=rant`)).status).toBe(400);
  });

  it('is deleted permanently by an admin', async () => {
    const { body } = await submit(workspace.owner);
    const admin = server.as(await workspace.admin());

    expect((await admin.delete(`${items}/${body.id}`)).status).toBe(204);
    expect((await admin.get(`${items}/${body.id}`)).status).toBe(404);
    expect((await admin.delete(`${items}/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['/text', { text: '', kind: 'bug' }],
    ['/text', { text: ' \n\t', kind: 'bug' }],
    ['/text', { text: 'x'.repeat(10_001), kind: 'bug' }],
    ['/kind', { text: 'x', kind: 'rant' }],
    ['/page', { text: 'x', kind: 'bug', page: 'x'.repeat(2_001) }],
    ['/contact', { text: 'x', kind: 'bug', contact: 'x'.repeat(501) }],
    ['/mood', { text: 'x', kind: 'bug', mood: 'bad' }],
  ])('is refused with the path of the fault: %s in %j', async (path, body) => {
    const { status, body: answer } = await submit(workspace.owner, body);
    expect([status, answer.error.details?.map((detail) => detail.path)]).toEqual([422, [path]]);
  });

  it('is accepted only in workspaces that enabled the module', async () => {
    const without = await server.workspace({ modules: [] });
    const { status, body } = await submit(without.owner, BUG, `${without.path}/modules/feedback/items`);
    expect([status, body.error.code]).toEqual([404, 'module_not_enabled']);
  });

  it('stays in its workspace: nobody else reads, deletes or adds to it', async () => {
    const { body } = await submit(workspace.owner);
    const stranger = await server.workspace();
    const theirs = `${stranger.path}/modules/feedback/items/${body.id}`;

    expect((await submit(stranger.owner)).status).toBe(404);
    expect((await server.as(stranger.owner).get(items)).status).toBe(404);
    expect((await server.as(stranger.owner).get(theirs)).status).toBe(404);
    expect((await server.as(stranger.owner).delete(theirs)).status).toBe(404);
    expect((await server.anonymous.post(items, BUG)).status).toBe(401);
  });

  it('is created once if a request is repeated with its idempotency key', async () => {
    const before = (await listed(workspace.owner, '?count=exact')).total ?? 0;
    const headers = { 'idempotency-key': 'feedback-1' };
    const owner = server.as(workspace.owner);
    const first = await owner.post<Item>(items, BUG, { headers });
    const second = await owner.post<Item>(items, BUG, { headers });

    expect(second.body).toEqual(first.body);
    expect((await listed(workspace.owner, '?count=exact')).total).toBe(before + 1);
  });

  it('is refused above the hourly limit of one person, even for concurrent requests, without affecting others', async () => {
    const fresh = await server.workspace();
    const path = `${fresh.path}/modules/feedback`;
    await server.as(fresh.owner).patch(path, { settings: { items_per_hour: 3 } });
    const member = await fresh.member();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(member, BUG, `${path}/items`)));
    const refused = answers.filter(({ status }) => status === 429);

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(refused.map(({ body }) => body.error.code)).toEqual(Array(3).fill('rate_limited'));
    const wait = Number(refused[0]?.headers['retry-after']);
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect((await submit(fresh.owner, BUG, `${path}/items`)).status).toBe(201);
  });
});

describe('the scope feedback:intake', () => {
  it('is listed with its one route', async () => {
    const { body } = await server
      .as(workspace.owner)
      .get<{ data: { id: string; routes: unknown }[] }>('/api/v1/me/api-token-scopes');

    expect(body.data.find(({ id }) => id === 'feedback:intake')).toMatchObject({
      workspace_bound: false,
      routes: [{ method: 'POST', path: '/api/v1/orgs/{workspace}/modules/feedback/items' }],
    });
  });

  it('creates feedback with the owner of the token as author, and allows nothing else', async () => {
    const token = await server.mintToken(workspace.owner, { scopes: ['feedback:intake'] });
    const taken = await submit(token);
    expect([taken.status, taken.body.submitted_by]).toEqual([201, workspace.owner.id]);

    const client = server.as(token);
    for (const path of [
      items,
      `${items}/${taken.body.id}`,
      workspace.path,
      `${workspace.path}/event-log`,
      '/api/v1/me',
    ])
      expect([path, (await client.get<Refusal>(path)).body.error.code]).toEqual([path, 'scope_denied']);
    expect((await client.delete<Refusal>(`${items}/${taken.body.id}`)).body.error.code).toBe('scope_denied');
    expect((await client.post<Refusal>('/api/v1/me/api-tokens', { name: 'More' })).body.error.code).toBe(
      'scope_denied',
    );
    expect((await client.post<Refusal>(`${workspace.path}/modules/releases/announcements`, {})).body.error.code).toBe(
      'scope_denied',
    );
  });

  it('works only in workspaces in which its owner is a member', async () => {
    const stranger = await server.workspace();
    const token = await server.mintToken(stranger.owner, { scopes: ['feedback:intake'] });
    expect((await submit(token)).status).toBe(404);
  });

  it('works only in the workspace to which the token is bound', async () => {
    const other = await server.workspace({ owner: workspace.owner });
    const token = await server.mintToken(workspace.owner, { scopes: ['feedback:intake'], workspace: other.slug });

    expect((await submit(token)).status).toBe(404);
    expect((await submit(token, BUG, `${other.path}/modules/feedback/items`)).status).toBe(201);
  });
});
