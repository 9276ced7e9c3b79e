import { fail, type Lifecycle } from '@cubit/core';

export const TASK_STATUSES = ['backlog', 'todo', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export const OPEN_STATUSES = ['backlog', 'todo', 'in_progress'] as const;

/** Where a task that is reopened comes to lie. */
const REOPENED = 'todo';

const between = 'direct';
const closing = { done: 'direct', cancelled: 'direct' } as const;

/** Every transition is direct, as a task is dragged on a board; what follows from it follows whoever makes it. */
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
 * Whether a card that is dragged from one column to another gets there: by one transition, or through being reopened. What the
 * board does is what a person could do in steps.
 */
export function assertReachable(from: TaskStatus, to: TaskStatus, path: string): void {
  const leads = (start: string, end: string) => start === end || taskLifecycle.states[start]?.to[end] !== undefined;
  if (leads(from, to) || (leads(from, REOPENED) && leads(REOPENED, to))) return;
  const message = `status cannot go from '${from}' to '${to}'.`;
  throw fail('invalid_transition', message, { details: [{ path, code: 'invalid_transition', message }] });
}
