import { Type } from 'typebox';

/** The maximum number of assignees of a task. */
const MAX_USERS = 200;

/** Input of actions that name members. */
export const taskUsers = Type.Array(Type.String({ format: 'uuid' }), {
  title: 'Members',
  'x-type': 'users',
  minItems: 1,
  maxItems: MAX_USERS,
  uniqueItems: true,
  description: 'Ids of members.',
});
