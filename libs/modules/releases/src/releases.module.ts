import { defineModule } from '@cubit/core';
import { scopes } from './scopes.js';

export const releases = defineModule({
  name: 'releases',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Releases',
  description: 'Announces new releases to the people of an instance.',
  scopes,
});
