import { Field } from '@cubit/core';
import { Type } from 'typebox';

/** Which machines may run a job. */
export const target = Type.Object(
  {
    machine: Type.Optional(
      Field.ref('digifab:machine', { title: 'Machine', description: 'The only machine that may run the job.' }),
    ),
    pool: Type.Optional(Field.ref('digifab:pool', { title: 'Pool', description: 'A pool of machines.' })),
    model: Type.Optional(Type.String({ title: 'Model', minLength: 1, maxLength: 500 })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        title: 'Tags',
        maxItems: 50,
        description: 'The machine must have all of these tags.',
      }),
    ),
  },
  { additionalProperties: false },
);
