import { createHttpServer, type AwaitEffects, type HttpSettings } from '@cubit/http';
import { createTestKernel, type TestKernel, type TestKernelOptions } from './create-test-kernel.js';
import { TestClient, type Transport } from './test-client.js';
import { registerUser, type RegistrationOptions, type TestUser } from './test-user.js';
import { createWorkspace, type Clients, type TestWorkspace, type WorkspaceOptions } from './test-workspace.js';

export interface TestServerOptions extends TestKernelOptions {
  readonly http?: HttpSettings;
  /** Makes `Prefer: wait` hold. */
  readonly awaitEffects?: AwaitEffects;
}

export interface TokenOptions {
  readonly name?: string;
  readonly scopes?: readonly string[];
  /** Slug of the workspace that it is bound to. */
  readonly workspace?: string;
  readonly expires_at?: string;
}

/** The whole service in this process, on a database of its own, spoken to without a socket. */
export interface TestServer extends TestKernel, Clients {
  register(options?: RegistrationOptions): Promise<TestUser>;
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
  /** An API token of the user. */
  mintToken(user: TestUser, options?: TokenOptions): Promise<string>;
  /** Listens on a free port of the loopback address, for what needs a socket (streams, slow clients); its address. */
  listen(): Promise<string>;
  /** Has the modules handle what is due by the spec's clock. */
  sweep(): Promise<void>;
}

/** Registration is open and nobody is slowed down, unless the options say otherwise. Background work runs. */
export async function createTestServer({
  http: httpSettings,
  awaitEffects,
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const parts = await createTestKernel(options);
  const { kernel, log } = parts;
  const http = await createHttpServer({
    kernel,
    log,
    settings: { rateLimit: 'off', ...httpSettings },
    ...(awaitEffects ? { awaitEffects } : {}),
  });
  await kernel.start();
  const send: Transport = async ({ method, path, headers, body }) => {
    const reply = await http.app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers },
      payload: body as string,
    });
    return { status: reply.statusCode, headers: reply.headers, text: reply.body };
  };
  const clients: Clients = {
    anonymous: new TestClient(send),
    as: (credential) =>
      new TestClient(send, {
        authorization: `Bearer ${typeof credential === 'string' ? credential : credential.token}`,
      }),
  };
  const installed = [...kernel.registry.modules.values()]
    .filter(({ definition }) => !definition.always)
    .map(({ name }) => name);
  const close = async () => {
    await http.close({ graceMs: 0 });
    await parts.close();
  };
  return {
    ...parts,
    ...clients,
    register: (registration) => registerUser(clients.anonymous, registration),
    workspace: (workspace = {}) => createWorkspace(clients, { modules: installed, ...workspace }),
    mintToken: (user, token) => mintToken(clients.as(user), token),
    sweep: () => parts.kernel.sweep(),
    listen: async () => (await http.listen({ port: 0, host: '127.0.0.1' })).url,
    close,
  };
}

async function mintToken(client: TestClient, options: TokenOptions = {}): Promise<string> {
  const { status, body, text } = await client.post<{ token: string }>('/api/v1/me/api-tokens', {
    name: 'Test',
    ...options,
  });
  if (status !== 201) throw new Error(`Making an API token failed with ${status}: ${text}`);
  return body.token;
}
