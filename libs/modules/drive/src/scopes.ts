import type { ScopeDefinition } from '@cubit/core';

/** Routes to come. A scope reaches exactly the operations listed, so a token with this one reaches none as yet. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'drive:control',
    title: 'Drive the open tab',
    description:
      "Lets an agent drive the owner's open browser tab: open pages, point, follow along. Reads and writes no workspace data.",
    workspaceBound: false,
    operations: [],
  },
];
