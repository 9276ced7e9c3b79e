import { defineModule } from '@cubit/core';
import { scopes } from './scopes.js';

export const devices = defineModule({
  name: 'devices',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Devices',
  description: 'An on-site edge bridge and the machines behind it.',
  scopes,
});
