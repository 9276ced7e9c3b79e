import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createShippedServer, type SweptServer, type TestUser, type TestWorkspace, until } from '@cubit/testing';
import { PRODUCT } from './product.js';

interface Announcement {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly audience: string;
  readonly completed_at: string | null;
  readonly workspaces: number;
  readonly people: number;
}
interface List<Row> {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
}
interface Refusal {
  readonly error: { readonly code: string; readonly details?: readonly { readonly path: string }[] };
}

let server: SweptServer;
/** The first user of the instance, and a workspace of that user. */
let root: TestUser;
let home: TestWorkspace;
let released = 0;

beforeAll(async () => {
  server = await createShippedServer(PRODUCT);
  root = await server.register();
  home = await server.workspace({ owner: root });
});
afterAll(() => server.close());

const release = (more: object = {}) => {
  released += 1;
  return {
    version: `1.0.${released}`,
    title: `Floor plans ${released}`,
    notes: 'Draw your rooms.',
    audience: 'all',
    ...more,
  };
};
const pathOf = ({ path }: TestWorkspace) => `${path}/modules/releases/announcements`;
const announce = (body: object, as: TestUser | string = root, from = home) =>
  server.as(as).post<Announcement & Refusal>(pathOf(from), body);

/** Announces the release and waits until every workspace has received it. */
async function spread(body: { readonly version: string }): Promise<Announcement> {
  expect((await announce(body)).status).toBe(201);
  return until(`version ${body.version} is announced everywhere`, async () => {
    const { status, body: found } = await announce(body);
    expect(status).toBe(200);
    return found.completed_at !== null && found;
  });
}

const bell = async (as: TestUser, { path }: TestWorkspace) =>
  (await server.as(as).get<List<{ event_type: string; message: string }>>(`${path}/notifications`)).body.data
    .filter(({ event_type }) => event_type === 'releases.release.announced')
    .map(({ message }) => message);
const listed = async (as: TestUser, { path }: TestWorkspace) =>
  (await server.as(as).get<List<Announcement>>(`${path}/modules/releases/announcements?limit=200`)).body.data.map(
    ({ version }) => version,
  );
const events = async ({ path, owner }: TestWorkspace) =>
  (
    await server
      .as(owner)
      .get<List<{ payload: { version: string; headline: string } }>>(
        `${path}/event-log?limit=200&name=releases.release.announced`,
      )
  ).body.data.map(({ payload }) => payload);

describe('a release announcement', () => {
  it('reaches every workspace that enabled the module, and no other', async () => {
    const [on, off] = [await server.workspace(), await server.workspace({ modules: ['feedback'] })];
    const body = release();
    await spread(body);

    expect(await bell(on.owner, on)).toEqual([`Version ${body.version}: ${body.title}`]);
    expect(await listed(on.owner, on)).toContain(body.version);
    expect(await events(on)).toHaveLength(1);
    expect(await bell(off.owner, off)).toEqual([]);
    expect(await events(off)).toEqual([]);
    expect((await server.as(off.owner).get(`${off.path}/modules/releases/announcements`)).status).toBe(404);
  });

  it('notifies a person in five workspaces once', async () => {
    const owner = await server.register();
    const five: TestWorkspace[] = [];
    for (let n = 0; n < 5; n += 1) five.push(await server.workspace({ owner }));
    const body = release();
    await spread(body);
    const rung = await Promise.all(five.map((workspace) => bell(owner, workspace)));

    expect(rung.flat()).toEqual([`Version ${body.version}: ${body.title}`]);
    for (const workspace of five) expect(await listed(owner, workspace)).toContain(body.version);
    for (const workspace of five) expect(await events(workspace)).toHaveLength(1);
  });

  it('for admins notifies admins and owners, and is listed only for them', async () => {
    const workspace = await server.workspace();
    const [admin, member] = [await workspace.admin(), await workspace.member()];
    const body = release({ audience: 'admins', title: 'Close the hole' });
    const { id } = await spread(body);
    const one = `${workspace.path}/modules/releases/announcements/${id}`;

    expect(await bell(admin, workspace)).toEqual([`Version ${body.version}: for administrators`]);
    expect(await bell(workspace.owner, workspace)).toHaveLength(1);
    expect(await bell(member, workspace)).toEqual([]);
    expect(await listed(admin, workspace)).toContain(body.version);
    expect(await listed(member, workspace)).not.toContain(body.version);
    expect((await server.as(admin).get<Announcement>(one)).body.title).toBe('Close the hole');
    expect((await server.as(member).get(one)).status).toBe(404);
    expect((await server.as(member).get(`${workspace.path}/event-log?limit=200`)).text).not.toContain('Close the hole');
  });

  it('for everybody notifies viewers too', async () => {
    const workspace = await server.workspace();
    const viewer = await workspace.viewer();
    await spread(release());
    expect(await bell(viewer, workspace)).toHaveLength(1);
  });

  it('is created once, however often its version is sent', async () => {
    const workspace = await server.workspace();
    const body = release({ url: 'https://example.org/releases' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => announce(body)));
    const again = await announce(body);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set([...answers, again].map((answer) => answer.body.id)).size).toBe(1);
    await spread(release());
    expect((await events(workspace)).filter(({ version }) => version === body.version)).toHaveLength(1);
    expect((await bell(workspace.owner, workspace)).filter((line) => line.includes(body.version))).toHaveLength(1);
  });

  it('is refused if its version was announced with other content', async () => {
    const body = release();
    await announce(body);
    const { status, body: answer } = await announce({ ...body, title: 'Other', audience: 'admins' });

    expect([status, answer.error.code]).toEqual([409, 'already_exists']);
    expect(answer.error.details?.map(({ path }) => path)).toEqual(['/title', '/audience']);
  });

  it('is readable without a notification in a workspace that enables the module later, which gets the next announcement', async () => {
    const later = await server.workspace({ modules: [] });
    const [earlier, next] = [release(), release()];
    await spread(earlier);
    await server.as(later.owner).patch(`${later.path}/modules/releases`, { enabled: true });

    expect(await listed(later.owner, later)).toContain(earlier.version);
    expect(await bell(later.owner, later)).toEqual([]);
    await spread(next);
    expect(await bell(later.owner, later)).toEqual([`Version ${next.version}: ${next.title}`]);
  });

  it('shows the instance administrator how many workspaces and people it reached', async () => {
    const before = await spread(release());
    const workspace = await server.workspace();
    await workspace.member();
    const after = await spread(release());
    expect([after.workspaces - before.workspaces, after.people - before.people]).toEqual([1, 2]);
  });

  it.each([
    ['/version', { version: '' }],
    ['/version', { version: 'one two' }],
    ['/version', { version: `1${'0'.repeat(100)}` }],
    ['/title', { title: ' ' }],
    ['/title', { title: 'x'.repeat(201) }],
    ['/notes', { notes: 'x'.repeat(20_001) }],
    ['/url', { url: 'javascript:alert(1)' }],
    ['/audience', { audience: 'owners' }],
    ['/draft', { draft: true }],
  ])('is refused with the path of the fault: %s', async (path, wrong) => {
    const { status, body } = await announce(release(wrong));
    expect(status).toBe(422);
    expect(new Set(body.error.details?.map((detail) => detail.path))).toEqual(new Set([path]));
  });
});

