import { Type } from 'typebox';

/** What the administrators of a workspace choose. Every setting has a default. */
export const settings = Type.Object({
  service_minutes: Type.Integer({
    title: 'Minutes between services',
    description: 'After how many minutes of cutting a machine needs service.',
    minimum: 1,
    maximum: 100_000,
    default: 3_000,
  }),
});
