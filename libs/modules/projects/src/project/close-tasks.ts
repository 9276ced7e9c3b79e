import type { ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { OPEN_STATUSES, type TaskStatus } from '../task/task-status.js';
import { task } from '../task/task.kind.js';

/** Upper bound for the open tasks of one project. */
const MAX_TASKS = 100_000;

export const cascade = (what: string) =>
  Type.Optional(
    Type.Boolean({ default: false, description: `Whether open tasks are ${what} too. Default: they stay open.` }),
  );

/** Closes the open tasks of a project, including blocked ones. Returns their number. */
export async function closeTasks({ records }: ModuleContext, project: string, status: TaskStatus): Promise<number> {
  const open = await records.find(task, { where: { project, status: { in: [...OPEN_STATUSES] } }, limit: MAX_TASKS });
  await records.updateMany(
    task,
    open.map(({ id }) => ({ id, fields: { status } })),
  );
  return open.length;
}
