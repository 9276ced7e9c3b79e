import { Field, foreignKind, tally, type Amounts, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

const amounts = Type.Optional(tally(Field.json(Type.Unsafe<Amounts>(Type.Object({})))));

/** A place as far as stock is concerned; it belongs to another module. */
export const place = foreignKind(
  'spaces:location',
  Type.Object({
    parent: Type.Optional(Field.ref('spaces:location')),
    path: Type.Optional(Field.longtext()),
    archived_at: Type.Optional(Field.datetime()),
    holds_stock: Type.Optional(Field.boolean()),
    above: Type.Optional(Field.json(Type.Array(Type.String()))),
    item_count_direct: tally(Field.integer({ default: 0 })),
    item_count_total: tally(Field.integer({ default: 0 })),
    worth_direct: amounts,
    worth_total: amounts,
  }),
);
export type Place = RecordOf<typeof place>;
