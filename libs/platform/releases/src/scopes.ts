import type { ScopeDefinition } from '@cubit/core';

/** The only operation that the scope allows. */
export const ANNOUNCE_OPERATION = 'announceRelease';

export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'releases:announce',
    title: 'Release announcements',
    description: 'Allows tools of an instance administrator to announce releases, and nothing else.',
    workspaceBound: false,
    operations: [ANNOUNCE_OPERATION],
  },
];
