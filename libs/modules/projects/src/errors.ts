import { defineErrors } from '@cubit/core';

export const errors = defineErrors({
  projects_blocked: {
    status: 409,
    meaning: 'The task waits for others; `force` of `projects:complete` completes it all the same.',
  },
});
