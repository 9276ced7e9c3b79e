import { defineModule } from '@cubit/core';
import { scopes } from './scopes.js';
import { settings } from './settings.js';

export const drive = defineModule({
  name: 'drive',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Drive',
  description: 'Lets an agent control the open browser tab of its owner.',
  scopes,
  settings,
  ui: { icon: 'navigation', color: 'pink' },
});
