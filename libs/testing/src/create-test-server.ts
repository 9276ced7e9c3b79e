import inject from 'light-my-request';
import { AttemptCounter, createHttpServer, type HttpSettings } from '@cubit/http';
import { createTestKernel, type TestKernel, type TestKernelOptions } from './create-test-kernel.js';
import { mintToken, type TokenOptions } from './mint-token.js';
import { createLog } from './recorded-log.js';
import { TestClient, type Transport } from './test-client.js';
import { TestRecorder } from './test-recorder.js';
import { registerUser, type RegistrationOptions, type TestUser } from './test-user.js';
import { createWorkspace, type Clients, type TestWorkspace, type WorkspaceOptions } from './test-workspace.js';

export interface TestServerOptions extends TestKernelOptions {
  readonly http?: HttpSettings;
}

/** The whole service in this process, on its own database, called without a socket. */
export interface TestServer extends TestKernel, Clients {
  register(options?: RegistrationOptions): Promise<TestUser>;
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
  /** Creates an API token of the user. */
  mintToken(user: TestUser, options?: TokenOptions): Promise<string>;
  /** Listens on a free loopback port and returns the address, for specs that need a socket (streams, slow clients). */
  listen(): Promise<string>;
  /** Runs the sweeps of all modules at the spec's current time. */
  sweep(): Promise<void>;
}

/** Creates a test server. By default, registration is open, nothing is rate-limited, and background work runs. */
export async function createTestServer({
  http: httpSettings,
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  // In the memory of this server, like the request limits.
  const attempts = httpSettings?.rateLimit === 'on' ? new AttemptCounter({ log: createLog() }) : undefined;
  const recording = TestRecorder.ofProcess();
  const modules = options.modules ?? [];
  const parts = await createTestKernel({
    ...(attempts && { attempts: () => Promise.resolve(attempts) }),
    ...options,
    modules: recording ? modules.map((module) => recording.noteUpgradesOf(module)) : modules,
  });
  const { kernel, log } = parts;
  const http = await createHttpServer({
    kernel,
    log,
    settings: { rateLimit: 'off', ...httpSettings },
  });
  await kernel.start();
  const send: Transport = async ({ method, path, headers, body }) => {
    const reply = await inject(http.router, {
      method: method as 'GET',
      url: path,
      headers: { ...headers },
      payload: body as string,
    });
    recording?.note(path, reply.statusCode);
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
    await recording?.write(parts);
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
