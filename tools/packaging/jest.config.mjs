import { presetOf } from '../../jest.preset.mjs';

// Specs start what they need from packed archives, so no PostgreSQL is started for them.
const withoutDatabase = { globalSetup: undefined, globalTeardown: undefined };

export default { ...(await presetOf(import.meta.url)), ...withoutDatabase, displayName: 'packaging' };
