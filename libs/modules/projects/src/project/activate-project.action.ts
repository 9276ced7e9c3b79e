import { defineAction, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, restore } from '../action-input.js';
import { projectStatusChanged, projectUpdated } from '../events.js';
import { project } from './project.kind.js';

const INACTIVE: readonly string[] = ['planning', 'on_hold', 'completed'];

export const activateProject = defineAction({
  id: 'projects:activate_project',
  title: 'Activate project',
  description: 'Starts or resumes work on the project.',
  appliesTo: [project],
  input: input({ restore }),
  output: Type.Null(),
  emits: [projectStatusChanged, projectUpdated],
  agent: { words: ['begin', 'kick off', 'resume', 'go on'] },
  effects: EFFECTS,
  undoneBy: 'projects:hold_project',
  ui: {
    done: 'Activated {title}',
    icon: 'play',
    tone: 'primary',
    order: 10,
    hidden: ['restore'],
    visible: { field: 'status', in: ['planning', 'on_hold', 'completed'] },
  },
  undo:
    (_context, { fields: { status } }) =>
    () => {
      if (status === 'completed') return { action: 'projects:complete_project' };
      return status === 'on_hold' ? {} : null;
    },
  example: { title: 'Begin', input: {} },
  available: ({ fields: { status } }) => INACTIVE.includes(status) || notWhile(status),
  async run({ records }, { id }, { restore: restored }) {
    await records.update(project, id, { status: 'active' }, { note: { restored } });
    return null;
  },
});
