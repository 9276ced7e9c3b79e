import { fileURLToPath } from 'node:url';
import { preset } from '../../jest.preset.mjs';

const globalSetup = fileURLToPath(new URL('jest/global-setup.mjs', import.meta.url));

export default { ...preset, displayName: 'api', globalSetup };
