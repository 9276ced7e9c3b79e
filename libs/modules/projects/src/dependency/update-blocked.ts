import type { KindHookContext, RecordChange } from '@cubit/core';
import { isOpen } from '../task/task-status.js';
import { taskRecord, type TaskKind } from '../task/task.fields.js';
import { dependencyRecord, MAX_DEPENDENCIES } from './dependency.fields.js';

/**
 * Updates `blocked` of tasks: true for an open task with an unsatisfied dependency. The tasks are locked before their
 * dependencies are read, so that of two dependencies satisfied at the same time the later one unblocks the task.
 */
export async function updateBlocked({ records }: KindHookContext, ids: readonly string[]): Promise<void> {
  const tasks = await records.lock(taskRecord, [...new Set(ids)]);
  if (tasks.size === 0) return;
  const open = await records.find(dependencyRecord, {
    where: { task: { in: [...tasks.keys()] }, satisfied: false },
    limit: MAX_DEPENDENCIES,
  });
  const waiting = new Set(open.map(({ fields: { task } }) => task));
  await records.updateMany(
    taskRecord,
    [...tasks.values()].flatMap(({ id, fields: { status, blocked } }) => {
      const waits = isOpen(status) && waiting.has(id);
      return waits === blocked ? [] : [{ id, fields: { blocked: waits } }];
    }),
  );
}

/** Updates the dependencies on changed tasks, and `blocked` of tasks that were reopened or restored. */
export async function updateDependents(
  context: KindHookContext,
  changes: readonly RecordChange<TaskKind>[],
): Promise<void> {
  const needed = new Map(
    changes.filter(changesOpenness).map(({ operation, after }) => [after.id, isResolved(operation, after)]),
  );
  if (needed.size > 0) {
    const dependencies = await context.records.find(dependencyRecord, {
      where: { needs_task: { in: [...needed.keys()] } },
      limit: MAX_DEPENDENCIES,
    });
    const at = context.now.toISOString();
    await context.records.updateMany(
      dependencyRecord,
      dependencies.flatMap(({ id, fields: { needs_task, satisfied } }) => {
        const isMet = needed.get(needs_task ?? '') === true;
        return isMet === satisfied ? [] : [{ id, fields: { satisfied: isMet, satisfied_at: isMet ? at : null } }];
      }),
    );
  }
  const resumed = changes.filter(({ operation, before, after }) =>
    operation === 'restore' ? true : before !== null && !isOpen(before.fields.status) && isOpen(after.fields.status),
  );
  if (resumed.length > 0)
    await updateBlocked(
      context,
      resumed.map(({ after }) => after.id),
    );
}

function changesOpenness({ operation, before, after }: RecordChange<TaskKind>): boolean {
  if (operation === 'delete' || operation === 'restore') return true;
  return before !== null && isOpen(before.fields.status) !== isOpen(after.fields.status);
}

/** Done, cancelled or deleted: dependencies on it are satisfied. */
function isResolved(operation: string, { fields: { status } }: RecordChange<TaskKind>['after']): boolean {
  return operation === 'delete' || !isOpen(status);
}
