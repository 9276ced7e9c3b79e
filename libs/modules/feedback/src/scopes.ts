import type { ScopeDefinition } from '@cubit/core';

/** Routes to come. A scope reaches exactly the operations listed, so a token with this one reaches none as yet. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'feedback:intake',
    title: 'Feedback intake',
    description: 'Lets first-party tooling hand in feedback items, and nothing else.',
    workspaceBound: false,
    operations: [],
  },
];
