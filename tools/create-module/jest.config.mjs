import { presetOf } from '../../jest.preset.mjs';

// Specs need no database.
const withoutDatabase = { globalSetup: undefined, globalTeardown: undefined };

export default { ...(await presetOf(import.meta.url)), ...withoutDatabase, displayName: 'create-module' };
