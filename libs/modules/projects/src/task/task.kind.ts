import { defineKind } from '@cubit/core';
import { updateDependents } from '../dependency/update-blocked.js';
import {
  taskAssigned,
  taskBlocked,
  taskCancelled,
  taskCompleted,
  taskCreated,
  taskDeleted,
  taskDueChanged,
  taskDueSoon,
  taskMoved,
  taskOverdue,
  taskReopened,
  taskStarted,
  taskUnassigned,
  taskUnblocked,
  taskUpdated,
} from '../events.js';
import { updateProjectTotals } from '../project/project-totals.js';
import { createNextTasks } from '../recurrence/create-next-tasks.js';
import { settings } from '../settings.js';
import { taskImport } from './task.importing.js';
import { prepareTasks } from './task-rules.js';
import { taskPayload, emitTaskEvents } from './task-events.js';
import { taskLifecycle } from './task-status.js';
import { taskFields } from './task.fields.js';
import { taskHints } from './task.hints.js';

export const task = defineKind({
  id: 'projects:task',
  title: ['Task', 'Tasks'],
  description: 'Work to be done, in a project or without one. Tags are its labels.',
  fields: taskFields,
  titleField: 'title',
  search: ['number', 'description'],
  parent: 'parent',
  children: [{ name: 'subtasks', kind: 'projects:task', by: 'parent' }],
  index: ['project', 'status', 'state', 'parent', 'due_at', ['project', 'rank'], 'overdue', 'blocked'],
  unique: ['number', 'open_key'],
  lifecycle: taskLifecycle,
  events: { created: taskCreated, updated: taskUpdated, deleted: taskDeleted },
  emits: [
    taskStarted,
    taskCompleted,
    taskReopened,
    taskCancelled,
    taskAssigned,
    taskUnassigned,
    taskMoved,
    taskBlocked,
    taskUnblocked,
    taskDueChanged,
    taskDueSoon,
    taskOverdue,
  ],
  settings,
  eventPayload: taskPayload,
  importing: taskImport,
  ui: taskHints,
  example: { title: 'Order the roofing felt', priority: 'high', due_at: '2026-03-01T09:00:00.000Z' },
  beforeWrite: prepareTasks,
  async onWrite(context, changes) {
    for (const change of changes) emitTaskEvents(context, change);
    await updateDependents(context, changes);
    // Runs before the next recurring task takes its number.
    await updateProjectTotals(context, changes);
    const completed = changes.filter(
      ({ operation, before, after }) =>
        operation === 'update' && after.fields.status === 'done' && before?.fields.status !== 'done',
    );
    await createNextTasks(context, completed);
  },
});
