import { defineErrors } from '@cubit/core';

export const errors = defineErrors({
  projects_blocked: {
    status: 409,
    meaning: 'The task is blocked by open dependencies. Set `force` of `projects:complete` to complete it anyway.',
  },
});
