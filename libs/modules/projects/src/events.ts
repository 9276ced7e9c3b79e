import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { PROJECT_STATUSES } from './project/project-status.js';
import { TASK_STATUSES } from './task/task-status.js';

const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
const text = Type.String();
const userId = Type.String({ format: 'uuid' });
const instant = Type.String({ format: 'date-time' });
const changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));
const reason = Type.Optional(text);

const projectId = Field.ref('projects:project');
const taskId = Field.ref('projects:task');
const stateId = Field.ref('projects:state');
const projectStatus = Type.Unsafe<string>({ type: 'string', enum: PROJECT_STATUSES });
const taskStatus = Type.Unsafe<string>({ type: 'string', enum: TASK_STATUSES });

const project = { projectId, name: text, key: text };
const PROJECT = { projectId: id(1), name: 'Garden shed', key: 'GS' };
const PROJECT_LINK = '/modules/projects/records/project/{projectId}';

const restored = Type.Optional(
  Type.Boolean({
    title: 'Restored',
    description: 'The end was undone: what was released because of it is to be restored.',
  }),
);

export const projectCreated = defineEvent({
  name: 'projects.project.created',
  title: 'Project created',
  payload: Type.Object(project),
  example: PROJECT,
});

export const projectUpdated = defineEvent({
  name: 'projects.project.updated',
  title: 'Project changed',
  description: 'A field that people enter changed. Not emitted for progress and counts, which are computed from tasks.',
  payload: Type.Object({ ...project, changes }),
  example: { ...PROJECT, changes: { name: { from: 'Shed', to: 'Garden shed' } } },
});

export const projectStatusChanged = defineEvent({
  name: 'projects.project.status_changed',
  title: 'Project status changed',
  payload: Type.Object({ ...project, from: projectStatus, to: projectStatus, restored }),
  example: { ...PROJECT, from: 'planning', to: 'active' },
});

export const projectCompleted = defineEvent({
  name: 'projects.project.completed',
  title: 'Project completed',
  payload: Type.Object({ ...project, openTasks: Type.Integer({ description: 'Number of tasks that remain open.' }) }),
  example: { ...PROJECT, openTasks: 0 },
  notification: { message: 'Project {name} is completed.', link: PROJECT_LINK, priority: 'low' },
});

export const projectDeleted = defineEvent({
  name: 'projects.project.deleted',
  title: 'Project deleted',
  payload: Type.Object(project),
  example: PROJECT,
});

const task = {
  taskId,
  title: text,
  number: Type.Optional(text),
  projectId: Type.Optional(projectId),
  status: taskStatus,
};
const TASK = { taskId: id(2), title: 'Order the roofing felt', number: 'GS-12', projectId: id(1), status: 'todo' };
const users = Type.Array(userId);

export const taskCreated = defineEvent({
  name: 'projects.task.created',
  title: 'Task created',
  payload: Type.Object(task),
  example: TASK,
});

export const taskUpdated = defineEvent({
  name: 'projects.task.updated',
  title: 'Task changed',
  description: 'Emitted for every change of a field that is not computed, in addition to the specific event.',
  payload: Type.Object({ ...task, changes }),
  example: { ...TASK, changes: { priority: { from: 'none', to: 'high' } } },
});

export const taskStarted = defineEvent({
  name: 'projects.task.started',
  title: 'Task started',
  payload: Type.Object(task),
  example: { ...TASK, status: 'in_progress' },
});

export const taskCompleted = defineEvent({
  name: 'projects.task.completed',
  title: 'Task completed',
  description: 'For a recurring task, `projects.task.created` is emitted for the next one.',
  payload: Type.Object(task),
  example: { ...TASK, status: 'done' },
});

export const taskReopened = defineEvent({
  name: 'projects.task.reopened',
  title: 'Task reopened',
  payload: Type.Object({ ...task, reason, restored }),
  example: { ...TASK, reason: 'It leaks again' },
});

export const taskCancelled = defineEvent({
  name: 'projects.task.cancelled',
  title: 'Task cancelled',
  payload: Type.Object({ ...task, reason }),
  example: { ...TASK, status: 'cancelled', reason: 'Bought ready-made' },
});

