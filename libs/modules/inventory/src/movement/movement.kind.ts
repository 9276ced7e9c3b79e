import { defineKind, Field, fixed, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { MOVEMENT_TYPES } from '../stock/movement-type.js';
import { STOCK_STATUSES } from '../stock-item/stock-status.js';

const kept = { onDelete: 'keep' } as const;

const fields = Type.Object({
  part: fixed(Field.ref('inventory:part', kept)),
  stock_item: Type.Optional(
    Field.ref('inventory:stock_item', { ...kept, description: 'Absent where a whole part is reserved or released.' }),
  ),
  type: Field.enum(MOVEMENT_TYPES),
  qty_delta: Field.decimal({ description: 'What came to the stock item (or, negative, went from it).' }),
  qty_after: Field.decimal({
    description: 'What the stock item held afterwards; without one, what was on hand of the part.',
  }),
  from_location: Type.Optional(Field.ref('spaces:location', kept)),
  to_location: Type.Optional(Field.ref('spaces:location', kept)),
  status_from: Type.Optional(Field.enum(STOCK_STATUSES)),
  status_to: Type.Optional(Field.enum(STOCK_STATUSES)),
  unit_cost: Type.Optional(Field.money()),
  reason: Type.Optional(Field.text()),
  cause: Type.Optional(Field.anyRef({ description: 'What it was for.' })),
  cause_key: Type.Optional(
    Field.text({
      description: 'Unique: `<kind>:<id>:<line>:<n>` of what caused it. The same key is never posted twice.',
    }),
  ),
  posting: Field.text({ description: 'Shared by the movements that were made together.' }),
  actor: Type.Optional(Field.user({ description: 'Who did it; absent for the system.' })),
  via: Field.text({ description: 'By what: `session`, `api_token`, `wire`, ...' }),
  reverses: Type.Optional(Field.ref('inventory:movement', kept)),
  reversed_by: Type.Optional(Field.ref('inventory:movement', kept)),
  occurred_at: Field.datetime(),
});

export type MovementKind = KindDefinition<'inventory:movement', typeof fields>;
export type Movement = RecordOf<MovementKind>;

/** The ledger: every change of stock, for good. Written by the ledger alone, never changed but to note its reversal. */
export const movement = defineKind({
  id: 'inventory:movement',
  title: ['Movement', 'Movements'],
  description: 'An entry of the stock ledger. The quantities of the movements of a stock item add up to what it holds.',
  access: 'read-only',
  fields,
  titleOf: ({ type, qty_delta }) => (qty_delta === 0 ? type : `${type} ${qty_delta > 0 ? '+' : ''}${qty_delta}`),
  lockAfter: 'part',
  index: ['part', 'stock_item', 'posting'],
  unique: ['cause_key'],
});
