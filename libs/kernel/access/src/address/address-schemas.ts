import { Type } from 'typebox';
import { Id, Instant, Name, nullable, strict } from '../user/field-schemas.js';

const identity = {
  id: Id,
  name: { ...Name, description: 'To tell it from others.', examples: ['Phone'] },
  expires_at: nullable(Type.String({ format: 'date-time', description: 'Null: never.' })),
};

export const Address = strict({
  ...identity,
  last_used_at: nullable(Type.String({ format: 'date-time', description: 'To the minute; null: never.' })),
  created_at: Instant,
});

export const NewAddress = strict({
  ...identity,
  url: Type.String({
    description: 'The address with its key. Shown only once. The query parameters of the route may be added to it.',
    examples: [
      `https://cubit.example/api/v1/orgs/workshop/modules/projects/calendar.ics?key=cbk_${'0'.repeat(43)}2gFbMe`,
    ],
  }),
});
