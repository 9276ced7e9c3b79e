import { defineModule } from '@cubit/core';
import { itemReceived } from './events.js';
import { scopes } from './scopes.js';
import { settings } from './settings.js';

export const feedback = defineModule({
  name: 'feedback',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Feedback',
  description: 'Collects feedback about the product for the admins of the workspace.',
  events: [itemReceived],
  scopes,
  settings,
});
