import { browserPresetOf } from '../../libs/web/testing/jest/preset.mjs';

export default { ...(await browserPresetOf(import.meta.url)), displayName: 'web' };
