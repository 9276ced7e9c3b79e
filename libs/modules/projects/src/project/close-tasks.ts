import type { ModuleContext } from '@cubit/core';
import { Type } from 'typebox';
import { OPEN_STATUSES, type TaskStatus } from '../task/task-status.js';
import { task } from '../task/task.kind.js';

/** Open tasks that are closed with their project: far more than one has. */
const MAX_TASKS = 100_000;

export const cascade = (what: string) =>
  Type.Optional(
    Type.Boolean({ default: false, description: `Its open tasks are ${what} with it; else they stay open.` }),
  );

/** Closes what is open in a project, blocked or not. */
export async function closeTasks({ records }: ModuleContext, project: string, status: TaskStatus): Promise<number> {
  const open = await records.find(task, { where: { project, status: { in: [...OPEN_STATUSES] } }, limit: MAX_TASKS });
  await records.updateMany(
    task,
    open.map(({ id }) => ({ id, fields: { status } })),
  );
  return open.length;
}
