import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectStatusChanged, projectUpdated } from '../events.js';
import { project } from './project.kind.js';

const RESTING: readonly string[] = ['planning', 'on_hold', 'completed'];

export const activateProject = defineAction({
  id: 'projects:activate_project',
  title: 'Activate',
  description: 'Work begins, or goes on.',
  appliesTo: [project],
  input: input({}),
  output: Type.Null(),
  emits: [projectStatusChanged, projectUpdated],
  effects: EFFECTS,
  undoneBy: 'projects:hold_project',
  example: { title: 'Begin', input: {} },
  available: ({ fields: { status } }) => RESTING.includes(status) || `it is ${status}`,
  async run({ records }, { id }) {
    await records.update(project, id, { status: 'active' });
    return null;
  },
});
