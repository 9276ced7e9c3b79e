import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectStatusChanged, projectUpdated } from '../events.js';
import { project } from './project.kind.js';

export const holdProject = defineAction({
  id: 'projects:hold_project',
  title: 'Put on hold',
  appliesTo: [project],
  input: input({}),
  output: Type.Null(),
  emits: [projectStatusChanged, projectUpdated],
  effects: EFFECTS,
  undoneBy: 'projects:activate_project',
  example: { title: 'Put on hold', input: {} },
  available: ({ fields: { status } }) => status === 'active' || `it is ${status}`,
  async run({ records }, { id }) {
    await records.update(project, id, { status: 'on_hold' });
    return null;
  },
});
