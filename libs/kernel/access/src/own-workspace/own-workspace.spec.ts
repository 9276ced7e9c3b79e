import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineModule } from '@cubit/core';
import { createTestServer, type TestServer } from '@cubit/testing';

const PATH = '/api/v1/me/orgs';
const about = (name: string) => ({ name, version: '1.0.0', contract: '^1.0.0', title: name, description: name });
const modules = [
  defineModule({ ...about('core-base'), always: true }),
  defineModule(about('ground')),
  defineModule({ ...about('middle'), requires: ['ground'] }),
  defineModule({ ...about('top'), requires: ['middle'] }),
];
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer({ modules });
});
afterAll(() => server.close());

interface Workspace {
  readonly id: string;
  readonly slug: string;
}

async function enabledIn(slug: string, token: string): Promise<readonly string[]> {
  const { workspace } = await server.kernel.authenticate({ bearer: token, cookie: null, workspaceSlug: slug });
  return [...(workspace?.schema.modules.keys() ?? [])].sort();
}

describe('a new workspace', () => {
  it('belongs to its creator', async () => {
    const user = await server.register();
    const made = await server.as(user).post<Workspace>(PATH, { slug: 'lab', name: 'Lab' });
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe('/api/v1/orgs/lab');
    expect(made.body).toMatchObject({ slug: 'lab', name: 'Lab', role: 'owner' });
    expect((await server.as(user).get('/api/v1/orgs/lab')).body).toMatchObject({ id: made.body.id, settings: {} });
  });

  it('has the named modules, the modules that they require, and those that every workspace has', async () => {
    const user = await server.register();
    await server.as(user).post(PATH, { slug: 'with-top', name: 'X', modules: ['top'] });
    expect(await enabledIn('with-top', user.token)).toEqual(['core-base', 'ground', 'middle', 'top']);
  });

  it('has only the default modules if none is named', async () => {
    const user = await server.register();
    await server.as(user).post(PATH, { slug: 'without', name: 'X' });
    expect(await enabledIn('without', user.token)).toEqual(['core-base']);
  });

  it('with a module that is not installed is refused and not created', async () => {
    const user = await server.register();
    const refused = await server.as(user).post(PATH, { slug: 'bad', name: 'X', modules: ['top', 'nope', 'neither'] });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ error: { details: [{ path: '/modules/1' }, { path: '/modules/2' }] } });
    expect((await server.as(user).get('/api/v1/orgs/bad')).status).toBe(404);
  });

  it('refuses a slug that is already used', async () => {
    const [first, second] = [await server.register(), await server.register()];
    await server.as(first).post(PATH, { slug: 'taken', name: 'X' });
    const refused = await server.as(second).post(PATH, { slug: 'taken', name: 'X' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ error: { code: 'already_exists', details: [{ path: '/slug' }] } });
  });

  it('is created once for two concurrent requests with the same slug', async () => {
    const user = await server.register();
    const twice = [1, 2, 3].map(() => server.as(user).post(PATH, { slug: 'raced', name: 'X' }));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it.each(['A', 'a_b', '-a', 'a-', '', 'x'.repeat(64), 'ä', 'a/b', 'a\n'])('cannot be called %j', async (slug) => {
    const user = await server.register();
    const { status, body } = await server.as(user).post(PATH, { slug, name: 'X' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { details: [{ path: '/slug' }] } });
  });

  it.each(['a', '0', 'a--b', 'x'.repeat(63)])('can be called %j', async (slug) => {
    const user = await server.register();
    expect((await server.as(user).post(PATH, { slug, name: 'X' })).status).toBe(201);
  });
});

describe('the list of your workspaces', () => {
  it('contains the workspaces of the caller, with their role, and no others', async () => {
    const ours = await server.workspace({ modules: [] });
    await server.workspace({ modules: [] });
    const { body } = await server.as(await ours.viewer()).get(PATH);
    expect(body).toMatchObject({ data: [{ id: ours.id, slug: ours.slug, role: 'viewer' }], next_cursor: null });
  });

  it('is paginated without repeats or omissions', async () => {
    const owner = await server.register();
    const made = [];
    for (let count = 0; count < 5; count += 1) made.push((await server.workspace({ owner, modules: [] })).slug);
    interface Page {
      readonly data: readonly Workspace[];
      readonly next_cursor: string | null;
      readonly total?: number;
    }
    const seen: string[] = [];
    let path: string | null = `${PATH}?limit=2&count=exact`;
    while (path !== null) {
      const page: { readonly body: Page } = await server.as(owner).get<Page>(path);
      expect(page.body.total).toBe(5);
      seen.push(...page.body.data.map(({ slug }) => slug));
      path = page.body.next_cursor === null ? null : `${PATH}?limit=2&count=exact&cursor=${page.body.next_cursor}`;
    }
    expect(seen).toEqual(made);
  });

  it('refuses a cursor that it did not issue', async () => {
    const { status, body } = await server.as(await server.register()).get(`${PATH}?cursor=nonsense`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_cursor' } });
  });
});
