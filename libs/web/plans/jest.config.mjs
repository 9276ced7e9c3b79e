import { browserPresetOf } from '../testing/jest/preset.mjs';

export default { ...(await browserPresetOf(import.meta.url)), displayName: 'web-plans' };
