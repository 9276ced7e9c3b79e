import { Field } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { input } from '../action-input.js';
import { FAILURE_REASONS, grams } from '../job/job.fields.js';
import { slotNumber } from '../machine/machine.fields.js';

export const REPORTED_STATES = [
  'idle',
  'offline',
  'error',
  'sending',
  'printing',
  'paused',
  'completed',
  'failed',
  'cancelled',
] as const;

const millimetres = Type.Number({
  minimum: 0,
  maximum: 1e9,
  description: 'Of filament, since the start of the print.',
});

export const reportInput = input({
  state: Type.Unsafe<(typeof REPORTED_STATES)[number]>({
    type: 'string',
    enum: REPORTED_STATES,
    description: 'Of the machine: `idle`, `offline`, `error`. Of its print: the others.',
  }),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  filament_used_mm: Type.Optional(millimetres),
  filament_used_g: Type.Optional({ ...grams, description: 'The same by weight; goes before the length.' }),
  materials: Type.Optional(
    Type.Array(
      Type.Object(
        {
          slot: Type.Optional(slotNumber),
          stock_item: Type.Optional(Type.String({ format: 'uuid' })),
          used_mm: Type.Optional(millimetres),
          used_g: Type.Optional(grams),
        },
        { additionalProperties: false },
      ),
      { maxItems: 64, description: 'The same for each slot or spool, where the machine knows.' },
    ),
  ),
  eta: Type.Optional(Field.datetime()),
  reason: Type.Optional(
    Field.text({
      description: `Why it paused, failed or was cancelled; one of ${FAILURE_REASONS.join(', ')} is kept as such.`,
    }),
  ),
  error: Type.Optional(Field.longtext({ description: 'What the machine says of it.' })),
  print_id: Type.Optional(
    Field.text({
      minLength: 1,
      description: 'What the machine calls this print: what is reported of another than the one under way is ignored.',
    }),
  ),
});
export type Report = Static<typeof reportInput>;
