import { compact, validationFailed, type KindHookContext } from '@cubit/core';
import { keyOf, recordsOf } from '../records-of.js';
import { isOpen } from '../task/task-status.js';
import { taskRecord } from '../task/task.fields.js';
import { holds } from './condition.js';
import type { DependencyDraft } from './dependency.fields.js';
import { refuseDependencyCycles } from './refuse-dependency-cycles.js';

const TASK_KIND = 'projects:task';

/** Rules of new dependencies, and whether what they need is there already. */
export async function prepareDependencies(context: KindHookContext, drafts: readonly DependencyDraft[]): Promise<void> {
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
    const isThere = task
      ? !isOpen(task.fields.status)
      : found !== undefined && condition !== undefined && holds(condition, { fields: found });
    if (isThere) draft.fields = { ...draft.fields, satisfied: true, satisfied_at: context.now.toISOString() };
  }
}

/** A task is named by `needs_task` whichever way it came, so that what happens to it is seen. */
function normalised(draft: DependencyDraft): DependencyDraft['fields'] {
  const { needs, needs_task: task, condition, ...others } = draft.fields;
  if ((task === undefined) === (needs === undefined)) {
    const message = 'Name what the task waits for: either `needs_task` or `needs`.';
    throw validationFailed([{ path: draft.path('needs_task'), code: 'one_of', message }]);
  }
  if (task !== undefined && condition !== undefined) {
    const message = 'A task is waited for until it is done; a condition is for other records.';
    throw validationFailed([{ path: draft.path('condition'), code: 'not_applicable', message }]);
  }
  if (needs?.kind === TASK_KIND && condition === undefined) return { ...others, needs_task: needs.id };
  return compact({ ...others, needs_task: task, needs, condition, needs_id: needs?.id }) as DependencyDraft['fields'];
}
