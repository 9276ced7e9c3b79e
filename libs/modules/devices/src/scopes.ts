import type { ScopeDefinition } from '@cubit/core';
import { edgeRoutes } from './edge/edge.routes.js';

/** A scope allows exactly the operations listed. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'devices:edge',
    title: 'Edge bridge',
    description: 'Lets an on-site edge bridge register, poll, respond and update itself, in one workspace only.',
    workspaceBound: true,
    operations: edgeRoutes.map(({ operationId }) => operationId),
  },
];
