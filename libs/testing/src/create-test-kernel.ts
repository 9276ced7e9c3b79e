import {
  createKernel,
  type CapabilityFactory,
  type ConnectionSettings,
  type Database,
  type Kernel,
  type KernelSettings,
  type Mailer,
  type ModuleDefinition,
} from '@cubit/core';
import { createTestDatabase } from './create-test-database.js';
import { createLog, type RecordedLog } from './recorded-log.js';

export interface TestKernelOptions {
  readonly modules?: readonly ModuleDefinition[];
  /** Default: the system's clock. */
  readonly now?: () => Date;
  readonly settings?: Partial<KernelSettings>;
  readonly mailer?: Mailer;
  /** Parts of the platform beside the kernel, made for the database of the spec. */
  readonly capabilities?: (parts: Pick<TestKernel, 'connection' | 'log'>) => readonly CapabilityFactory[];
}

/** The service without HTTP, on a database of its own. Its background work is started by `kernel.start()`. */
export interface TestKernel {
  readonly kernel: Kernel;
  readonly database: Database;
  readonly connection: ConnectionSettings;
  /** What the kernel logged. */
  readonly log: RecordedLog;
  /** Ends background work and drops the database. For `afterAll`. */
  close(): Promise<void>;
}

const SETTINGS: KernelSettings = { publicUrl: 'http://cubit.test', registration: 'open', version: '0.0.0-test' };

export async function createTestKernel({
  modules = [],
  settings,
  capabilities = () => [],
  ...options
}: TestKernelOptions = {}): Promise<TestKernel> {
  const { database, connection, drop } = await createTestDatabase({ modules });
  const log = createLog();
  const kernel = await createKernel({
    database,
    modules,
    settings: { ...SETTINGS, ...settings },
    log,
    capabilities: capabilities({ connection, log }),
    ...options,
  });
  const close = async () => {
    await kernel.stop();
    await drop();
  };
  return { kernel, database, connection, log, close };
}
