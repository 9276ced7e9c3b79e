import type { Lifecycle } from '@cubit/core';

export const PROJECT_STATUSES = ['planning', 'active', 'on_hold', 'completed', 'cancelled'] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

const cancelled = ['projects:cancel_project'];
const completed = ['projects:complete_project'];
const active = ['projects:activate_project'];

export const projectLifecycle: Lifecycle = {
  field: 'status',
  initial: ['planning', 'active'],
  states: {
    planning: { title: 'Planning', to: { active, cancelled } },
    active: { title: 'Active', to: { on_hold: ['projects:hold_project'], completed, cancelled } },
    on_hold: { title: 'On hold', to: { active, completed, cancelled } },
    completed: { title: 'Completed', to: { active, cancelled } },
    cancelled: { title: 'Cancelled', to: {} },
  },
};
