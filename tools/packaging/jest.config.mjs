import { presetOf } from '../../jest.preset.mjs';

const preset = await presetOf(import.meta.url);
// What `@cubit/testing` finds beside it when it is installed.
const installed = { '^@cubit/server/testing$': '<rootDir>/src/entries/test-server.ts' };

export default { ...preset, moduleNameMapper: { ...preset.moduleNameMapper, ...installed }, displayName: 'packaging' };
