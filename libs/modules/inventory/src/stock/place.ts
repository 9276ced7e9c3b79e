import { Field, foreignKind, type RecordOf, rollup } from '@cubit/core';
import type { Amounts } from '@cubit/decimal';
import { Type } from 'typebox';

const amounts = Type.Optional(rollup(Field.json(Type.Unsafe<Amounts>(Type.Object({})))));

/** The fields of a location that this module reads and updates. The `spaces` module owns the kind. */
export const place = foreignKind(
  'spaces:location',
  Type.Object({
    parent: Type.Optional(Field.ref('spaces:location')),
    path: Type.Optional(Field.longtext()),
    archived_at: Type.Optional(Field.datetime()),
    holds_stock: Type.Optional(Field.boolean()),
    single_part: Type.Optional(Field.boolean()),
    above: Type.Optional(Field.json(Type.Array(Type.String()))),
    item_count_direct: rollup(Field.integer({ default: 0 })),
    item_count_total: rollup(Field.integer({ default: 0 })),
    worth_direct: amounts,
    worth_total: amounts,
  }),
);
export type Place = RecordOf<typeof place>;
