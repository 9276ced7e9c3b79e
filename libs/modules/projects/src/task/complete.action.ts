import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { comment } from '../comment/comment.kind.js';
import { errors } from '../errors.js';
import { commentCreated, taskCompleted, taskCreated, taskMoved, taskUnblocked, taskUpdated } from '../events.js';
import { isOpen } from './task-status.js';
import { task } from './task.kind.js';

export const completeTask = defineAction({
  id: 'projects:complete',
  title: 'Complete task',
  description:
    'Completes the task. Dependencies on it are satisfied, and the next task of a recurrence is created. A blocked task needs `force`.',
  appliesTo: [task],
  input: input({
    force: Type.Optional(
      Type.Boolean({
        title: 'Although blocked',
        default: false,
        description: 'Complete the task although it is blocked.',
      }),
    ),
    comment: Type.Optional(
      Field.longtext({ title: 'Comment', minLength: 1, description: 'Comment to add to the task, in Markdown.' }),
    ),
  }),
  output: Type.Null(),
  emits: [taskCompleted, taskUpdated, taskUnblocked, taskCreated, taskMoved, commentCreated],
  agent: { words: ['done', 'finished', 'ready', 'tick off', 'check off', 'close'] },
  effects: EFFECTS,
  undoneBy: 'projects:reopen',
  ui: {
    done: 'Completed {title}',
    icon: 'check',
    tone: 'primary',
    key: 'x',
    order: 20,
    bulk: true,
    visible: { field: 'status', in: ['backlog', 'todo', 'in_progress'] },
  },
  undo:
    (_context, { fields: { status, recurrence } }) =>
    () =>
      recurrence === undefined ? { input: { status, restore: true } } : null,
  example: { title: 'Done', input: { comment: 'Held with two screws more.' } },
  available: ({ fields: { status } }) => isOpen(status) || notWhile(status),
  async run({ records }, { id, kind, fields }, { force, comment: body }) {
    if (fields.blocked && force !== true) {
      const message = 'The task is blocked by open dependencies.';
      throw errors.fail('projects_blocked', `${message} Set force, or remove the dependencies.`, [
        { path: '/input/force', code: 'blocked', message },
      ]);
    }
    if (body !== undefined) await records.create(comment, { on: { kind, id }, body }, { path: () => '/input/comment' });
    await records.update(task, id, { status: 'done' });
    return null;
  },
});
