import { defineModule } from '@cubit/core';
import { docsAssetRoute, docsRoute } from './docs/docs.route.js';
import { documentRoute } from './document/document.route.js';

export const coreOpenapi = defineModule({
  name: 'core-openapi',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'API reference',
  description: 'The OpenAPI document of the workspace and an interactive API reference.',
  always: true,
  routes: [documentRoute, docsRoute, docsAssetRoute],
  permissions: {},
  ui: { icon: 'book-open', color: 'gray' },
});
