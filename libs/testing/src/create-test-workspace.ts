import { createTestServer, type TestServer, type TestServerOptions } from './create-test-server.js';
import type { TestClient } from './test-client.js';
import type { TestWorkspace } from './test-workspace.js';

/** A server with one workspace and a client of a member, who may do less than its owner. For `beforeAll`. */
export async function createTestWorkspace(
  options: TestServerOptions,
): Promise<{ readonly server: TestServer; readonly workspace: TestWorkspace; readonly member: TestClient }> {
  const server = await createTestServer(options);
  const workspace = await server.workspace();
  return { server, workspace, member: server.as(await workspace.member()) };
}
