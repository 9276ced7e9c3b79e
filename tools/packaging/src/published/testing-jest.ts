/** The entry `@cubit/testing/jest`: for projects that switch off the globals of Jest. */
import { afterAll, describe, it } from '@jest/globals';
import type { TestedModule } from './create-test-server.js';
import { moduleSweep as sweep, type SweepOptions } from './module-sweep.js';

export function moduleSweep(module: TestedModule, options: SweepOptions = {}): void {
  sweep(module, { runner: { afterAll, describe, it }, ...options });
}
