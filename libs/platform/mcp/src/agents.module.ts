import { defineModule } from '@cubit/core';
import { scopes } from './scopes.js';
import { settings } from './settings.js';

export const agents = defineModule({
  name: 'agents',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Agents',
  description: 'Offers the actions and records of the workspace to agents as tools of the Model Context Protocol.',
  scopes,
  settings,
  ui: { icon: 'bot', color: 'violet' },
});
