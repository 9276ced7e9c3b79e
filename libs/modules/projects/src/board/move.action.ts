import { compact, defineAction } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath, recordId } from '../action-input.js';
import { taskCancelled, taskCompleted, taskMoved, taskReopened, taskStarted, taskUpdated } from '../events.js';
import { projectRecord } from '../project/project.fields.js';
import { task } from '../task/task.kind.js';
import { rankAt } from './rank-at.js';

export const moveTask = defineAction({
  id: 'projects:move',
  title: 'Move',
  description: 'On the board: to another project, into a column, and after or before another task of the board.',
  appliesTo: [task],
  input: input({
    project: Type.Optional(
      Type.Union([recordId('projects:project', 'Id of the project.'), Type.Null()], {
        description: '`null`: into none.',
      }),
    ),
    state: Type.Optional(recordId('projects:state', 'Id of the column.')),
    after: Type.Optional(recordId('projects:task', 'The task that it comes right after.')),
    before: Type.Optional(
      recordId('projects:task', 'The task that it comes before: right before, where `after` is not given.'),
    ),
  }),
  output: Type.Null(),
  emits: [taskMoved, taskUpdated, taskStarted, taskCompleted, taskReopened, taskCancelled],
  effects: EFFECTS,
  example: { title: 'Up one place', input: { before: '0192f0c1-2d3e-7000-8000-000000000003' } },
  async run(context, target, { project: wanted, state, ...anchors }) {
    const { records } = context;
    const project = wanted === undefined ? target.fields.project : (wanted ?? undefined);
    // Whoever gives a task its place holds the project, so the neighbours that are read now are still neighbours when it is written.
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
