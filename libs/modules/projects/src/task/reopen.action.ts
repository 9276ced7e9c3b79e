import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { taskBlocked, taskMoved, taskReopened, taskUpdated } from '../events.js';
import { isOpen } from './task-status.js';
import { task } from './task.kind.js';

export const reopenTask = defineAction({
  id: 'projects:reopen',
  title: 'Reopen',
  description: 'Back to be done; tasks that wait for it are blocked again.',
  appliesTo: [task],
  input: input({ reason }),
  output: Type.Null(),
  emits: [taskReopened, taskUpdated, taskBlocked, taskMoved],
  effects: EFFECTS,
  undoneBy: 'projects:complete',
  example: { title: 'Not done after all', input: { reason: 'It leaks again' } },
  available: ({ fields: { status } }) => !isOpen(status) || `it is ${status}`,
  async run({ records }, { id }, { reason: said }) {
    await records.update(task, id, { status: 'todo' }, { note: { reason: said } });
    return null;
  },
});
