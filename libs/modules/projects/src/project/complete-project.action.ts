import { defineAction, notWhile, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectCompleted, projectStatusChanged, projectUpdated, taskCompleted, taskUpdated } from '../events.js';
import { cascade, closeTasks } from './close-tasks.js';
import { project } from './project.kind.js';

const COMPLETABLE: readonly string[] = ['active', 'on_hold'];

export const completeProject = defineAction({
  id: 'projects:complete_project',
  title: 'Complete project',
  description: 'Completes the project.',
  appliesTo: [project],
  input: input({ cascade: Field.titled('Open tasks', cascade('completed')) }),
  output: Type.Object({ closed_tasks: Type.Integer({ description: 'Number of open tasks that were completed.' }) }),
  emits: [projectCompleted, projectStatusChanged, projectUpdated, taskCompleted, taskUpdated],
  agent: { words: ['finish', 'done', 'close'] },
  effects: EFFECTS,
  undoneBy: 'projects:activate_project',
  ui: { done: 'Completed {title}', icon: 'check', order: 20, visible: { field: 'status', in: ['active', 'on_hold'] } },
  undo:
    (_context, { fields: { status } }, { cascade: all }) =>
    () =>
      status === 'active' && all !== true ? { input: { restore: true } } : null,
  example: { title: 'Complete with its tasks', input: { cascade: true } },
  available: ({ fields: { status } }) => COMPLETABLE.includes(status) || notWhile(status),
  async run(context, { id }, { cascade: all = false }) {
    const closed = all ? await closeTasks(context, id, 'done') : 0;
    await context.records.update(project, id, { status: 'completed' });
    return { closed_tasks: closed };
  },
});
