import type { ScopeDefinition } from '@cubit/core';

/** A scope allows exactly the operations listed. There are no routes yet, so a token with this scope can call none. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'drive:control',
    title: 'Control the open tab',
    description:
      'Lets an agent control the open browser tab of its owner: open pages, point and follow. Reads and writes no workspace data.',
    workspaceBound: false,
    operations: [],
  },
];
