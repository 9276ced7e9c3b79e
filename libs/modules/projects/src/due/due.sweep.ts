import { defineSweep, type ModuleContext } from '@cubit/core';
import { dueSoonMs } from '../settings.js';
import { isOpen } from '../task/task-status.js';
import { taskRecord, type Task } from '../task/task.fields.js';
import { noticeDue } from './due.js';

/** Tells of tasks that are due soon and of those that are overdue, each once per due time. */
export const dueSweeps = [
  defineSweep({ id: 'due_soon', kind: taskRecord, at: 'soon_from', leadMs: dueSoonMs, run: tellDue }),
  defineSweep({ id: 'overdue', kind: taskRecord, at: 'overdue_from', run: tellDue }),
];

async function tellDue({ records, now, settings }: ModuleContext, tasks: readonly Task[]): Promise<void> {
  const instant = { now, soonMs: dueSoonMs(settings) };
  const notices = tasks.flatMap(({ id, fields: { due_at, due_notice, status } }) => {
    const notice = noticeDue({ dueAt: due_at, isOpen: isOpen(status), notice: due_notice }, instant);
    return notice === null ? [] : [{ id, fields: { due_notice: notice } }];
  });
  await records.updateMany(taskRecord, notices);
}
