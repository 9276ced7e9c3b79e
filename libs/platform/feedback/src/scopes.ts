import type { ScopeDefinition } from '@cubit/core';

/** The only operation that the scope allows. */
export const SUBMIT_OPERATION = 'submitFeedback';

export const scopes: readonly ScopeDefinition[] = [
  {
    id: 'feedback:intake',
    title: 'Feedback intake',
    description: 'Allows tools to submit feedback, and nothing else.',
    workspaceBound: false,
    operations: [SUBMIT_OPERATION],
  },
];
