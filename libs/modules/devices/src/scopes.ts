import type { ScopeDefinition } from '@cubit/core';

/** Routes to come. A scope reaches exactly the operations listed, so a token with this one reaches none as yet. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'devices:edge',
    title: 'Edge bridge',
    description: 'Lets an on-site edge bridge register, poll, respond and update itself, in one workspace only.',
    workspaceBound: true,
    operations: [],
  },
];
