import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { taskMoved, taskStarted, taskUpdated } from '../events.js';
import { task } from './task.kind.js';

const WAITING: readonly string[] = ['backlog', 'todo'];

export const startTask = defineAction({
  id: 'projects:start',
  title: 'Start task',
  description: 'Sets the task to `in_progress`. Its start date becomes today if it has none.',
  appliesTo: [task],
  input: input({}),
  output: Type.Null(),
  emits: [taskStarted, taskUpdated, taskMoved],
  agent: { words: ['begin', 'working on', 'in progress'] },
  effects: EFFECTS,
  ui: {
    done: 'Started {title}',
    icon: 'play',
    tone: 'primary',
    key: 's',
    order: 10,
    bulk: true,
    visible: { field: 'status', in: ['backlog', 'todo'] },
  },
  example: { title: 'Start', input: {} },
  available: ({ fields: { status } }) => WAITING.includes(status) || notWhile(status),
  async run({ records }, { id }) {
    await records.update(task, id, { status: 'in_progress' });
    return null;
  },
});
