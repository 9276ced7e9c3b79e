import { defineKind } from '@cubit/core';
import { connectionFailed } from '../events/machine-events.js';
import { connectionFields } from './connection.fields.js';

export const connection = defineKind({
  id: 'digifab:connection',
  title: ['Connection', 'Connections'],
  description:
    'How a machine is reached. Secrets are no part of it: those of webhooks are kept with their integration, those of a machine by the bridge that speaks to it.',
  fields: connectionFields,
  titleField: 'name',
  index: ['status'],
  emits: [connectionFailed],
  example: { name: 'OctoPrint in the hall', driver: 'octoprint', url: 'http://octopi.example.org' },
  async onWrite({ emit }, changes) {
    for (const { operation, before, after } of changes) {
      const { name, status, last_error: error = 'It does not answer.' } = after.fields;
      if (operation !== 'delete' && status === 'error' && before?.fields.status !== 'error')
        emit(connectionFailed, { connectionId: after.id, name, error });
    }
    await Promise.resolve();
  },
});
