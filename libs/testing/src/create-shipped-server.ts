import { createKernel, type Kernel } from '@cubit/runtime';
import { Database } from '@cubit/database';
import type { ModuleDefinition } from '@cubit/core';
import type { TestKernelOptions } from './create-test-kernel.js';
import { createLog } from './recorded-log.js';
import { startShippedServer, type ShippedOptions, type ShippedServer } from './shipped/shipped-server.js';

export interface DeclaredProduct extends ShippedOptions, Pick<TestKernelOptions, 'capabilities'> {
  readonly modules: readonly ModuleDefinition[];
}

/** The shipped program, together with the declarations in its sources, for specs that iterate over all declarations. */
export interface SweptServer extends ShippedServer {
  readonly kernel: Pick<Kernel, 'registry' | 'routes'>;
}

export async function createShippedServer({
  modules,
  capabilities = () => [],
  ...options
}: DeclaredProduct): Promise<SweptServer> {
  const server = await startShippedServer(options);
  const connection = { connectionString: server.databaseUrl };
  const database = new Database({ connection, max: 2, onError: () => {} });
  const log = createLog();
  let kernel: Kernel | undefined;
  const close = async () => {
    await kernel?.stop();
    await database.close();
    await server.close();
  };
  try {
    const settings = { publicUrl: 'http://cubit.test', registration: 'open', version: '0.0.0-test' } as const;
    const parts = capabilities({ connection, log });
    // Only declared, never started: all responses come from the program, which has checked the modules.
    kernel = await createKernel({ database, modules, checked: new Set(modules), settings, log, capabilities: parts });
    // A getter, because a restart changes the address.
    return Object.assign(Object.create(server) as ShippedServer, { kernel, close });
  } catch (error) {
    await close();
    throw error;
  }
}
