import { compact, type KindHookContext, validationFailed } from '@cubit/core';
import { keyOf, recordsOf } from '../records-of.js';
import { isOpen } from '../task/task-status.js';
import { taskRecord } from '../task/task.fields.js';
import { isMet } from './condition.js';
import type { DependencyDraft } from './dependency.fields.js';
import { refuseDependencyCycles } from './refuse-dependency-cycles.js';

const TASK_KIND = 'projects:task';

/** Checks new dependencies and marks those that are already satisfied. Each is called like what its task waits for. */
export async function prepareDependencies(context: KindHookContext, drafts: readonly DependencyDraft[]): Promise<void> {
  for (const draft of drafts) draft.title = draft.before?.title ?? '';
  const made = drafts.filter(({ operation }) => operation === 'create');
  if (made.length === 0) return;
  for (const draft of made) draft.fields = normalised(draft);
  await refuseDependencyCycles(context, made);
  const tasks = await context.records.getMany(
    taskRecord,
    made.flatMap(({ fields: { needs_task } }) => needs_task ?? []),
  );
  const needed = await recordsOf(
    context,
    made.flatMap(({ fields: { needs } }) => needs ?? []),
  );
  for (const draft of made) {
    const { needs_task, needs, condition } = draft.fields;
    const task = tasks.get(needs_task ?? '');
    const found = needs && needed.get(keyOf(needs));
    draft.title = (task ?? found)?.title ?? UNKNOWN;
    const isThere = task
      ? !isOpen(task.fields.status)
      : found !== undefined && condition !== undefined && isMet(condition, found);
    if (isThere) draft.fields = { ...draft.fields, satisfied: true, satisfied_at: context.now.toISOString() };
  }
}

/** Where what the task waits for does not exist any more. */
const UNKNOWN = 'Dependency';

/** Normalises a task given as `needs` to `needs_task`, so that its changes are tracked. */
function normalised(draft: DependencyDraft): DependencyDraft['fields'] {
  const { needs, needs_task: task, condition, ...others } = draft.fields;
  if ((task === undefined) === (needs === undefined)) {
    const message = 'Set either needs_task or needs.';
    throw validationFailed([{ path: draft.path('needs_task'), code: 'one_of', message }]);
  }
  if (task !== undefined && condition !== undefined) {
    const message = 'A condition cannot be combined with needs_task: a dependency on a task ends when it is done.';
    throw validationFailed([{ path: draft.path('condition'), code: 'not_applicable', message }]);
  }
  if (needs?.kind === TASK_KIND && condition === undefined) return { ...others, needs_task: needs.id };
  return compact({ ...others, needs_task: task, needs, condition, needs_id: needs?.id }) as DependencyDraft['fields'];
}
