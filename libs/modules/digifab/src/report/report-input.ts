import { Field } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { input } from '../action-input.js';
import { FAILURE_REASONS, grams, jobFields } from '../job/job.fields.js';
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
  description: 'Millimetres of filament since the start of the print.',
});

export const reportInput = input({
  state: Type.Unsafe<(typeof REPORTED_STATES)[number]>({
    title: 'State',
    type: 'string',
    enum: REPORTED_STATES,
    description: '`idle`, `offline` and `error` describe the machine. The other states describe its print.',
  }),
  progress: Type.Optional(Field.described(jobFields.properties.progress, Type.Number({ minimum: 0, maximum: 1 }))),
  filament_used_mm: Type.Optional(Field.titled('Filament used mm', millimetres)),
  filament_used_g: Type.Optional({
    ...grams,
    title: 'Filament used g',
    description: 'Grams of filament since the start. Takes precedence over the length.',
  }),
  materials: Type.Optional(
    Type.Array(
      Type.Object(
        {
          slot: Type.Optional(slotNumber),
          stock_item: Type.Optional(Type.String({ title: 'Stock item', format: 'uuid' })),
          used_mm: Type.Optional(Field.titled('Used length', millimetres)),
          used_g: Type.Optional(Field.titled('Used weight', grams)),
        },
        { additionalProperties: false },
      ),
      { title: 'Materials', maxItems: 64, description: 'Use by slot or spool, if the machine knows it.' },
    ),
  ),
  eta: Type.Optional(Field.datetime({ title: 'Expected end', description: 'When the print should end.' })),
  reason: Type.Optional(
    Field.text({
      title: 'Reason',
      description: `Why the print paused, failed or was cancelled. Values with a meaning: ${FAILURE_REASONS.join(', ')}.`,
    }),
  ),
  error: Type.Optional(Field.longtext({ title: 'Error', description: 'Error message of the machine.' })),
  print_id: Type.Optional(
    Field.text({
      title: 'Print at the machine',
      minLength: 1,
      description:
        'Identifier of the print at the machine. Reports with another identifier than the running print are ignored.',
    }),
  ),
});
export type Report = Static<typeof reportInput>;
