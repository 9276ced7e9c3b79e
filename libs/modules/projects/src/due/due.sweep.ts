import { defineSweep, type EventDefinition, type ModuleContext } from '@cubit/core';
import { dueSoonMs, type Settings, settings } from '../settings.js';
import { isOpen } from '../task/task-status.js';
import { taskRecord, type Task } from '../task/task.fields.js';
import { nextNotice } from './due.js';

/** Emit `due_soon` and `overdue` of tasks, each once per due time. */
export const dueSweeps = [
  defineSweep({
    id: 'due_soon',
    kind: taskRecord,
    at: 'soon_from',
    settings,
    leadMs: dueSoonMs,
    run: recordDueNotices,
  }),
  defineSweep({ id: 'overdue', kind: taskRecord, at: 'overdue_from', settings, run: recordDueNotices }),
];

async function recordDueNotices(
  { records, now, settings: current }: ModuleContext<EventDefinition, Settings>,
  tasks: readonly Task[],
): Promise<void> {
  const instant = { now, soonMs: dueSoonMs(current) };
  const notices = tasks.flatMap(({ id, fields: { due_at, due_notice, status } }) => {
    const notice = nextNotice({ dueAt: due_at, isOpen: isOpen(status), notice: due_notice }, instant);
    return notice === null ? [] : [{ id, fields: { due_notice: notice } }];
  });
  await records.updateMany(taskRecord, notices);
}