describe('announcing a release', () => {
  it('requires an instance administrator; the owner of a workspace is refused', async () => {
    const workspace = await server.workspace();
    expect((await announce(release(), workspace.owner, workspace)).body.error.code).toBe('forbidden');
    expect((await announce(release(), root, workspace)).status).toBe(404);
    expect((await server.anonymous.post(pathOf(home), release())).status).toBe(401);
  });

  it('is possible with a token of theirs with the scope releases:announce, which allows exactly that POST', async () => {
    const token = await server.mintToken(root, { scopes: ['releases:announce'] });
    const client = server.as(token);
    const made = await announce(release(), token);
    expect([made.status, made.headers['location']]).toEqual([201, `${pathOf(home)}/${made.body.id}`]);
    expect((await server.as(root).get(String(made.headers['location']))).status).toBe(200);

    const list = pathOf(home);
    for (const path of [list, `${list}/${made.body.id}`, home.path, '/api/v1/me', '/api/v1/me/orgs'])
      expect([path, (await client.get<Refusal>(path)).body.error.code]).toEqual([path, 'scope_denied']);
    expect((await client.post<Refusal>(`${home.path}/modules/feedback/items`, {})).body.error.code).toBe(
      'scope_denied',
    );
    expect((await client.post<Refusal>('/api/v1/me/api-tokens', { name: 'More' })).body.error.code).toBe(
      'scope_denied',
    );
    const { body } = await server
      .as(root)
      .get<{ data: { id: string; routes: unknown }[] }>('/api/v1/me/api-token-scopes');
    expect(body.data.find(({ id }) => id === 'releases:announce')).toMatchObject({
      workspace_bound: false,
      routes: [{ method: 'POST', path: '/api/v1/orgs/{workspace}/modules/releases/announcements' }],
    });
  });

  it('is refused with the token of another user, whatever its scope', async () => {
    const workspace = await server.workspace();
    const token = await server.mintToken(workspace.owner, { scopes: ['releases:announce'] });
    expect((await announce(release(), token, workspace)).body.error.code).toBe('forbidden');
  });

  it('is refused with a token that is bound to one workspace', async () => {
    for (const scopes of [[], ['releases:announce']]) {
      const token = await server.mintToken(root, { scopes, workspace: home.slug });
      expect((await announce(release(), token)).body.error.code).toBe('forbidden');
    }
  });

  it('is audited in the workspace of the request', async () => {
    const { id, version } = (await announce(release())).body;
    const log = await server.as(root).get<List<{ action: string; target: object }>>(`${home.path}/audit-log?limit=200`);
    expect(log.body.data).toContainEqual(
      expect.objectContaining({ action: 'release.announced', target: { id, version, audience: 'all' } }),
    );
  });
});
