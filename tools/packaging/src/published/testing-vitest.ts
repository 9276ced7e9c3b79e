/** The entry `@cubit/testing/vitest`: Vitest has no globals by default. */
import { afterAll, describe, it } from 'vitest';
import type { TestedModule } from './create-test-server.js';
import { moduleSweep as sweep, type SweepOptions } from './module-sweep.js';

export function moduleSweep(module: TestedModule, options: SweepOptions = {}): void {
  sweep(module, { runner: { afterAll, describe, it }, ...options });
}
