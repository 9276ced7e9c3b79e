import type { ModuleDefinition } from '@cubit/core';
import { declareSweep, type SweepOptions as DeclaredSweepOptions } from '@cubit/testing/sweep';
import { createTestServer, type TestedModule } from './create-test-server.js';

export interface SweepOptions extends DeclaredSweepOptions {
  /** Modules of every instance that the examples need, in addition to those that the module requires. */
  readonly enable?: readonly string[];
}

/**
 * Declares the tests that follow from the declarations of a module: every example runs, `readOnly` and `idempotent` hold, runs at
 * once lose no update, every declared event is emitted, and creating and listing 100 records takes as many statements as 1.
 */
export function moduleSweep(module: TestedModule, { enable, ...options }: SweepOptions = {}): void {
  declareSweep(module as ModuleDefinition, options, () =>
    createTestServer({ modules: [module], background: false, ...(enable && { enable }) }),
  );
}
