import { type ErrorDetail, Field } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { READING_TYPES } from './reading.kind.js';

/** A reading as its bridge reports it. */
export const readingInput = Type.Object(
  {
    device: Type.String({ title: 'Device', format: 'uuid' }),
    type: Field.enum(READING_TYPES, { title: 'Type' }),
    value: Type.Optional(Field.decimal({ title: 'Value' })),
    unit: Type.Optional(Field.text({ title: 'Unit' })),
    code: Type.Optional(
      Field.text({
        title: 'Code',
        description:
          'The scanned code, or the name of the state. The states `online`, `offline` and `error` set the status of the device.',
      }),
    ),
    raw: Type.Optional(Type.Unknown({ title: 'Raw data' })),
    at: Type.Optional(Field.datetime({ title: 'Time', description: 'Time by the clock of the bridge. Default: now.' })),
  },
  { additionalProperties: false },
);
export type ReadingInput = Static<typeof readingInput>;

/** Faults for members that the type of the reading requires and that are missing. */
export function missingMembers({ type, value, code }: ReadingInput): readonly ErrorDetail[] {
  if ((type === 'value' || type === 'count') && value === undefined)
    return [{ path: 'value', code: 'required', message: `A reading of the type '${type}' requires a value.` }];
  if ((type === 'scan' || type === 'state') && code === undefined)
    return [{ path: 'code', code: 'required', message: `A reading of the type '${type}' requires a code.` }];
  return [];
}