export const taskDeleted = defineEvent({
  name: 'projects.task.deleted',
  title: 'Task deleted',
  payload: Type.Object(task),
  example: TASK,
});

export const taskAssigned = defineEvent({
  name: 'projects.task.assigned',
  title: 'Task assigned',
  payload: Type.Object({
    ...task,
    userIds: Type.Array(userId, { description: 'Ids of the members that were added.' }),
  }),
  example: { ...TASK, userIds: [id(4)] },
});

export const taskUnassigned = defineEvent({
  name: 'projects.task.unassigned',
  title: 'Task unassigned',
  payload: Type.Object({
    ...task,
    userIds: Type.Array(userId, { description: 'Ids of the members that were removed.' }),
  }),
  example: { ...TASK, userIds: [id(4)] },
});

export const taskMoved = defineEvent({
  name: 'projects.task.moved',
  title: 'Task moved',
  description: 'Moved to another project, another column or another rank.',
  payload: Type.Object({
    ...task,
    fromProjectId: Type.Optional(projectId),
    toProjectId: Type.Optional(projectId),
    fromStateId: Type.Optional(stateId),
    toStateId: Type.Optional(stateId),
  }),
  example: { ...TASK, fromProjectId: id(1), toProjectId: id(1), fromStateId: id(5), toStateId: id(6) },
});

export const taskBlocked = defineEvent({
  name: 'projects.task.blocked',
  title: 'Task blocked',
  description: 'The task has an open dependency.',
  payload: Type.Object(task),
  example: TASK,
});

export const taskUnblocked = defineEvent({
  name: 'projects.task.unblocked',
  title: 'Task unblocked',
  description: 'The last open dependency of the task was satisfied or removed.',
  payload: Type.Object({ ...task, userIds: users }),
  example: { ...TASK, userIds: [id(4)] },
});

export const taskDueChanged = defineEvent({
  name: 'projects.task.due_changed',
  title: 'Task due time changed',
  payload: Type.Object({ ...task, from: Type.Optional(instant), to: Type.Optional(instant) }),
  example: { ...TASK, from: '2026-03-01T09:00:00.000Z', to: '2026-03-08T09:00:00.000Z' },
});

const due = {
  ...task,
  dueAt: instant,
  userIds: Type.Array(userId, { description: 'Members to notify: the assignees, otherwise the reporter.' }),
};
const DUE = { ...TASK, dueAt: '2026-03-01T09:00:00.000Z', userIds: [id(4)] };

export const taskDueSoon = defineEvent({
  name: 'projects.task.due_soon',
  title: 'Task due soon',
  description: 'Emitted once per due time.',
  payload: Type.Object(due),
  example: DUE,
});

export const taskOverdue = defineEvent({
  name: 'projects.task.overdue',
  title: 'Task overdue',
  description: 'Emitted once per due time.',
  payload: Type.Object(due),
  example: DUE,
});

export const commentCreated = defineEvent({
  name: 'projects.comment.created',
  title: 'Comment written',
  payload: Type.Object({
    commentId: Field.ref('projects:comment'),
    taskId: Type.Optional(taskId),
    projectId: Type.Optional(projectId),
    on: Type.Object({ kind: text, id: Type.String({ format: 'uuid' }) }),
    excerpt: Type.String({
      description: 'The beginning of the text, with names in place of the ids of mentioned members.',
    }),
    authorId: Type.Optional(userId),
    mentionedUserIds: Type.Array(userId, { description: 'Ids of mentioned members.' }),
  }),
  example: {
    commentId: id(7),
    taskId: id(2),
    on: { kind: 'projects:task', id: id(2) },
    excerpt: '@Ada the felt is out of stock, is bitumen fine?',
    authorId: id(4),
    mentionedUserIds: [id(8)],
  },
});

export const events = [
  projectCreated,
  projectUpdated,
  projectStatusChanged,
  projectCompleted,
  projectDeleted,
  taskCreated,
  taskUpdated,
  taskStarted,
  taskCompleted,
  taskReopened,
  taskCancelled,
  taskDeleted,
  taskAssigned,
  taskUnassigned,
  taskMoved,
  taskBlocked,
  taskUnblocked,
  taskDueChanged,
  taskDueSoon,
  taskOverdue,
  commentCreated,
] as const;
