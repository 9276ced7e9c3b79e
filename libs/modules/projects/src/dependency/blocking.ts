import type { KindHookContext, RecordChange } from '@cubit/core';
import { isOpen } from '../task/task-status.js';
import { taskRecord, type TaskKind } from '../task/task.fields.js';
import { dependencyRecord, MAX_DEPENDENCIES } from './dependency.fields.js';

/**
 * Whether each of the tasks waits for something: open, with a dependency that is not satisfied. The tasks are locked before their
 * dependencies are read, so of two that are satisfied at the same time the later one unblocks.
 */
export async function settleBlocked({ records }: KindHookContext, ids: readonly string[]): Promise<void> {
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

/** What the changes of tasks mean for those that wait for them, and for whether they wait themselves. */
export async function settleDependents(
  context: KindHookContext,
  changes: readonly RecordChange<TaskKind>[],
): Promise<void> {
  const needed = new Map(
    changes.filter(changesNeed).map(({ operation, after }) => [after.id, isGone(operation, after)]),
  );
  if (needed.size > 0) {
    const hanging = await context.records.find(dependencyRecord, {
      where: { needs_task: { in: [...needed.keys()] } },
      limit: MAX_DEPENDENCIES,
    });
    const at = context.now.toISOString();
    await context.records.updateMany(
      dependencyRecord,
      hanging.flatMap(({ id, fields: { needs_task, satisfied } }) => {
        const isThere = needed.get(needs_task ?? '') === true;
        return isThere === satisfied ? [] : [{ id, fields: { satisfied: isThere, satisfied_at: isThere ? at : null } }];
      }),
    );
  }
  const resumed = changes.filter(({ operation, before, after }) =>
    operation === 'restore' ? true : before !== null && !isOpen(before.fields.status) && isOpen(after.fields.status),
  );
  if (resumed.length > 0)
    await settleBlocked(
      context,
      resumed.map(({ after }) => after.id),
    );
}

function changesNeed({ operation, before, after }: RecordChange<TaskKind>): boolean {
  if (operation === 'delete' || operation === 'restore') return true;
  return before !== null && isOpen(before.fields.status) !== isOpen(after.fields.status);
}

/** Done, given up or thrown away: nobody need wait for it any longer. */
function isGone(operation: string, { fields: { status } }: RecordChange<TaskKind>['after']): boolean {
  return operation === 'delete' || !isOpen(status);
}
