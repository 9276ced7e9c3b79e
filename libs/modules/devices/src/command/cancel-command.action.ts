import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { commandCancelled } from '../events.js';
import { aboutCommand } from './about-command.js';
import { command } from './command.kind.js';

export const cancelCommand = defineAction({
  id: 'devices:cancel_command',
  title: 'Cancel',
  description: 'Only while it is queued: what was handed out may have been done.',
  appliesTo: [command],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Null(),
  emits: [commandCancelled],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Cancel', input: {} },
  available: ({ fields }) => fields.status === 'queued' || `it is ${fields.status}`,
  async run({ records, emit }, { id }) {
    emit(commandCancelled, aboutCommand(await records.update(command, id, { status: 'cancelled', due_at: null })));
    return null;
  },
});
