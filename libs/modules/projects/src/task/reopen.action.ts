import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { taskBlocked, taskMoved, taskReopened, taskUpdated } from '../events.js';
import { isOpen, OPEN_STATUSES } from './task-status.js';
import { task } from './task.kind.js';

export const reopenTask = defineAction({
  id: 'projects:reopen',
  title: 'Reopen',
  description: 'Sets the task to `todo`, or to another open status. Open tasks that depend on it are blocked again.',
  appliesTo: [task],
  input: input({
    reason,
    status: Type.Optional(
      Field.enum(OPEN_STATUSES, { title: 'Status', description: 'The status afterwards. Default: `todo`.' }),
    ),
  }),
  output: Type.Null(),
  emits: [taskReopened, taskUpdated, taskBlocked, taskMoved],
  agent: { words: ['not done', 'again', 'redo'] },
  effects: EFFECTS,
  undoneBy: 'projects:complete',
  ui: { icon: 'rotate-ccw', order: 25, bulk: true, visible: { field: 'status', in: ['done', 'cancelled'] } },
  undo:
    (_context, { fields: { status } }) =>
    () =>
      status === 'cancelled' ? { action: 'projects:cancel' } : { input: { force: true } },
  example: { title: 'Not done after all', input: { reason: 'It leaks again' } },
  available: ({ fields: { status } }) => !isOpen(status) || notWhile(status),
  async run({ records }, { id }, { reason, status = 'todo' }) {
    await records.update(task, id, { status: 'todo' }, { note: { reason } });
    // Only `todo` follows from a closed status.
    if (status !== 'todo') await records.update(task, id, { status }, { note: { reason } });
    return null;
  },
});
