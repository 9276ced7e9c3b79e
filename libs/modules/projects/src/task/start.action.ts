import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { taskMoved, taskStarted, taskUpdated } from '../events.js';
import { task } from './task.kind.js';

const WAITING: readonly string[] = ['backlog', 'todo'];

export const startTask = defineAction({
  id: 'projects:start',
  title: 'Start',
  description: 'Sets it in progress; its start date is today where it has none.',
  appliesTo: [task],
  input: input({}),
  output: Type.Null(),
  emits: [taskStarted, taskUpdated, taskMoved],
  effects: EFFECTS,
  example: { title: 'Start', input: {} },
  available: ({ fields: { status } }) => WAITING.includes(status) || `it is ${status}`,
  async run({ records }, { id }) {
    await records.update(task, id, { status: 'in_progress' });
    return null;
  },
});
