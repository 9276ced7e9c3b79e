import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath, recordId } from '../action-input.js';
import { taskCancelled, taskCompleted, taskMoved, taskReopened, taskStarted, taskUpdated } from '../events.js';
import { projectRecord } from '../project/project.fields.js';
import { task } from '../task/task.kind.js';
import { rankAt } from './rank-at.js';

export const moveTask = defineAction({
  id: 'projects:move',
  title: 'Move task',
  description: 'Moves a task on the board. To another project, to another column, or after or before another task.',
  appliesTo: [task],
  input: input({
    project: Type.Optional(
      Type.Union([recordId('projects:project', 'Id of the project.'), Type.Null()], {
        title: 'Project',
        description: 'Id of the project; `null` removes the task from its project.',
      }),
    ),
    state: Type.Optional(Field.titled('Column', recordId('projects:state', 'Id of the column.'))),
    after: Type.Optional(
      Field.titled('After', recordId('projects:task', 'The task that it is placed directly after.')),
    ),
    before: Type.Optional(
      Field.titled(
        'Before',
        recordId('projects:task', 'The task that it is placed before. Directly before, unless `after` is given.'),
      ),
    ),
  }),
  output: Type.Null(),
  emits: [taskMoved, taskUpdated, taskStarted, taskCompleted, taskReopened, taskCancelled],
  agent: { words: ['column', 'reorder', 'board', 'drag', 'another project'] },
  effects: EFFECTS,
  ui: { done: 'Moved {title}', icon: 'move', key: 'm', order: 30 },
  example: { title: 'Up one place', input: { before: '0192f0c1-2d3e-7000-8000-000000000003' } },
  async run(context, target, { project: wanted, state, ...anchors }) {
    const { records } = context;
    const project = wanted === undefined ? target.fields.project : (wanted ?? undefined);
    // All writers of ranks lock the project, so the neighbours read here are still neighbours when the rank is written.
    await records.lock(
      projectRecord,
      [target.fields.project, project].flatMap((id) => id ?? []),
    );
    const rank = await rankAt(context, { task: target.id, project, ...anchors });
    await records.update(task, target.id, compact({ project: wanted, state, rank }), {
      note: { moved: true },
      path: inputPath,
    });
    return null;
  },
});
