import { defineAction, notWhile, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { projectStatusChanged, projectUpdated, taskCancelled, taskUpdated } from '../events.js';
import { cascade, closeTasks } from './close-tasks.js';
import { project } from './project.kind.js';

export const cancelProject = defineAction({
  id: 'projects:cancel_project',
  title: 'Cancel project',
  description: 'Cancels the project. It cannot be reopened.',
  appliesTo: [project],
  input: input({ cascade: Field.titled('Open tasks', cascade('cancelled')) }),
  output: Type.Object({ closed_tasks: Type.Integer({ description: 'Number of open tasks that were cancelled.' }) }),
  emits: [projectStatusChanged, projectUpdated, taskCancelled, taskUpdated],
  agent: { words: ['give up', 'stop', 'abandon', 'drop'] },
  effects: { ...EFFECTS, destructive: true },
  ui: {
    done: 'Cancelled {title}',
    icon: 'x',
    tone: 'danger',
    order: 90,
    confirm: 'A cancelled project cannot be opened again.',
  },
  example: { title: 'Cancel with its tasks', input: { cascade: true } },
  available: ({ fields: { status } }) => status !== 'cancelled' || notWhile(status),
  async run(context, { id }, { cascade: all = false }) {
    const closed = all ? await closeTasks(context, id, 'cancelled') : 0;
    await context.records.update(project, id, { status: 'cancelled' });
    return { closed_tasks: closed };
  },
});
