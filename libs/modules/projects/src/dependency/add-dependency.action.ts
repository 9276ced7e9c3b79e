import { compact, defineAction, exactlyOne, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath, recordId } from '../action-input.js';
import { taskBlocked } from '../events.js';
import { task } from '../task/task.kind.js';
import { conditionSchema } from './condition.js';
import { dependency } from './dependency.kind.js';

export const addDependency = defineAction({
  id: 'projects:add_dependency',
  title: 'Add dependency',
  description:
    'Makes the task wait for another task or for a record. The task waits until the other one is done or cancelled, or the condition holds. Without a condition it waits until `projects:satisfy` runs on the record.',
  appliesTo: [task],
  input: input(
    {
      needs_task: Type.Optional(
        Field.titled('Waits for task', recordId('projects:task', 'The task that it waits for.')),
      ),
      needs: Type.Optional(
        Field.anyRef({ title: 'Waits for', description: 'A record of any kind that it waits for.' }),
      ),
      condition: Type.Optional(conditionSchema),
      note: Type.Optional(Field.text({ title: 'Note', description: 'Why the task waits, for people.' })),
    },
    exactlyOne('needs_task', 'needs'),
  ),
  output: Type.Object({
    dependency: Type.String({ format: 'uuid' }),
    satisfied: Type.Boolean({ description: 'The dependency is already satisfied.' }),
  }),
  emits: [taskBlocked],
  agent: { words: ['wait for', 'blocked by', 'after', 'depends on', 'before'] },
  effects: EFFECTS,
  undoneBy: 'projects:remove_dependency',
  ui: { done: 'Added a dependency to {title}', icon: 'link', order: 70 },
  undo:
    () =>
    ({ dependency: id }) => ({ input: { dependency: id } }),
  example: {
    title: 'Wait for four of a part',
    input: {
      needs: { kind: 'inventory:part', id: '0192f0c1-2d3e-7000-8000-000000000002' },
      condition: { field: 'available', op: '>=', value: 4 },
    },
  },
  async run({ records }, { id }, given) {
    const made = await records.create(dependency, compact({ task: id, ...given }), { path: inputPath });
    return { dependency: made.id, satisfied: made.fields.satisfied };
  },
});
