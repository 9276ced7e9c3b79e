import { Type } from 'typebox';
import { availableActionSchema } from '../actions/availability.js';

const MAX_LENGTH = 1_000;
const strict = { additionalProperties: false };
const text = (description: string) => Type.Optional(Type.String({ description }));
const code = Type.String({ minLength: 1, maxLength: MAX_LENGTH, description: 'The text that the scanner read.' });

export const scanQuery = Type.Object({ code }, strict);
export const scanBody = Type.Object(
  {
    code,
    action: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Id of the action to run on the record.',
        examples: ['inventory:use'],
      }),
    ),
    input: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Input of the action, as at its own route.' }),
    ),
  },
  strict,
);

const data = Type.Object(
  {
    part_number: text('Part number of the supplier or the customer.'),
    mpn: text('Part number of the manufacturer.'),
    gtin: text('Article number: GTIN, EAN or UPC.'),
    lot: text('Lot or batch.'),
    serial: text('Serial number.'),
    quantity: Type.Optional(Type.Number({ description: 'Quantity in the package.' })),
    expires_on: text('Day of expiry.'),
    order_number: text('Number of the order.'),
  },
  { ...strict, description: 'What the code says besides its number.' },
);
const record = Type.Object(
  {
    kind: Type.String({ examples: ['inventory:part'] }),
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    matched: Type.String({ description: 'The field that has the number, or `id` for a printed code.' }),
    actions: Type.Array(availableActionSchema),
  },
  { ...strict, title: 'ScannedRecord' },
);
const scanned = {
  code: Type.String({ description: 'The code, without the address around it.' }),
  format: Type.Unsafe<string>({ type: 'string', enum: ['gs1', 'iso15434', 'lcsc', 'gtin', 'text'] }),
  data,
  records: Type.Array(record),
};

export const scannedSchema = Type.Object(scanned, strict);
export const actedSchema = Type.Object(
  {
    ...scanned,
    action: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The action that was run.' }),
    result: Type.Unknown({ description: 'The result of the action.' }),
    record: Type.Unsafe<object | null>({ type: ['object', 'null'], description: 'The record afterwards.' }),
    events: Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() })),
  },
  strict,
);
