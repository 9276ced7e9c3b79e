import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer } from '@cubit/testing';
import { createAuthenticator } from '@cubit/access';
import { Database } from '@cubit/database';
import { isCubitError } from '@cubit/core';
import { WorkspaceSchemas } from '@cubit/records';

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ now: clock.now });
});
afterAll(() => server.close());

describe('several processes on one database', () => {
  const others: Database[] = [];
  afterAll(async () => {
    for (const database of others) await database.close();
  });

  async function otherProcess() {
    const { services } = server.kernel;
    const database = new Database({ connection: server.connection, onError: () => undefined });
    others.push(database);
    return createAuthenticator({ ...services, database, workspaces: new WorkspaceSchemas(services) });
  }

  it('apply a revocation, a sign-out and a removed membership from the next request on', async () => {
    const other = await otherProcess();
    const workspace = await server.workspace();
    const user = await workspace.member();
    const made = await server.as(user).post<{ id: string; token: string }>('/api/v1/me/api-tokens', { name: 'X' });
    const there = (bearer: string) =>
      other.authenticate({ bearer, cookie: null, workspaceSlug: workspace.slug }).then(
        (found) => found.workspace?.role ?? 'none',
        (error: unknown) => (isCubitError(error) ? error.code : error),
      );
    expect(await there(made.body.token)).toBe('member');
    await server.as(workspace.owner).patch(`${workspace.path}/members/${user.id}`, { role: 'viewer' });
    expect(await there(made.body.token)).toBe('viewer');
    await server.as(workspace.owner).delete(`${workspace.path}/members/${user.id}`);
    expect(await there(made.body.token)).toBe('none');
    await server.as(user).delete(`/api/v1/me/api-tokens/${made.body.id}`);
    expect(await there(made.body.token)).toBe('unauthorized');
    expect(await there(user.token)).toBe('none');
    await server.as(user).delete('/api/v1/me/session');
    expect(await there(user.token)).toBe('unauthorized');
  });

  it("accept each other's session tokens, even if they start at the same time on a new instance", async () => {
    await server.database.db.deleteFrom('instance_secret').execute();
    const started = await Promise.all([otherProcess(), otherProcess(), otherProcess()]);
    const identity = { sessionId: server.kernel.services.newId(), userId: server.kernel.services.newId() };
    const now = clock.now();
    for (const one of started)
      for (const other of started)
        expect(other.sessionTokens.read(one.sessionTokens.issue(identity, now).token, now)).toMatchObject(identity);
  });
});
