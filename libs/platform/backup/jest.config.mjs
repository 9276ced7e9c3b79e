import { presetOf } from '../../../jest.preset.mjs';

export default { ...(await presetOf(import.meta.url)), displayName: 'backup' };
