import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectStatusChanged, projectUpdated, taskCancelled, taskUpdated } from '../events.js';
import { cascade, closeTasks } from './close-tasks.js';
import { project } from './project.kind.js';

export const cancelProject = defineAction({
  id: 'projects:cancel_project',
  title: 'Cancel',
  description: 'It ends here, for good.',
  appliesTo: [project],
  input: input({ cascade: cascade('cancelled') }),
  output: Type.Object({ closed_tasks: Type.Integer() }),
  emits: [projectStatusChanged, projectUpdated, taskCancelled, taskUpdated],
  effects: { ...EFFECTS, destructive: true },
  example: { title: 'Give it up', input: { cascade: true } },
  available: ({ fields: { status } }) => status !== 'cancelled' || 'it is cancelled',
  async run(context, { id }, { cascade: all = false }) {
    const closed = all ? await closeTasks(context, id, 'cancelled') : 0;
    await context.records.update(project, id, { status: 'cancelled' });
    return { closed_tasks: closed };
  },
});
