import { defineKind } from '@cubit/core';
import { connectionFailed } from '../events/machine-events.js';
import { connectionFields } from './connection.fields.js';
import { connectionHints } from './connection.hints.js';

export const connection = defineKind({
  id: 'digifab:connection',
  title: ['Connection', 'Connections'],
  description:
    'How to reach a machine. It holds no secrets: secrets of webhooks are stored with their integration, those of a machine by its bridge.',
  fields: connectionFields,
  titleField: 'name',
  index: ['status'],
  emits: [connectionFailed],
  ui: connectionHints,
  example: { name: 'OctoPrint in the hall', driver: 'octoprint', url: 'http://octopi.example.org' },
  async onWrite({ emit }, changes) {
    for (const { operation, before, after } of changes) {
      const { name, status, last_error: error = 'The connection does not respond.' } = after.fields;
      if (operation !== 'delete' && status === 'error' && before?.fields.status !== 'error')
        emit(connectionFailed, { connectionId: after.id, name, error });
    }
    await Promise.resolve();
  },
});
