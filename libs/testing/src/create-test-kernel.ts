import { type CapabilityFactory, createKernel, type Kernel } from '@cubit/runtime';
import type { AttemptStore, KernelSettings, Mailer, PasswordStrengthChecker } from '@cubit/access';
import type { ConnectionSettings, Database, Release } from '@cubit/database';
import type { ModuleDefinition } from '@cubit/core';
import { createTestDatabase, joinTestDatabase } from './create-test-database.js';
import { createLog, type RecordedLog } from './recorded-log.js';

export interface TestKernelOptions {
  readonly modules?: readonly ModuleDefinition[];
  /** Default: the system's clock. */
  readonly now?: () => Date;
  readonly settings?: Partial<KernelSettings>;
  readonly mailer?: Mailer;
  /** Default: accepts every password. The real checker takes a second of CPU time per spec file. */
  readonly passwords?: PasswordStrengthChecker;
  /** Default: wrong passwords are not limited. */
  readonly attempts?: () => Promise<AttemptStore | null>;
  /**
   * Uses the database of another test kernel, as a second process of the instance; that kernel must be closed last. Default: its
   * own database.
   */
  readonly sharedDatabase?: Pick<TestKernel, 'connection'>;
  /** False: sweeps and upkeep do not run by themselves. Default true. */
  readonly background?: boolean;
  /** Default: that of this source. */
  readonly release?: Release;
  /** Capabilities of the platform, created for the test database. */
  readonly capabilities?: (parts: Pick<TestKernel, 'connection' | 'log'>) => readonly CapabilityFactory[];
}

/** The service without HTTP, on its own database. `kernel.start()` starts its background work. */
export interface TestKernel {
  readonly kernel: Kernel;
  readonly database: Database;
  readonly connection: ConnectionSettings;
  /** The kernel's log. */
  readonly log: RecordedLog;
  /** Stops background work and drops the database. For `afterAll`. */
  close(): Promise<void>;
}

const ANY_PASSWORD: PasswordStrengthChecker = {
  isTooGuessable: () => Promise.resolve(false),
  close: () => Promise.resolve(),
};
const SETTINGS: KernelSettings = { publicUrl: 'http://cubit.test', registration: 'open', version: '0.0.0-test' };

export async function createTestKernel({
  modules = [],
  settings,
  capabilities = () => [],
  sharedDatabase,
  ...options
}: TestKernelOptions = {}): Promise<TestKernel> {
  const { database, connection, drop } = sharedDatabase
    ? joinTestDatabase(sharedDatabase.connection)
    : await createTestDatabase({ modules });
  const log = createLog();
  const kernel = await createKernel({
    database,
    modules,
    settings: { ...SETTINGS, ...settings },
    log,
    passwords: ANY_PASSWORD,
    capabilities: capabilities({ connection, log }),
    ...options,
  });
  const close = async () => {
    await kernel.stop();
    await drop();
  };
  return { kernel, database, connection, log, close };
}
