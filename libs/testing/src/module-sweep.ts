import type { ModuleDefinition } from '@cubit/core';
import { afterAll, describe, it } from '@jest/globals';
import { createTestServer } from './create-test-server.js';
import { memoryFiles } from './memory-files.js';
import { recordStatements } from './record-statements.js';
import { recordWrites } from './record-writes.js';
import { declareSweep, type SweepOptions } from './sweep/index.js';

/** Two would lose an update as well, and each is a record on its way through a lifecycle. */
const FEW_AT_ONCE = 3;
const MANY_AT_ONCE = 10;

interface ModuleSweepOptions extends SweepOptions {
  /** Modules that it uses. */
  readonly modules?: readonly ModuleDefinition[];
}

/** Declares the tests that follow from the declarations of a module of this repository; see `declareSweep`. With more runs at once in `npm run test:long`. */
export function moduleSweep(module: ModuleDefinition, { modules = [], ...options }: ModuleSweepOptions = {}): void {
  const atOnce = process.env['TEST_LONG'] ? MANY_AT_ONCE : FEW_AT_ONCE;
  declareSweep(module, { runner: { afterAll, describe, it }, atOnce, ...options }, async () => {
    // What sweeps do in the background is neither an action's nor a request's.
    const server = await createTestServer({
      capabilities: () => [memoryFiles()],
      modules: [...modules, module],
      background: false,
    });
    const { database } = server;
    return {
      ...server,
      statements: async (work) => (await recordStatements(database, work)).length,
      writes: (work) => recordWrites(database, work),
    };
  });
}
