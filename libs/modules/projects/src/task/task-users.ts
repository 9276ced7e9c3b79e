import { Type } from 'typebox';

/** As many as a task can have. */
const MAX_USERS = 200;

/** Members that an action on a task names. */
export const taskUsers = Type.Array(Type.String({ format: 'uuid' }), {
  minItems: 1,
  maxItems: MAX_USERS,
  uniqueItems: true,
  description: 'Ids of members.',
});
