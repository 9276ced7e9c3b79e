import { fileURLToPath } from 'node:url';
import { presetOf } from '../../../../jest.preset.mjs';

/** For packages with browser specs. Each of them takes a browser, so one spec runs at a time. */
export async function browserPresetOf(configuration) {
  return {
    ...(await presetOf(configuration)),
    globalSetup: fileURLToPath(new URL('../../../testing/jest/shipped-setup.mjs', import.meta.url)),
    // Longer than `until` waits, which then says what did not come.
    testTimeout: 120_000,
  };
}
