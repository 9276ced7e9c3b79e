/** What `@cubit/testing` and the module kit use of the program: the entry `@cubit/server/testing`. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_MODULES, createCapabilities } from '@cubit/api';
import type { ModuleDefinition } from '@cubit/core';
import { createRegistry, type Registry } from '@cubit/core/host';
import { DirectoryStore } from '@cubit/files';
import {
  createTestServer as createServer,
  recordStatements,
  recordWrites,
  type TestServer,
} from '@cubit/testing/server';
import type { ModuleTestServer, ModuleTestServerOptions } from '../published/create-test-server.js';
import type { Drive } from './drive-module.js';
import { sharedPostgres } from './shared-postgres.js';

export { openPostgres } from './shared-postgres.js';
export { describeModule } from '@cubit/modules';
export { moduleFaults } from './module-faults.js';

const MAX_BYTES = 1024 ** 3;

/** Answers of a module that its document does not describe, to arbitrary requests. */
export async function requestFaults(module: ModuleDefinition, count: number): Promise<readonly string[]> {
  return (await drive(module, count)).faults;
}

/** What a module answers to arbitrary requests. */
export async function drive(module: ModuleDefinition, count: number): Promise<Drive> {
  const server = await createTestServer({ modules: [module] });
  try {
    // Loads validators and generators, which specs do not need.
    const { driveModule } = await import('./drive-module.js');
    return await driveModule(server, { module, registry: registryOf(module), count, seed: count });
  } finally {
    await server.close();
  }
}

/** Of what a workspace has that enables the module. The instance checks the declarations. */
function registryOf(module: ModuleDefinition): Registry {
  const enabled = withRequired([module], []);
  const modules = instanceModules([module]).filter(({ name, always }) => always === true || enabled.includes(name));
  return createRegistry(modules, new Set(modules));
}

/** Those of every instance, of which one can be under test itself, and the modules under test. */
function instanceModules(tested: readonly ModuleDefinition[]): readonly ModuleDefinition[] {
  return [...BUILT_IN_MODULES.filter(({ name }) => !tested.some((module) => module.name === name)), ...tested];
}

export function createTestServer(options: ModuleTestServerOptions): Promise<ModuleTestServer> {
  return serve(options);
}

async function serve(options: ModuleTestServerOptions, sharedDatabase?: TestServer): Promise<ModuleTestServer> {
  const { modules: tested = [], enable = [], background = true, now, hosts } = options;
  const modules = tested as readonly ModuleDefinition[];
  process.env['TEST_DATABASE_URL'] = await sharedPostgres();
  const folder = join(tmpdir(), `cubit-files-${randomUUID()}`);
  const server = await createServer({
    modules: instanceModules(modules),
    background,
    ...(now ? { now } : {}),
    ...(sharedDatabase ? { sharedDatabase } : {}),
    capabilities: (parts) =>
      createCapabilities({
        ...parts,
        mailer: { send: () => Promise.resolve() },
        resolve: (host) => Promise.resolve(hosts?.[host] === undefined ? [] : [hosts[host]]),
        allowInternalWebhooks: hosts !== undefined,
        files: {
          store: new DirectoryStore(join(folder, 'kept')),
          spoolFolder: join(folder, 'incoming'),
          maxBytes: MAX_BYTES,
        },
        importMaxBytes: MAX_BYTES,
        archiveMaxBytes: MAX_BYTES,
      }),
  });
  return publicServer(server, { enabled: withRequired(modules, enable), folder });
}

/** The given modules, and every module that they require. */
function withRequired(modules: readonly ModuleDefinition[], enable: readonly string[]): readonly string[] {
  const byName = new Map([...BUILT_IN_MODULES, ...modules].map((module) => [module.name, module]));
  const names = new Set<string>();
  const add = (name: string) => {
    for (const needed of byName.get(name)?.requires ?? []) add(needed);
    names.add(name);
  };
  for (const name of [...enable, ...modules.filter(({ always }) => !always).map(({ name }) => name)]) add(name);
  return [...names];
}

function publicServer(
  server: TestServer,
  { enabled, folder }: { readonly enabled: readonly string[]; readonly folder: string },
): ModuleTestServer {
  return {
    anonymous: server.anonymous,
    as: server.as,
    register: server.register,
    workspace: (options = {}) => server.workspace({ modules: enabled, ...options }),
    mintToken: server.mintToken,
    sweep: server.sweep,
    listen: server.listen,
    statements: async (work) => (await recordStatements(server.database, work)).length,
    writes: (work) => recordWrites(server.database, work),
    log: { entries: server.log.entries },
    later: async (options) => {
      // Upgrades wait for the end of processes that do not know them.
      await server.kernel.stop();
      return serve(options, server);
    },
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
