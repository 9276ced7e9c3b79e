import { fileURLToPath } from 'node:url';
import { presetOf } from '../../jest.preset.mjs';

const globalSetup = fileURLToPath(new URL('../../libs/testing/jest/shipped-setup.mjs', import.meta.url));

export default { ...(await presetOf(import.meta.url)), displayName: 'api', globalSetup };
