import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { taskBlocked, taskMoved, taskReopened, taskUpdated } from '../events.js';
import { isOpen } from './task-status.js';
import { task } from './task.kind.js';

export const reopenTask = defineAction({
  id: 'projects:reopen',
  title: 'Reopen',
  description: 'Sets the task to `todo`. Open tasks that depend on it are blocked again.',
  appliesTo: [task],
  input: input({ reason }),
  output: Type.Null(),
  emits: [taskReopened, taskUpdated, taskBlocked, taskMoved],
  effects: EFFECTS,
  undoneBy: 'projects:complete',
  ui: { icon: 'rotate-ccw', order: 25, bulk: true, visible: { field: 'status', in: ['done', 'cancelled'] } },
  example: { title: 'Not done after all', input: { reason: 'It leaks again' } },
  available: ({ fields: { status } }) => !isOpen(status) || notWhile(status),
  async run({ records }, { id }, { reason: said }) {
    await records.update(task, id, { status: 'todo' }, { note: { reason: said } });
    return null;
  },
});
