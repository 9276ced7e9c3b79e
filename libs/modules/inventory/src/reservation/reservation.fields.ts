import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

const exact = Type.Object(
  { qty: Type.String({ title: 'Quantity' }), used: Type.String({ title: 'Used' }) },
  { additionalProperties: false },
);

export const reservationFields = Type.Object({
  part: fixed(Field.ref('inventory:part', { title: 'Part', description: 'The part whose stock is reserved.' })),
  stock_item: Type.Optional(
    fixed(
      Field.ref('inventory:stock_item', {
        title: 'Stock item',
        onDelete: 'clear',
        description: 'Reserve this stock item only. Default: any of the part.',
      }),
    ),
  ),
  qty: fixed(
    Field.decimal({
      title: 'Quantity',
      ui: { widget: 'quantity', unit: { field: 'part.unit' } },
      exclusiveMinimum: 0,
      description: 'To change it, release the reservation and reserve again.',
    }),
  ),
  consumed_qty: computed(
    Field.decimal({
      title: 'Used',
      ui: { widget: 'quantity', unit: { field: 'part.unit' } },
      default: 0,
      description: 'Quantity used so far. The rest is still reserved while the reservation is open.',
    }),
  ),
  exact: Type.Optional(
    computed(
      Field.json(exact, {
        title: 'Exact quantities',
        ui: { hidden: true },
        description: 'Quantities without rounding, in the plain unit of the part: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  for: fixed(Field.anyRef({ title: 'For', description: 'Record that the stock is reserved for.' })),
  needed_by: Type.Optional(
    Field.date({
      title: 'Needed by',
      description: 'Day on which the stock is needed. For planning: the reservation does not end then.',
    }),
  ),
  status: Field.enum(['active', 'partial', 'consumed', 'released', 'expired'], {
    title: 'Status',
    description: 'Stock is reserved while it is `active` or `partial`. `partial`: some of it was used.',
    ui: {
      widget: 'status',
      tone: { info: { in: ['active', 'partial'] }, ok: { is: 'consumed' }, warn: { is: 'expired' } },
    },
  }),
  expires_at: Type.Optional(
    Field.datetime({
      title: 'Expires',
      description: 'When the reservation ends and its stock is released. Absent: never.',
    }),
  ),
  expires_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Expires from',
        ui: { hidden: true },
        description: '`expires_at` while the reservation is open.',
      }),
    ),
  ),
  open_for: Type.Optional(
    computed(
      Field.text({
        title: 'Open for',
        ui: { hidden: true },
        description: 'Id of `for` while the reservation is open.',
      }),
    ),
  ),
  ended_for: Type.Optional(
    computed(
      Field.text({
        title: 'Ended for',
        ui: { hidden: true },
        description: 'Id of `for`, if the reservation was released because that record ended.',
      }),
    ),
  ),
  note: Type.Optional(Field.text({ title: 'Note', description: 'Free text, for example who needs the stock.' })),
});

export type ReservationKind = KindDefinition<'inventory:reservation', typeof reservationFields>;
export type Reservation = RecordOf<ReservationKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const reservationRecord: ReservationKind = foreignKind('inventory:reservation', reservationFields);
