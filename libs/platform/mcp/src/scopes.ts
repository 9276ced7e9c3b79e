import type { ScopeDefinition } from '@cubit/core';

export const CALL_OPERATION = 'callAgentTools';
export const STREAM_OPERATION = 'openAgentStream';
export const READ_SCOPE = 'agents:read';
export const ACT_SCOPE = 'agents:act';

/** Both scopes reach the one route of the protocol; what a call may do follows from the scope, the role and the setting. */
export const scopes: readonly ScopeDefinition[] = [
  {
    id: READ_SCOPE,
    title: 'Agent: read',
    description: 'Lets an agent read records and run actions that change nothing, as far as the workspace allows.',
    workspaceBound: true,
    operations: [CALL_OPERATION, STREAM_OPERATION],
  },
  {
    id: ACT_SCOPE,
    title: 'Agent: act',
    description: 'Lets an agent read records, change them and run actions, as far as the workspace allows.',
    workspaceBound: true,
    operations: [CALL_OPERATION, STREAM_OPERATION],
  },
];
