import { browserPreset } from '../../libs/web/testing/jest/preset.mjs';

export default { ...browserPreset, displayName: 'web' };
