import { defineModule } from '@cubit/core';
import { releaseAnnounced } from './events.js';
import { scopes } from './scopes.js';

export const releases = defineModule({
  name: 'releases',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Releases',
  description: 'Announces new releases to the users of an instance.',
  events: [releaseAnnounced],
  scopes,
});
