import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const setRole = (by: TestUser, { path }: TestWorkspace, user: TestUser, role: string) =>
  server.as(by).patch(`${path}/members/${user.id}`, { role });
const remove = (by: TestUser, { path }: TestWorkspace, user: TestUser) =>
  server.as(by).delete(`${path}/members/${user.id}`);
async function roles(workspace: TestWorkspace, by = workspace.owner): Promise<Record<string, string>> {
  const { body } = await server
    .as(by)
    .get<{ data: readonly { user_id: string; role: string }[] }>(`${workspace.path}/members`);
  return Object.fromEntries(body.data.map(({ user_id, role }) => [user_id, role]));
}

describe('the list of members', () => {
  it('is visible to members only', async () => {
    const workspace = await server.workspace();
    const [admin, viewer] = [await workspace.admin(), await workspace.viewer()];
    expect(await roles(workspace, viewer)).toEqual({
      [workspace.owner.id]: 'owner',
      [admin.id]: 'admin',
      [viewer.id]: 'viewer',
    });
    const stranger = await server.as(await server.register()).get(`${workspace.path}/members`);
    expect(stranger.status).toBe(404);
  });
});

describe('the role of a member', () => {
  it('is changed by an admin below owner', async () => {
    const workspace = await server.workspace();
    const [admin, member] = [await workspace.admin(), await workspace.member()];
    const { status, body } = await setRole(admin, workspace, member, 'admin');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: member.id, email: member.email, role: 'admin' });
    expect((await setRole(member, workspace, admin, 'viewer')).status).toBe(200);
  });

  it('takes effect with the next request', async () => {
    const workspace = await server.workspace();
    const admin = await workspace.admin();
    await setRole(workspace.owner, workspace, admin, 'member');
    expect((await server.as(admin).patch(workspace.path, { name: 'X' })).status).toBe(403);
  });

  it('is not changed by a member, not even their own', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    expect((await setRole(member, workspace, member, 'admin')).status).toBe(403);
  });

  it('is changed to or from owner only by an owner', async () => {
    const workspace = await server.workspace();
    const [admin, member] = [await workspace.admin(), await workspace.member()];
    expect((await setRole(admin, workspace, admin, 'owner')).status).toBe(403);
    expect((await setRole(admin, workspace, member, 'owner')).status).toBe(403);
    expect((await setRole(workspace.owner, workspace, member, 'owner')).status).toBe(200);
    expect((await setRole(admin, workspace, member, 'viewer')).status).toBe(403);
    expect((await setRole(member, workspace, workspace.owner, 'viewer')).status).toBe(200);
  });

  it('of a user who is not a member is not found', async () => {
    const workspace = await server.workspace();
    const stranger = await server.register();
    expect((await setRole(workspace.owner, workspace, stranger, 'viewer')).status).toBe(404);
    expect((await remove(workspace.owner, workspace, stranger)).status).toBe(404);
  });

  it('is one of the four', async () => {
    const workspace = await server.workspace();
    const { status, body } = await setRole(workspace.owner, workspace, await workspace.member(), 'god');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { details: [{ path: '/role' }] } });
  });

  it('is audited with its previous value', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    await setRole(workspace.owner, workspace, member, 'viewer');
    const last = server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', workspace.id)
      .orderBy('id', 'desc')
      .limit(1);
    expect(await last.executeTakeFirst()).toMatchObject({
      action: 'member.role_changed',
      user_id: workspace.owner.id,
      target: { user_id: member.id, from: 'member', to: 'viewer' },
    });
  });
});

describe('a member', () => {
  it('is removed by an admin, and is refused from the next request on, with every credential', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    const token = await server.mintToken(member, { workspace: workspace.slug });
    expect((await server.as(token).get(workspace.path)).status).toBe(200);
    expect((await remove(await workspace.admin(), workspace, member)).status).toBe(204);
    expect((await server.as(member).get(workspace.path)).status).toBe(404);
    expect((await server.as(token).get(workspace.path)).status).toBe(404);
  });

  it('may leave, whatever their role', async () => {
    const workspace = await server.workspace();
    const viewer = await workspace.viewer();
    expect((await remove(viewer, workspace, viewer)).status).toBe(204);
    expect((await server.as(viewer).get(workspace.path)).status).toBe(404);
  });

  it('cannot remove others', async () => {
    const workspace = await server.workspace();
    expect((await remove(await workspace.member(), workspace, await workspace.viewer())).status).toBe(403);
    expect((await remove(await workspace.admin(), workspace, workspace.owner)).status).toBe(403);
  });
});

describe('the last owner', () => {
  it('can neither leave nor be demoted', async () => {
    const workspace = await server.workspace();
    const { owner } = workspace;
    for (const refused of [await remove(owner, workspace, owner), await setRole(owner, workspace, owner, 'admin')]) {
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ error: { code: 'conflict' } });
    }
    expect(await roles(workspace)).toEqual({ [owner.id]: 'owner' });
    expect((await setRole(owner, workspace, owner, 'owner')).status).toBe(200);
  });

  it.each(['leave', 'demote themselves', 'demote each other', 'remove each other'])(
    'stays when two owners %s at once',
    async (how) => {
      const workspace = await server.workspace();
      const [ada, grace] = [workspace.owner, await workspace.member()];
      await setRole(ada, workspace, grace, 'owner');
      const steps: Record<string, () => readonly Promise<unknown>[]> = {
        leave: () => [remove(ada, workspace, ada), remove(grace, workspace, grace)],
        'demote themselves': () => [setRole(ada, workspace, ada, 'member'), setRole(grace, workspace, grace, 'member')],
        'demote each other': () => [setRole(ada, workspace, grace, 'member'), setRole(grace, workspace, ada, 'member')],
        'remove each other': () => [remove(ada, workspace, grace), remove(grace, workspace, ada)],
      };
      await Promise.allSettled(steps[how]?.() ?? []);
      const owners = await server.database.db
        .selectFrom('member')
        .select('user_id')
        .where('workspace_id', '=', workspace.id)
        .where('role', '=', 'owner')
        .execute();
      expect(owners).toHaveLength(1);
    },
  );
});
