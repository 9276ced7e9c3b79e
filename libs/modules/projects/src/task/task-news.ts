import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import {
  taskAssigned,
  taskBlocked,
  taskCancelled,
  taskCompleted,
  taskDueChanged,
  taskDueSoon,
  taskMoved,
  taskOverdue,
  taskReopened,
  taskStarted,
  taskUnassigned,
  taskUnblocked,
} from '../events.js';
import { isOpen } from './task-status.js';
import type { Task, TaskKind, TaskNote } from './task.fields.js';

type Change = RecordChange<TaskKind>;

export const taskPayload = ({ fields: { title, number, project, status } }: Task) =>
  compact({ title, number, projectId: project, status });

/** Tells what a change means, whoever made it: an action, a plain request, a card that is dragged. */
export function tellTaskNews(context: KindHookContext, change: Change): void {
  const { operation, before, after } = change;
  if (operation === 'create') tellAssignees(context, [], after);
  if (operation !== 'update' || before === null) return;
  tellStatus(context, { before, after, note: noteOf(change) });
  tellAssignees(context, before.fields.assignees, after);
  tellPlace(context, { before, after, note: noteOf(change) });
  tellBlocking(context, before, after);
  tellDue(context, before, after);
}

interface Step {
  readonly before: Task;
  readonly after: Task;
  readonly note: TaskNote;
}

function noteOf({ note }: Change): TaskNote {
  return (note ?? {}) as TaskNote;
}

function payloadOf(task: Task) {
  return { taskId: task.id, ...taskPayload(task) };
}

/** A card that goes from done to in progress was reopened and started: each is told. */
function tellStatus(context: KindHookContext, { before, after, note: { reason } }: Step): void {
  const from = before.fields.status;
  const to = after.fields.status;
  if (from === to) return;
  const payload = payloadOf(after);
  if (!isOpen(from)) context.emit(taskReopened, compact({ ...payload, reason }));
  if (to === 'in_progress') context.emit(taskStarted, payload);
  if (to === 'done') context.emit(taskCompleted, payload);
  if (to === 'cancelled') context.emit(taskCancelled, compact({ ...payload, reason }));
}

function tellAssignees(context: KindHookContext, before: readonly string[], after: Task): void {
  const { assignees } = after.fields;
  const added = assignees.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !assignees.includes(id));
  if (added.length > 0) context.emit(taskAssigned, { ...payloadOf(after), userIds: added });
  if (removed.length > 0) context.emit(taskUnassigned, { ...payloadOf(after), userIds: removed });
}

function tellPlace(context: KindHookContext, { before, after, note }: Step): void {
  const { project: fromProjectId, state: fromStateId } = before.fields;
  const { project: toProjectId, state: toStateId } = after.fields;
  if (fromProjectId === toProjectId && fromStateId === toStateId && note.moved !== true) return;
  context.emit(taskMoved, compact({ ...payloadOf(after), fromProjectId, toProjectId, fromStateId, toStateId }));
}

/** A task that is closed waits no longer, which is no news of its own. */
function tellBlocking(context: KindHookContext, before: Task, after: Task): void {
  if (before.fields.blocked === after.fields.blocked || !isOpen(after.fields.status)) return;
  if (after.fields.blocked) context.emit(taskBlocked, payloadOf(after));
  else context.emit(taskUnblocked, { ...payloadOf(after), userIds: concerned(after) });
}

function tellDue(context: KindHookContext, before: Task, after: Task): void {
  const { due_at: from } = before.fields;
  const { due_at: to, due_notice: notice } = after.fields;
  if (from !== to) context.emit(taskDueChanged, compact({ ...payloadOf(after), from, to }));
  if (notice === before.fields.due_notice || to === undefined) return;
  const payload = { ...payloadOf(after), dueAt: to, userIds: concerned(after) };
  if (notice === 'soon') context.emit(taskDueSoon, payload);
  if (notice === 'overdue') context.emit(taskOverdue, payload);
}

/** Who is to hear of it: those who work on it, else who asked for it. */
function concerned({ fields: { assignees, reporter } }: Task): string[] {
  if (assignees.length > 0) return [...assignees];
  return reporter === undefined ? [] : [reporter];
}
