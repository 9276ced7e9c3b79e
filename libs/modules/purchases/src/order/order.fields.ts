import { computed, Field, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { currencyCode } from '../money/currency.js';
import { ORDER_STATUSES } from './order-status.js';

const count = (description: string) => computed(Field.integer({ default: 0, description }));

export const discountPct = Type.Optional(Field.decimal({ minimum: 0, maximum: 100, description: 'In per cent.' }));

export const orderFields = Type.Object({
  number: Type.Optional(
    Field.text({ minLength: 1, maxLength: 50, description: 'Unique. Default: the next one, `PO-0001`.' }),
  ),
  supplier: Type.Optional(Field.ref('purchases:supplier')),
  supplier_ref: Type.Optional(
    Field.text({ minLength: 1, description: 'Number of the order at the supplier; unique among its orders.' }),
  ),
  status: Field.enum(ORDER_STATUSES),
  currency: Type.Optional(currencyCode('Default: that of the supplier, else the setting of the workspace.')),
  ordered_at: Type.Optional(Field.datetime({ description: 'Set when it is placed.' })),
  expected_on: Type.Optional(
    Field.date({ description: 'Set when it is placed, from the lead times of its lines, where nobody has said it.' }),
  ),
  arrived_at: Type.Optional(computed(Field.datetime())),
  ship_to: Type.Optional(Field.ref('spaces:location', { onDelete: 'clear', description: 'Where stock of it goes.' })),
  shipping: Type.Optional(Field.money()),
  tax: Type.Optional(Field.money()),
  discount_pct: discountPct,
  carrier: Type.Optional(Field.text()),
  tracking_number: Type.Optional(Field.text()),
  tracking_url: Type.Optional(Field.url()),
  project: Type.Optional(Field.ref('projects:project', { onDelete: 'clear' })),
  responsible: Type.Optional(Field.user()),
  notes: Type.Optional(Field.longtext()),
  subtotal: Type.Optional(computed(Field.money({ description: 'Of its lines, each in whole coins.' }))),
  total: Type.Optional(computed(Field.money({ description: 'Less the discount, with shipping and tax.' }))),
  cancelled_total: Type.Optional(computed(Field.money({ description: 'Of its lines, what was cancelled.' }))),
  received_pct: computed(
    Field.decimal({ default: 0, description: 'Of the quantities that are not cancelled, in per cent.' }),
  ),
  line_count: count('How many lines it has.'),
  open_lines: count('Lines of which something is outstanding.'),
  overdue: computed(Field.boolean({ default: false, description: 'Open, and past the day it was expected on.' })),
  overdue_from: Type.Optional(computed(Field.datetime({ description: 'When it becomes overdue, until it was told.' }))),
  overdue_told: Type.Optional(computed(Field.date({ description: 'The expected day that it was told of.' }))),
  held_from: Type.Optional(
    computed(Field.enum(['ordered', 'in_transit'], { description: 'What it goes back to from being on hold.' })),
  ),
});

export type OrderKind = KindDefinition<'purchases:order', typeof orderFields>;
export type Order = RecordOf<OrderKind>;
export type OrderDraft = RecordDraft<OrderKind>;

/** The kind for the rules that its definition stands on. */
export const orderRecord: OrderKind = foreignKind('purchases:order', orderFields);
