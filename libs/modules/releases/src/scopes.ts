import type { ScopeDefinition } from '@cubit/core';

/** Routes to come. A scope reaches exactly the operations listed, so a token with this one reaches none as yet. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'releases:announce',
    title: 'Release announcements',
    description: 'Lets first-party tooling announce a release, and nothing else.',
    workspaceBound: false,
    operations: [],
  },
];
