import type { ModuleContext } from '@cubit/core';
import { dueSoonMs } from '../settings.js';
import { OPEN_STATUSES, isOpen } from '../task/task-status.js';
import { taskRecord } from '../task/task.fields.js';
import { noticeDue } from './due.js';

/** Tasks of one turn: what a transaction holds locked stays small. */
const TASKS_PER_TURN = 500;

export interface DueSweep {
  readonly soon: number;
  readonly overdue: number;
  /** There may be more: call again, in a transaction of its own. */
  readonly more: boolean;
}

/**
 * Tells of tasks that are due soon and of those that are overdue, each once per due time, however many sweep at once: what was told
 * is kept with the task, whose row is locked. To be called now and then, in a transaction of each workspace.
 */
export async function sweepDue(context: ModuleContext): Promise<DueSweep> {
  const { records, now, settings } = context;
  const instant = { now, soonMs: dueSoonMs(settings) };
  const horizon = new Date(now.getTime() + instant.soonMs).toISOString();
  const open = { in: [...OPEN_STATUSES] };
  const locked = { sort: 'due_at', limit: TASKS_PER_TURN, lock: true } as const;
  const coming = await records.find(taskRecord, {
    where: { status: open, due_notice: 'none', due_at: { lte: horizon } },
    ...locked,
  });
  const passed = await records.find(taskRecord, {
    where: { status: open, due_notice: 'soon', due_at: { lte: now.toISOString() } },
    ...locked,
  });
  const notices = [...coming, ...passed].flatMap(({ id, fields: { due_at, due_notice, status } }) => {
    const notice = noticeDue({ dueAt: due_at, isOpen: isOpen(status), notice: due_notice }, instant);
    return notice === null ? [] : [{ id, fields: { due_notice: notice } }];
  });
  await records.updateMany(taskRecord, notices);
  const overdue = notices.filter(({ fields }) => fields.due_notice === 'overdue').length;
  return {
    soon: notices.length - overdue,
    overdue,
    more: coming.length === TASKS_PER_TURN || passed.length === TASKS_PER_TURN,
  };
}
