import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { mintToken, type TokenOptions } from '../mint-token.js';
import type { LogEntry } from '../recorded-log.js';
import { TestClient, type Transport } from '../test-client.js';
import { registerUser, type RegistrationOptions, type TestUser } from '../test-user.js';
import { createWorkspace, type Clients, type TestWorkspace, type WorkspaceOptions } from '../test-workspace.js';
import { type EndedCommand, runShippedCommand, startProgram } from './program.js';
import { createShippedDatabase } from './shipped-database.js';
import { socketTransport } from './socket-transport.js';

export interface ShippedOptions {
  /** Settings in addition to the defaults of tests. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The shipped program in its own process, with its own database, called over sockets. */
export interface ShippedServer extends Clients {
  readonly address: string;
  readonly dataDir: string;
  /** Direct access to the database, for assertions and for faults. */
  readonly database: { readonly pool: pg.Pool };
  readonly databaseUrl: string;
  /** Log lines may arrive half a second late; after `close` the log is complete. */
  readonly log: { readonly entries: readonly LogEntry[] };
  register(options?: RegistrationOptions): Promise<TestUser>;
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
  /** Creates an API token of the user. */
  mintToken(user: TestUser, options?: TokenOptions): Promise<string>;
  /** Its address. */
  listen(): Promise<string>;
  /** Kills the program, as a power failure would. `restart` starts it again. */
  kill(): Promise<void>;
  /** Runs a command beside the program, with its settings. */
  command(...args: readonly string[]): Promise<EndedCommand>;
  /** Restarts the program with its data. Its address changes. */
  restart(): Promise<void>;
  /** Stops the program, which must stop cleanly, and deletes its data. For `afterAll`. */
  close(): Promise<void>;
}

/** Test defaults: open registration, no rate limits. */
const ENVIRONMENT = { PUBLIC_URL: 'http://cubit.test', REGISTRATION: 'open', RATE_LIMIT: 'off' };

export async function startShippedServer({ environment = {} }: ShippedOptions = {}): Promise<ShippedServer> {
  const { url, pool, drop } = await createShippedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cubit-shipped-'));
  // A spec may change them between starts.
  const settings = () => ({ ...ENVIRONMENT, DATABASE_URL: url, DATA_DIR: dataDir, ...environment });
  const start = () => startProgram({ environment: settings() });
  const clear = async () => {
    await drop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  let program = await start().catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  let transport = socketTransport(program.address);
  const send: Transport = (request) => transport.send(request);
  const clients: Clients = {
    anonymous: new TestClient(send),
    as: (credential) =>
      new TestClient(send, {
        authorization: `Bearer ${typeof credential === 'string' ? credential : credential.token}`,
      }),
  };
  /** Log entries of earlier starts. */
  const logged: LogEntry[] = [];
  let modules: Promise<readonly string[]> | undefined;
  let isKilled = false;
  const stop = async () => {
    transport.close();
    if (!isKilled) await program.stop();
  };
  return {
    ...clients,
    get address() {
      return program.address;
    },
    log: {
      get entries() {
        return [...logged, ...program.log.entries];
      },
    },
    dataDir,
    database: { pool },
    databaseUrl: url,
    register: (options) => registerUser(clients.anonymous, options),
    workspace: async (options = {}) =>
      createWorkspace(clients, { modules: await (modules ??= moduleNames(clients)), ...options }),
    mintToken: (user, options) => mintToken(clients.as(user), options),
    listen: () => Promise.resolve(program.address),
    kill: async () => {
      transport.close();
      await program.kill();
      isKilled = true;
    },
    command: (...args) => runShippedCommand(args, settings()),
    restart: async () => {
      await stop();
      logged.push(...program.log.entries);
      program = await start();
      isKilled = false;
      transport = socketTransport(program.address);
    },
    close: async () => {
      try {
        await stop();
      } finally {
        await clear();
      }
    },
  };
}

/** Names of the modules that a workspace can enable, as the program lists them. */
async function moduleNames(clients: Clients): Promise<readonly string[]> {
  const { owner, path } = await createWorkspace(clients, { modules: [] });
  const { body } = await clients
    .as(owner)
    .get<{ data: readonly { readonly name: string; readonly always: boolean }[] }>(`${path}/modules`);
  return body.data.filter(({ always }) => !always).map(({ name }) => name);
}
