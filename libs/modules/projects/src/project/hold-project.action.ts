import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectStatusChanged, projectUpdated } from '../events.js';
import { project } from './project.kind.js';

export const holdProject = defineAction({
  id: 'projects:hold_project',
  title: 'Put project on hold',
  description: 'Pauses the project.',
  appliesTo: [project],
  input: input({}),
  output: Type.Null(),
  emits: [projectStatusChanged, projectUpdated],
  agent: { words: ['pause', 'suspend', 'freeze', 'stop'] },
  effects: EFFECTS,
  undoneBy: 'projects:activate_project',
  ui: { done: 'Put {title} on hold', icon: 'pause', order: 30, visible: { field: 'status', is: 'active' } },
  undo: () => () => ({}),
  example: { title: 'Put on hold', input: {} },
  available: ({ fields: { status } }) => status === 'active' || notWhile(status),
  async run({ records }, { id }) {
    await records.update(project, id, { status: 'on_hold' });
    return null;
  },
});
