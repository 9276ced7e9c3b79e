import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { comment } from '../comment/comment.kind.js';
import { errors } from '../errors.js';
import { commentCreated, taskCompleted, taskCreated, taskMoved, taskUnblocked, taskUpdated } from '../events.js';
import { isOpen } from './task-status.js';
import { task } from './task.kind.js';

export const completeTask = defineAction({
  id: 'projects:complete',
  title: 'Complete',
  description: 'Unblocks what waited for it, and makes the next one where it recurs. A blocked task needs `force`.',
  appliesTo: [task],
  input: input({
    force: Type.Optional(Type.Boolean({ default: false, description: 'Also where it still waits for something.' })),
    comment: Type.Optional(Field.longtext({ minLength: 1 })),
  }),
  output: Type.Null(),
  emits: [taskCompleted, taskUpdated, taskUnblocked, taskCreated, taskMoved, commentCreated],
  effects: EFFECTS,
  undoneBy: 'projects:reopen',
  example: { title: 'Done', input: { comment: 'Held with two screws more.' } },
  available: ({ fields: { status } }) => isOpen(status) || `it is ${status}`,
  async run({ records }, { id, kind, fields }, { force, comment: body }) {
    if (fields.blocked && force !== true) {
      const message = 'The task waits for others.';
      throw errors.fail('projects_blocked', `${message} Complete it with force, or remove what it waits for.`, [
        { path: '/input/force', code: 'blocked', message },
      ]);
    }
    if (body !== undefined) await records.create(comment, { on: { kind, id }, body }, { path: () => '/input/comment' });
    await records.update(task, id, { status: 'done' });
    return null;
  },
});
