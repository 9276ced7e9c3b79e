import type { Lifecycle } from '@cubit/core';

export const BUILD_STATUSES = ['draft', 'issued', 'in_progress', 'on_hold', 'completed', 'cancelled'] as const;
export type BuildStatus = (typeof BUILD_STATUSES)[number];

const issue = ['inventory:issue_build'] as const;
const hold = ['inventory:hold_build'] as const;
const cancel = ['inventory:cancel_build'] as const;
const reverse = ['inventory:reverse_build_output'] as const;
const work = ['inventory:consume_build', 'inventory:complete_output', 'inventory:scrap_output'] as const;

export const buildLifecycle: Lifecycle = {
  field: 'status',
  initial: 'draft',
  states: {
    draft: { to: { issued: issue, on_hold: hold, cancelled: cancel } },
    issued: { to: { in_progress: work, on_hold: hold, cancelled: cancel } },
    in_progress: {
      to: { issued: reverse, completed: ['inventory:complete_build'], on_hold: hold, cancelled: cancel },
    },
    on_hold: { to: { draft: hold, issued: [...hold, ...issue], in_progress: [...hold, ...issue], cancelled: cancel } },
    completed: { to: { issued: reverse, in_progress: reverse } },
    cancelled: { to: {} },
  },
};

/** Issued and not on hold: components can be used and outputs completed. */
export function isActive(status: BuildStatus): boolean {
  return status === 'issued' || status === 'in_progress';
}
