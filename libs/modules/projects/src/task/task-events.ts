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

/** Emits the events of a task change, whichever action or request made it. */
export function emitTaskEvents(context: KindHookContext, change: Change): void {
  const { operation, before, after } = change;
  if (operation === 'create') emitAssigneeEvents(context, [], after);
  if (operation !== 'update' || before === null) return;
  emitStatusEvents(context, { before, after, note: noteOf(change) });
  emitAssigneeEvents(context, before.fields.assignees, after);
  emitMoved(context, { before, after, note: noteOf(change) });
  emitBlockedEvents(context, before, after);
  emitDueEvents(context, before, after);
}

interface TaskUpdate {
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

/** A task dragged from done to in progress was reopened and started: both events are emitted. */
function emitStatusEvents(context: KindHookContext, { before, after, note: { reason, restored } }: TaskUpdate): void {
  const from = before.fields.status;
  const to = after.fields.status;
  if (from === to) return;
  const payload = payloadOf(after);
  if (!isOpen(from)) context.emit(taskReopened, compact({ ...payload, reason, restored }));
  if (to === 'in_progress') context.emit(taskStarted, payload);
  if (to === 'done') context.emit(taskCompleted, payload);
  if (to === 'cancelled') context.emit(taskCancelled, compact({ ...payload, reason }));
}

function emitAssigneeEvents(context: KindHookContext, before: readonly string[], after: Task): void {
  const { assignees } = after.fields;
  const added = assignees.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !assignees.includes(id));
  if (added.length > 0) context.emit(taskAssigned, { ...payloadOf(after), userIds: added });
  if (removed.length > 0) context.emit(taskUnassigned, { ...payloadOf(after), userIds: removed });
}

function emitMoved(context: KindHookContext, { before, after, note }: TaskUpdate): void {
  const { project: fromProjectId, state: fromStateId } = before.fields;
  const { project: toProjectId, state: toStateId } = after.fields;
  if (fromProjectId === toProjectId && fromStateId === toStateId && note.moved !== true) return;
  context.emit(taskMoved, compact({ ...payloadOf(after), fromProjectId, toProjectId, fromStateId, toStateId }));
}

/** Closing a task ends its blocking without a `taskUnblocked` event. */
function emitBlockedEvents(context: KindHookContext, before: Task, after: Task): void {
  if (before.fields.blocked === after.fields.blocked || !isOpen(after.fields.status)) return;
  if (after.fields.blocked) context.emit(taskBlocked, payloadOf(after));
  else context.emit(taskUnblocked, { ...payloadOf(after), userIds: recipientsOf(after) });
}

function emitDueEvents(context: KindHookContext, before: Task, after: Task): void {
  const { due_at: from } = before.fields;
  const { due_at: to, due_notice: notice } = after.fields;
  if (from !== to) context.emit(taskDueChanged, compact({ ...payloadOf(after), from, to }));
  if (from !== to || notice === before.fields.due_notice || to === undefined) return;
  const payload = { ...payloadOf(after), dueAt: to, userIds: recipientsOf(after) };
  if (notice === 'soon') context.emit(taskDueSoon, payload);
  if (notice === 'overdue') context.emit(taskOverdue, payload);
}

/** Members to notify: the assignees, otherwise the reporter. */
function recipientsOf({ fields: { assignees, reporter } }: Task): string[] {
  if (assignees.length > 0) return [...assignees];
  return reporter === undefined ? [] : [reporter];
}
