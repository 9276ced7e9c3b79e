import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { taskUnassigned, taskUpdated } from '../events.js';
import { taskUsers } from './task-users.js';
import { task } from './task.kind.js';

export const unassignTask = defineAction({
  id: 'projects:unassign',
  title: 'Unassign task',
  description: 'Removes members from the assignees of the task.',
  appliesTo: [task],
  input: input({ users: taskUsers }),
  output: Type.Null(),
  emits: [taskUnassigned, taskUpdated],
  agent: { words: ['no longer responsible', 'take off'] },
  effects: { ...EFFECTS, idempotent: true },
  undoneBy: 'projects:assign',
  ui: { done: 'Unassigned {title}', icon: 'user', order: 60, bulk: true },
  undo: (_context, { fields }, { users }) => {
    const removed = users.filter((user) => fields.assignees.includes(user));
    return () => (removed.length === 0 ? null : { input: { users: removed } });
  },
  example: { title: 'Unassign Ada', input: { users: ['0192f0c1-2d3e-7000-8000-000000000004'] } },
  async run({ records }, { id, fields }, { users }) {
    await records.update(task, id, { assignees: fields.assignees.filter((user) => !users.includes(user)) });
    return null;
  },
});
