import { compact, defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, recordId } from '../action-input.js';
import { taskUnblocked } from '../events.js';
import { task } from '../task/task.kind.js';
import { dependency } from './dependency.kind.js';

export const removeDependency = defineAction({
  id: 'projects:remove_dependency',
  title: 'Remove dependency',
  description: 'Removes a dependency, so that the task no longer waits for it.',
  appliesTo: [task],
  input: input({
    dependency: Field.titled('Dependency', recordId('projects:dependency', 'A dependency of the task.')),
  }),
  output: Type.Null(),
  emits: [taskUnblocked],
  agent: { words: ['no longer wait', 'unblock'] },
  effects: EFFECTS,
  undoneBy: 'projects:add_dependency',
  ui: { done: 'Removed a dependency of {title}', icon: 'unlink', order: 75 },
  undo: async ({ records }, _task, { dependency: id }) => {
    const { needs_task, needs, condition, note } = (await records.getMany(dependency, [id])).get(id)?.fields ?? {};
    return () => ({ input: compact({ needs_task, needs, condition, note }) });
  },
  example: { title: 'Wait no longer', input: { dependency: '0192f0c1-2d3e-7000-8000-000000000005' } },
  async run({ records }, target, { dependency: id }) {
    const found = (await records.lock(dependency, [id])).get(id);
    if (found?.fields.task !== target.id) {
      const message = 'The task has no dependency with this id.';
      throw validationFailed([{ path: '/input/dependency', code: 'unknown_reference', message }]);
    }
    await records.remove(dependency, [id]);
    return null;
  },
});
