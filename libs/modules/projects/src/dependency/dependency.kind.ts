import { defineKind } from '@cubit/core';
import { taskBlocked, taskUnblocked } from '../events.js';
import { updateBlocked } from './update-blocked.js';
import { dependencyFields } from './dependency.fields.js';
import { prepareDependencies } from './dependency-rules.js';
import { dependencyHints } from './dependency.hints.js';

export const dependency = defineKind({
  id: 'projects:dependency',
  title: ['Dependency', 'Dependencies'],
  description: 'What a task waits for: another task, or any record until a condition on it holds.',
  fields: dependencyFields,
  // Set before each write: what the task waits for.
  titleOf: () => '',
  search: ['note'],
  index: ['task', 'needs_task', 'needs_id'],
  unique: [['task', 'needs_task']],
  emits: [taskBlocked, taskUnblocked],
  ui: dependencyHints,
  example: {
    task: '0192f0c1-2d3e-7000-8000-000000000001',
    needs: { kind: 'inventory:part', id: '0192f0c1-2d3e-7000-8000-000000000002' },
    condition: { field: 'available', op: '>=', value: 4 },
  },
  beforeWrite: prepareDependencies,
  async onWrite(context, changes) {
    await updateBlocked(
      context,
      changes.map(({ after }) => after.fields.task),
    );
  },
});
