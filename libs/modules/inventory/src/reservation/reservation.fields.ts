import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const reservationFields = Type.Object({
  part: fixed(Field.ref('inventory:part')),
  stock_item: Type.Optional(
    fixed(
      Field.ref('inventory:stock_item', {
        onDelete: 'clear',
        description: 'Only from this one. Default: any of the part.',
      }),
    ),
  ),
  qty: fixed(Field.decimal({ exclusiveMinimum: 0, description: 'Changed by releasing and reserving again.' })),
  consumed_qty: computed(Field.decimal({ default: 0 })),
  for: fixed(Field.anyRef({ description: 'What it is kept for.' })),
  needed_by: Type.Optional(Field.date()),
  status: Field.enum(['active', 'partial', 'consumed', 'released', 'expired']),
  expires_at: Type.Optional(Field.datetime({ description: 'Kept until then.' })),
  expires_from: Type.Optional(computed(Field.datetime({ description: '`expires_at` while the reservation is open.' }))),
  note: Type.Optional(Field.text()),
});

export type ReservationKind = KindDefinition<'inventory:reservation', typeof reservationFields>;
export type Reservation = RecordOf<ReservationKind>;

/** The kind for the rules that its definition stands on. */
export const reservationRecord: ReservationKind = foreignKind('inventory:reservation', reservationFields);
