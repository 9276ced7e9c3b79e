import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { commandCancelled } from '../events.js';
import { commandPayload } from './command-payload.js';
import { command } from './command.kind.js';

export const cancelCommand = defineAction({
  id: 'devices:cancel_command',
  title: 'Cancel command',
  description:
    'Cancels a queued command. A delivered command cannot be cancelled, because the device may have executed it.',
  appliesTo: [command],
  input: Type.Object(
    {
      discard: Type.Optional(
        Type.Boolean({ title: 'Discard', description: 'Delete the command, as if it had never been requested.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [commandCancelled],
  effects: { destructive: false, idempotent: false, readOnly: false },
  ui: {
    done: 'Cancelled {title}',
    icon: 'x',
    order: 10,
    bulk: true,
    hidden: ['discard'],
    visible: { field: 'status', is: 'queued' },
  },
  example: { title: 'Cancel', input: {} },
  available: ({ fields }) => fields.status === 'queued' || notWhile(fields.status),
  async run({ records, emit }, { id }, { discard = false }) {
    emit(commandCancelled, commandPayload(await records.update(command, id, { status: 'cancelled', due_at: null })));
    if (discard) await records.remove(command, [id]);
    return null;
  },
});
