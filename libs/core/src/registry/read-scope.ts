import type { ScopeDefinition } from '../contract/scope.js';

/** The scope of the kernel: the routes that it allows follow from their declaration, so that it includes those of every module. */
export const READ_SCOPE: ScopeDefinition = {
  id: 'records:read',
  title: 'Read',
  description:
    'Allows to read what a viewer of the workspace reads: records, files, views, events and their stream. It changes nothing, and reads neither the audit log, nor addresses of members, nor integrations.',
  workspaceBound: false,
  operations: [],
};
