import { afterAll, describe, expect, it } from '@jest/globals';
import { createTestServer } from './create-test-server.js';

const server = await createTestServer();
afterAll(server.close);

describe('a test server', () => {
  it('answers without a socket, to anonymous callers and to users', async () => {
    const user = await server.register({ name: 'Ada' });

    expect((await server.anonymous.get('/api/v1/me')).status).toBe(401);
    expect(await server.as(user).get('/api/v1/me')).toMatchObject({ status: 200, body: { id: user.id, name: 'Ada' } });
  });

  it('creates workspaces with a user of every role', async () => {
    const workspace = await server.workspace({ slug: 'workshop' });
    const [admin, member, viewer] = await Promise.all([workspace.admin(), workspace.member(), workspace.viewer()]);

    const { body } = await server
      .as(workspace.owner)
      .get<{ data: readonly { user_id: string; role: string }[] }>(`${workspace.path}/members`);
    expect(workspace.path).toBe('/api/v1/orgs/workshop');
    expect(Object.fromEntries(body.data.map(({ user_id, role }) => [user_id, role]))).toEqual({
      [workspace.owner.id]: 'owner',
      [admin.id]: 'admin',
      [member.id]: 'member',
      [viewer.id]: 'viewer',
    });
  });

  it('creates tokens that act as their user', async () => {
    const user = await server.register();
    const token = await server.mintToken(user);

    expect((await server.as(token).get('/api/v1/me')).body).toMatchObject({ id: user.id });
  });

  it('listens if a test needs a socket', async () => {
    const reply = await fetch(`${await server.listen()}/healthz`, { headers: { connection: 'close' } });
    await reply.text();

    expect(reply.status).toBe(200);
  });
});
