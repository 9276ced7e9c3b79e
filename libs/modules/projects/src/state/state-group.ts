import type { TaskStatus } from '../task/task-status.js';

export const STATE_GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
export type StateGroup = (typeof STATE_GROUPS)[number];

/** The status of tasks in a state of the group. */
export const STATUS_OF_GROUP: Readonly<Record<StateGroup, TaskStatus>> = {
  backlog: 'backlog',
  unstarted: 'todo',
  started: 'in_progress',
  completed: 'done',
  cancelled: 'cancelled',
};
