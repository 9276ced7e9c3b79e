import { defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectCompleted, projectStatusChanged, projectUpdated, taskCompleted, taskUpdated } from '../events.js';
import { cascade, closeTasks } from './close-tasks.js';
import { project } from './project.kind.js';

const COMPLETABLE: readonly string[] = ['active', 'on_hold'];

export const completeProject = defineAction({
  id: 'projects:complete_project',
  title: 'Complete',
  appliesTo: [project],
  input: input({ cascade: cascade('completed') }),
  output: Type.Object({ closed_tasks: Type.Integer() }),
  emits: [projectCompleted, projectStatusChanged, projectUpdated, taskCompleted, taskUpdated],
  effects: EFFECTS,
  undoneBy: 'projects:activate_project',
  example: { title: 'All of it is done', input: { cascade: true } },
  available: ({ fields: { status } }) => COMPLETABLE.includes(status) || `it is ${status}`,
  async run(context, { id }, { cascade: all = false }) {
    const closed = all ? await closeTasks(context, id, 'done') : 0;
    await context.records.update(project, id, { status: 'completed' });
    return { closed_tasks: closed };
  },
});
