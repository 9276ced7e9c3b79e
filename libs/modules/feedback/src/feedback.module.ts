import { defineModule } from '@cubit/core';
import { scopes } from './scopes.js';

export const feedback = defineModule({
  name: 'feedback',
  version: '0.1.0',
  contract: '^1.0.0',
  title: 'Feedback',
  description: 'Takes in what people say about the product.',
  scopes,
});
