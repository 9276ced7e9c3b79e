import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('a workspace', () => {
  it('that the caller does not belong to is indistinguishable from one that does not exist', async () => {
    const { path } = await server.workspace();
    const stranger = server.as(await server.register());
    const foreign = await stranger.get(path);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe((await stranger.get('/api/v1/orgs/no-such-place')).text);
    expect((await stranger.delete(path, { confirm: 'x' })).status).toBe(404);
  });

  it('is read by its members', async () => {
    const workspace = await server.workspace();
    const { status, body } = await server.as(await workspace.viewer()).get(workspace.path);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['created_at', 'id', 'name', 'settings', 'slug']);
  });

  it('is changed by its admins, not by its members', async () => {
    const workspace = await server.workspace();
    expect((await server.as(await workspace.member()).patch(workspace.path, { name: 'New' })).status).toBe(403);
    const changed = await server.as(await workspace.admin()).patch(workspace.path, { name: 'New' });
    expect(changed.body).toMatchObject({ name: 'New', slug: workspace.slug });
  });

  it('accepts its settings as a merge patch', async () => {
    const { path, owner } = await server.workspace();
    const as = server.as(owner);
    await as.patch(path, { settings: { locale: 'en', units: { length: 'mm', mass: 'g' } } });
    const { body } = await as.patch(path, { settings: { locale: null, units: { mass: 'kg' } } });
    expect(body).toMatchObject({ settings: { units: { length: 'mm', mass: 'kg' } } });
    expect((await as.get(path)).body).toEqual(body);
    expect((await as.patch(path, { name: 'Other' })).body).toMatchObject({ settings: body['settings'] });
  });

  it('keeps both of two concurrent changes to its settings', async () => {
    const { path, owner } = await server.workspace();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(names.map((name) => server.as(owner).patch(path, { settings: { [name]: 1 } })));
    const { body } = await server.as(owner).get(path);
    expect(Object.keys(body['settings'] as object).sort()).toEqual(names);
  });

  it('has at most 200 settings', async () => {
    const { path, owner } = await server.workspace();
    const some = (prefix: string) => Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`${prefix}${i}`, i]));
    expect((await server.as(owner).patch(path, { settings: some('a') })).status).toBe(200);
    const refused = await server.as(owner).patch(path, { settings: some('b') });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ error: { details: [{ path: '/settings' }] } });
  });

  it('is deleted only by its owner, who must confirm its slug', async () => {
    const workspace = await server.workspace();
    const confirm = workspace.slug;
    expect((await server.as(await workspace.admin()).delete(workspace.path, { confirm })).status).toBe(403);
    const unnamed = await server.as(workspace.owner).delete(workspace.path, { confirm: 'other' });
    expect(unnamed.status).toBe(422);
    expect(unnamed.body).toMatchObject({ error: { details: [{ path: '/confirm' }] } });
    expect((await server.as(workspace.owner).delete(workspace.path, { confirm })).status).toBe(204);
  });

  it('is unreachable immediately after its deletion, for everybody and with every credential', async () => {
    const workspace = await server.workspace();
    const { owner, path, slug } = workspace;
    const [unbound, bound] = [await server.mintToken(owner), await server.mintToken(owner, { workspace: slug })];
    const invited = await server
      .as(owner)
      .post<{ token: string }>(`${path}/invitations`, { email: 'late@example.org', role: 'member' });
    await server.as(owner).delete(path, { confirm: slug });
    expect((await server.as(owner).get(path)).status).toBe(404);
    expect((await server.as(unbound).get(path)).status).toBe(404);
    expect((await server.as(bound).get(path)).status).toBe(401);
    expect((await server.as(owner).get('/api/v1/me/orgs')).body).toMatchObject({ data: [] });
    const late = await server.register();
    expect((await server.as(late).post(`/api/v1/me/invitations/${invited.body.token}/accept`)).status).toBe(404);
  });

  it('frees its slug for a new workspace, which has none of its data', async () => {
    const { owner, path, slug, id } = await server.workspace();
    await server.as(owner).delete(path, { confirm: slug });
    const stranger = await server.register();
    const next = await server.as(stranger).post<{ id: string }>('/api/v1/me/orgs', { slug, name: 'Next' });
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(id);
    expect((await server.as(owner).get(path)).status).toBe(404);
  });
});
