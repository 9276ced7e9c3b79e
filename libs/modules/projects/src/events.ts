import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { PROJECT_STATUSES } from './project/project-status.js';
import { projectFields } from './project/project.fields.js';
import { TASK_STATUSES } from './task/task-status.js';
import { taskFields } from './task/task.fields.js';

const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
const text = Type.String();
const userId = Type.String({ format: 'uuid' });
const userIds = (title: string, description: string) => Type.Array(userId, { title, description });
const instant = (title: string, description: string) => Type.String({ format: 'date-time', title, description });
const changes = Field.changes();
const reason = Type.Optional(Type.String({ title: 'Reason', description: 'Why, as entered. Absent without one.' }));
const ref = (kind: string) => (title: string, description: string) => Field.ref(kind, { title, description });

const projectRef = ref('projects:project');
const taskId = ref('projects:task')('Task', 'The task concerned.');
const stateRef = ref('projects:state');
const projectStatus = (title: string, description: string) =>
  Type.Unsafe<string>({ type: 'string', enum: PROJECT_STATUSES, title, description });

const project = {
  projectId: projectRef('Project', 'The project concerned.'),
  name: Field.described(projectFields.properties.name, text),
  key: Type.String({ title: 'Key', description: 'Prefix of the numbers of its tasks, as in `KEY-12`.' }),
};
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
  description: 'A project was added, in any status.',
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
  description: 'Emitted for every change of the status, in addition to the specific event.',
  payload: Type.Object({
    ...project,
    from: projectStatus('From', 'The previous status.'),
    to: projectStatus('To', 'The new status.'),
    restored,
  }),
  example: { ...PROJECT, from: 'planning', to: 'active' },
});

export const projectCompleted = defineEvent({
  name: 'projects.project.completed',
  title: 'Project completed',
  description: 'The project was completed. Its open tasks stay open unless they were completed with it.',
  payload: Type.Object({
    ...project,
    openTasks: Type.Integer({ title: 'Open tasks', description: 'Number of tasks that remain open.' }),
  }),
  example: { ...PROJECT, openTasks: 0 },
  notification: { message: 'Project {name} is completed.', link: PROJECT_LINK, priority: 'low' },
});

export const projectDeleted = defineEvent({
  name: 'projects.project.deleted',
  title: 'Project deleted',
  description: 'The project was moved to the trash, from which it can be restored.',
  payload: Type.Object(project),
  example: PROJECT,
});

const task = {
  taskId,
  title: Field.described(taskFields.properties.title, text),
  number: Type.Optional(Field.described(taskFields.properties.number, text)),
  projectId: Type.Optional(projectRef('Project', 'The project of the task. Absent if it has none.')),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: TASK_STATUSES,
    title: 'Status',
    description: 'Status of the task after the change.',
  }),
};
const TASK = { taskId: id(2), title: 'Order the roofing felt', number: 'GS-12', projectId: id(1), status: 'todo' };

export const taskCreated = defineEvent({
  name: 'projects.task.created',
  title: 'Task created',
  description: 'A task was added: by a member, a wire, an import or the recurrence of another task.',
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
  description: 'The status became `in_progress`.',
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
  description: 'A task that was done or cancelled is open again.',
  payload: Type.Object({ ...task, reason, restored }),
  example: { ...TASK, reason: 'It leaks again' },
});

export const taskCancelled = defineEvent({
  name: 'projects.task.cancelled',
  title: 'Task cancelled',
  description: 'The task was cancelled: it will not be done.',
  payload: Type.Object({ ...task, reason }),
  example: { ...TASK, status: 'cancelled', reason: 'Bought ready-made' },
});

export const taskDeleted = defineEvent({
  name: 'projects.task.deleted',
  title: 'Task deleted',
  description: 'The task was moved to the trash, from which it can be restored.',
  payload: Type.Object(task),
  example: TASK,
});

export const taskAssigned = defineEvent({
  name: 'projects.task.assigned',
  title: 'Task assigned',
  description: 'Members became assignees, also when the task was created.',
  payload: Type.Object({ ...task, userIds: userIds('Assigned members', 'Ids of the members that were added.') }),
  example: { ...TASK, userIds: [id(4)] },
});

export const taskUnassigned = defineEvent({
  name: 'projects.task.unassigned',
  title: 'Task unassigned',
  description: 'Members are no longer assignees.',
  payload: Type.Object({ ...task, userIds: userIds('Unassigned members', 'Ids of the members that were removed.') }),
  example: { ...TASK, userIds: [id(4)] },
});

export const taskMoved = defineEvent({
  name: 'projects.task.moved',
  title: 'Task moved',
  description: 'Moved to another project, another column or another rank.',
  payload: Type.Object({
    ...task,
    fromProjectId: Type.Optional(projectRef('From project', 'The previous project. Absent if it had none.')),
    toProjectId: Type.Optional(projectRef('To project', 'The new project. Absent if it has none.')),
    fromStateId: Type.Optional(stateRef('From column', 'The previous column of the board. Absent if it had none.')),
    toStateId: Type.Optional(stateRef('To column', 'The new column of the board. Absent if it has none.')),
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
  payload: Type.Object({
    ...task,
    userIds: userIds('Members to notify', 'The assignees, otherwise the reporter.'),
  }),
  example: { ...TASK, userIds: [id(4)] },
});

export const taskDueChanged = defineEvent({
  name: 'projects.task.due_changed',
  title: 'Task due time changed',
  description: 'The due time was set, changed or removed.',
  payload: Type.Object({
    ...task,
    from: Type.Optional(instant('From', 'The previous due time. Absent if there was none.')),
    to: Type.Optional(instant('To', 'The new due time. Absent if it was removed.')),
  }),
  example: { ...TASK, from: '2026-03-01T09:00:00.000Z', to: '2026-03-08T09:00:00.000Z' },
});

const due = {
  ...task,
  dueAt: instant('Due', 'The due time of the task.'),
  userIds: userIds('Members to notify', 'The assignees, otherwise the reporter.'),
};
const DUE = { ...TASK, dueAt: '2026-03-01T09:00:00.000Z', userIds: [id(4)] };

export const taskDueSoon = defineEvent({
  name: 'projects.task.due_soon',
  title: 'Task due soon',
  description: 'The task is open and due within the hours of the setting `due_soon_hours`. Emitted once per due time.',
  payload: Type.Object(due),
  example: DUE,
});

export const taskOverdue = defineEvent({
  name: 'projects.task.overdue',
  title: 'Task overdue',
  description: 'The task is open and its due time has passed. Emitted once per due time.',
  payload: Type.Object(due),
  example: DUE,
});

export const commentCreated = defineEvent({
  name: 'projects.comment.created',
  title: 'Comment written',
  description: 'A comment was added to a record. Members whom it mentions are notified.',
  payload: Type.Object({
    commentId: ref('projects:comment')('Comment', 'The comment that was written.'),
    taskId: Type.Optional(ref('projects:task')('Task', 'The task that it is about. Absent for other records.')),
    projectId: Type.Optional(projectRef('Project', 'The project that it is about. Absent for other records.')),
    on: Type.Object(
      { kind: text, id: Type.String({ format: 'uuid' }) },
      { title: 'Record', description: 'The record that it is about, `{kind, id}`.' },
    ),
    excerpt: Type.String({
      title: 'Excerpt',
      description: 'The beginning of the text, with names in place of the ids of mentioned members.',
    }),
    authorId: Type.Optional(
      Type.String({ format: 'uuid', title: 'Author', description: 'Id of the author. Absent for the system.' }),
    ),
    mentionedUserIds: userIds('Mentioned members', 'Ids of mentioned members.'),
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
