import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { taskCancelled, taskMoved, taskUnblocked, taskUpdated } from '../events.js';
import { isOpen } from './task-status.js';
import { task } from './task.kind.js';

export const cancelTask = defineAction({
  id: 'projects:cancel',
  title: 'Cancel task',
  description: 'Cancels the task. Dependencies on it are satisfied.',
  appliesTo: [task],
  input: input({ reason }),
  output: Type.Null(),
  emits: [taskCancelled, taskUpdated, taskUnblocked, taskMoved],
  effects: EFFECTS,
  undoneBy: 'projects:reopen',
  ui: {
    done: 'Cancelled {title}',
    icon: 'x',
    tone: 'danger',
    order: 90,
    bulk: true,
    visible: { field: 'status', in: ['backlog', 'todo', 'in_progress'] },
  },
  undo:
    (_context, { fields: { status } }) =>
    () => ({ input: { status, restore: true } }),
  example: { title: 'Not needed', input: { reason: 'Bought ready-made' } },
  available: ({ fields: { status } }) => isOpen(status) || notWhile(status),
  async run({ records }, { id }, { reason }) {
    await records.update(task, id, { status: 'cancelled' }, { note: { reason } });
    return null;
  },
});
