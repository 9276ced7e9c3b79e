import { Field, type ErrorDetail } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { READING_TYPES } from './reading.kind.js';

/** What a device measured, scanned or counted, as its bridge tells it. */
export const readingInput = Type.Object(
  {
    device: Type.String({ format: 'uuid' }),
    type: Field.enum(READING_TYPES),
    value: Type.Optional(Field.decimal()),
    unit: Type.Optional(Field.text()),
    code: Type.Optional(
      Field.text({
        description:
          'Of a scan, what was scanned. Of a state, its name: `online`, `offline` and `error` are that of the device.',
      }),
    ),
    raw: Type.Optional(Type.Unknown()),
    at: Type.Optional(Field.datetime({ description: 'When, by the clock of the bridge. Default: now.' })),
  },
  { additionalProperties: false },
);
export type ReadingInput = Static<typeof readingInput>;

/** What a reading of its type lacks: without it, it says nothing. */
export function emptiness({ type, value, code }: ReadingInput): readonly ErrorDetail[] {
  if ((type === 'value' || type === 'count') && value === undefined)
    return [{ path: 'value', code: 'required', message: `A reading of the type '${type}' has a value.` }];
  if ((type === 'scan' || type === 'state') && code === undefined)
    return [{ path: 'code', code: 'required', message: `A reading of the type '${type}' has a code.` }];
  return [];
}
