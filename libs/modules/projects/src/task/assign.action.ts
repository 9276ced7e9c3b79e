import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { taskAssigned, taskUpdated } from '../events.js';
import { taskUsers } from './task-users.js';
import { task } from './task.kind.js';

export const assignTask = defineAction({
  id: 'projects:assign',
  title: 'Assign task',
  description: 'Adds members to the assignees of the task.',
  appliesTo: [task],
  input: input({ users: taskUsers }),
  output: Type.Null(),
  emits: [taskAssigned, taskUpdated],
  agent: { words: ['give to', 'responsible', 'hand to', 'owner', 'delegate'] },
  effects: { ...EFFECTS, idempotent: true },
  undoneBy: 'projects:unassign',
  ui: { done: 'Assigned {title}', icon: 'user-plus', key: 'a', order: 50, bulk: true },
  undo: (_context, { fields }, { users }) => {
    const added = users.filter((user) => !fields.assignees.includes(user));
    return () => (added.length === 0 ? null : { input: { users: added } });
  },
  example: { title: 'Assign to Ada', input: { users: ['0192f0c1-2d3e-7000-8000-000000000004'] } },
  async run({ records }, { id, fields }, { users }) {
    const assignees = [...new Set([...fields.assignees, ...users])];
    await records.update(task, id, { assignees }, { path: () => '/input/users' });
    return null;
  },
});
