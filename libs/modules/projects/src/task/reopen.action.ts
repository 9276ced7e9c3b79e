import { defineAction, Field, type ModuleContext, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason, restore } from '../action-input.js';
import { comment } from '../comment/comment.kind.js';
import { taskBlocked, taskMoved, taskReopened, taskUpdated } from '../events.js';
import { isOpen, OPEN_STATUSES } from './task-status.js';
import type { Task } from './task.fields.js';
import { task } from './task.kind.js';

export const reopenTask = defineAction({
  id: 'projects:reopen',
  title: 'Reopen task',
  description: 'Sets the task to `todo`, or to another open status. Open tasks that depend on it are blocked again.',
  appliesTo: [task],
  input: input({
    reason,
    status: Type.Optional(
      Field.enum(OPEN_STATUSES, { title: 'Status', description: 'The status afterwards. Default: `todo`.' }),
    ),
    restore,
  }),
  output: Type.Null(),
  emits: [taskReopened, taskUpdated, taskBlocked, taskMoved],
  agent: { words: ['not done', 'again', 'redo'] },
  effects: EFFECTS,
  undoneBy: 'projects:complete',
  ui: {
    done: 'Reopened {title}',
    icon: 'rotate-ccw',
    order: 25,
    bulk: true,
    hidden: ['restore'],
    visible: { field: 'status', in: ['done', 'cancelled'] },
  },
  undo:
    (_context, { fields: { status, recurrence, recurred_as: made } }) =>
    () => {
      // Completing it would create the next task.
      if (status === 'done' && recurrence !== undefined && made === undefined) return null;
      return status === 'cancelled' ? { action: 'projects:cancel' } : { input: { force: true } };
    },
  example: { title: 'Not done after all', input: { reason: 'It leaks again' } },
  available: ({ fields: { status } }) => !isOpen(status) || notWhile(status),
  async run({ records }, record, { reason, status = 'todo', restore: restored }) {
    const { id } = record;
    const note = { reason, restored };
    if (restored === true) await removeClosingComments(records, record);
    await records.update(task, id, { status: 'todo' }, { note });
    // Only `todo` follows from a closed status.
    if (status !== 'todo') await records.update(task, id, { status }, { note });
    return null;
  },
});

/** Deletes the comments that `projects:complete` wrote when it closed the task, at the same time. */
async function removeClosingComments(
  records: ModuleContext['records'],
  { id, fields: { completed_at: at } }: Task,
): Promise<void> {
  if (at === undefined) return;
  const made = await records.find(comment, { filter: `created_at == timestamp("${at}")` });
  const own = made.filter(({ fields: { on } }) => on.id === id);
  await records.remove(
    comment,
    own.map((one) => one.id),
  );
}
