import { fail, type Lifecycle } from '@cubit/core';

export const TASK_STATUSES = ['backlog', 'todo', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const OPEN_STATUSES = ['backlog', 'todo', 'in_progress'] as const;

/** The status of a reopened task. */
const REOPENED = 'todo';

const between = 'direct';
const closing = { done: 'direct', cancelled: 'direct' } as const;

/** Every transition is direct, so that tasks can be dragged on a board. Side effects do not depend on who makes it. */
export const taskLifecycle: Lifecycle = {
  field: 'status',
  initial: ['todo', 'backlog', 'in_progress', 'done', 'cancelled'],
  states: {
    backlog: { title: 'Backlog', to: { todo: between, in_progress: between, ...closing } },
    todo: { title: 'To do', to: { backlog: between, in_progress: between, ...closing } },
    in_progress: { title: 'In progress', to: { backlog: between, todo: between, ...closing } },
    done: { title: 'Done', to: { [REOPENED]: 'direct' } },
    cancelled: { title: 'Cancelled', to: { [REOPENED]: 'direct' } },
  },
};

export function isOpen(status: TaskStatus): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(status);
}

/**
 * Throws `invalid_transition` unless a task can get from one status to the other, by one transition or by being reopened first.
 */
export function assertReachable(from: TaskStatus, to: TaskStatus, path: string): void {
  const leads = (start: string, end: string) => start === end || taskLifecycle.states[start]?.to[end] !== undefined;
  if (leads(from, to) || (leads(from, REOPENED) && leads(REOPENED, to))) return;
  const message = `status cannot change from '${from}' to '${to}'.`;
  throw fail('invalid_transition', message, { details: [{ path, code: 'invalid_transition', message }] });
}
