import type { ScopeDefinition } from '@cubit/core';

export const LIST_OPERATION = 'listDrivenTabs';
export const COMMAND_OPERATION = 'sendTabCommand';
export const SCOPE = 'drive:control';

/** A scope allows exactly the operations listed: those of the agent, not those of the tab. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: SCOPE,
    title: 'Control the open tab',
    description:
      'Lets an agent control the open browser tab of its owner: open pages, point and follow. Reads and writes no workspace data.',
    workspaceBound: false,
    operations: [LIST_OPERATION, COMMAND_OPERATION],
  },
];
