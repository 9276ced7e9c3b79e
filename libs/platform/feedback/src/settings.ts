import { Type } from 'typebox';

export const settings = Type.Object({
  items_per_hour: Type.Integer({
    title: 'Reports per hour',
    minimum: 1,
    maximum: 10_000,
    default: 60,
    description: 'Items that one user, including tools with that user’s tokens, may submit per hour.',
  }),
});
