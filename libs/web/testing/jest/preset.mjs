import { fileURLToPath } from 'node:url';
import { preset } from '../../../../jest.preset.mjs';

/** For packages with browser specs. Each of them takes a browser, so one spec runs at a time. */
export const browserPreset = {
  ...preset,
  globalSetup: fileURLToPath(new URL('global-setup.mjs', import.meta.url)),
  // Longer than `until` waits, which then says what did not come.
  testTimeout: 120_000,
};
