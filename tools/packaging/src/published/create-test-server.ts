import type { ModuleDefinition } from '@cubit/core';
import type {
  Clients,
  LogEntry,
  RegistrationOptions,
  TestUser,
  TestWorkspace,
  TokenOptions,
  WorkspaceOptions,
} from '@cubit/testing/client';

/** A value of `defineModule`, of either version of TypeBox. */
export type TestedModule = Pick<ModuleDefinition, 'name' | 'version' | 'contract'>;

export interface ModuleTestServerOptions {
  /** The modules under test, in addition to those of every instance. */
  readonly modules?: readonly TestedModule[];
  /** Modules of every instance that new workspaces enable: `['spaces']`. Those that the modules require are always enabled. */
  readonly enable?: readonly string[];
  /** False: sweeps of modules run by `sweep()` alone. Default: also every few seconds. */
  readonly background?: boolean;
  /** Default: the system's clock. */
  readonly now?: () => Date;
  /**
   * Addresses of the hosts that `fetch` reaches, by name: `{ 'api.example.com': '127.0.0.1' }` for a server of the spec, whose port stands in
   * the URL. Default: every host is unknown.
   */
  readonly hosts?: Readonly<Record<string, string>>;
}

/** The whole service in this process, on its own database, called without a socket. */
export interface ModuleTestServer extends Clients {
  register(options?: RegistrationOptions): Promise<TestUser>;
  /** A workspace with the modules under test enabled. */
  workspace(options?: WorkspaceOptions): Promise<TestWorkspace>;
  /** Creates an API token of the user. */
  mintToken(user: TestUser, options?: TokenOptions): Promise<string>;
  /** Runs the sweeps of all modules at the current time of `now`. */
  sweep(): Promise<void>;
  /** Listens on a free loopback port and returns the address. */
  listen(): Promise<string>;
  /** Number of SQL statements that requests send while `work` runs. */
  statements(work: () => Promise<unknown>): Promise<number>;
  /** What `work` writes to tables of records and events: `insert into record_laser_cut`. Each once. */
  writes(work: () => Promise<unknown>): Promise<readonly string[]>;
  readonly log: { readonly entries: readonly LogEntry[] };
  /**
   * Starts the service on this database again, with later versions of the modules under test: their upgrades run with the records
   * of this one, which stops. Close the later one first.
   */
  later(options: Pick<ModuleTestServerOptions, 'modules' | 'now'>): Promise<ModuleTestServer>;
  /** Stops the service and drops its database. */
  close(): Promise<void>;
}

interface ServerEntry {
  createTestServer(options: ModuleTestServerOptions): Promise<ModuleTestServer>;
}

/** Starts the service. The first call of a test run starts PostgreSQL, which ends with the run. */
export async function createTestServer(options: ModuleTestServerOptions = {}): Promise<ModuleTestServer> {
  const entry = '@cubit/server/testing';
  const server = (await import(entry)) as ServerEntry;
  return server.createTestServer(options);
}
