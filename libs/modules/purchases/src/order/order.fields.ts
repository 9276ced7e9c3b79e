import { computed, Field, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { currencyCode } from '../money/currency.js';
import { ORDER_STATUSES } from './order-status.js';

const count = (description: string) => computed(Field.integer({ default: 0, description }));

export const discountPct = Type.Optional(
  Field.decimal({
    title: 'Discount',
    ui: { widget: 'percent' },
    minimum: 0,
    maximum: 100,
    description: 'Discount in percent.',
  }),
);

export const orderFields = Type.Object({
  number: Type.Optional(
    Field.text({
      title: 'Number',
      minLength: 1,
      maxLength: 50,
      description: 'Unique. Default: the next free number, for example `PO-0001`.',
    }),
  ),
  supplier: Type.Optional(
    Field.ref('purchases:supplier', {
      title: 'Supplier',
      description: 'Whom the order is placed with. It gives the default currency and lead time.',
    }),
  ),
  supplier_ref: Type.Optional(
    Field.text({
      title: 'Order number of the supplier',
      minLength: 1,
      description: 'Order number of the supplier; unique per supplier.',
    }),
  ),
  status: Field.enum(ORDER_STATUSES, {
    title: 'Status',
    ui: {
      widget: 'status',
      tone: {
        info: { in: ['ordered', 'in_transit'] },
        warn: { in: ['partially_received', 'on_hold'] },
        ok: { is: 'arrived' },
      },
    },
    description:
      'Progress of the order. Its quantities are on order from `ordered` until they are received or cancelled.',
  }),
  currency: Type.Optional(
    Field.titled('Currency', currencyCode('Default: the currency of the supplier, else the setting `currency`.')),
  ),
  ordered_at: Type.Optional(Field.datetime({ title: 'Ordered', description: 'When the order was placed.' })),
  expected_on: Type.Optional(
    Field.date({
      title: 'Expected',
      description: 'Expected date of arrival. Default: set when the order is placed, from the lead times of its lines.',
    }),
  ),
  arrived_at: Type.Optional(
    computed(Field.datetime({ title: 'Arrived', description: 'When the last outstanding quantity was received.' })),
  ),
  ship_to: Type.Optional(
    Field.ref('spaces:location', {
      title: 'Deliver to',
      onDelete: 'clear',
      description: 'Default location for the received stock.',
    }),
  ),
  shipping: Type.Optional(
    Field.money({
      title: 'Shipping',
      description: 'Cost of the delivery, in the currency of the order. Part of the total.',
    }),
  ),
  tax: Type.Optional(
    Field.money({
      title: 'Tax',
      description: 'Tax on the whole order, in the currency of the order. Part of the total.',
    }),
  ),
  discount_pct: discountPct,
  carrier: Type.Optional(
    Field.text({ title: 'Carrier', description: 'Company that delivers the order, such as `DHL`.' }),
  ),
  tracking_number: Type.Optional(
    Field.text({ title: 'Tracking number', description: 'Number of the parcel at the carrier.' }),
  ),
  tracking_url: Type.Optional(
    Field.url({ title: 'Tracking link', description: 'URL at which the carrier shows the parcel.' }),
  ),
  project: Type.Optional(
    Field.ref('projects:project', {
      title: 'Project',
      onDelete: 'clear',
      description: 'Project that the order is charged to.',
    }),
  ),
  responsible: Type.Optional(Field.user({ title: 'Responsible', description: 'Member who takes care of the order.' })),
  notes: Type.Optional(
    Field.longtext({
      title: 'Notes',
      ui: { widget: 'markdown' },
      description: 'Anything else to know about the order, in Markdown.',
    }),
  ),
  subtotal: Type.Optional(
    computed(
      Field.money({
        title: 'Subtotal',
        description: 'Sum of the lines, each rounded to the smallest unit of the currency.',
      }),
    ),
  ),
  total: Type.Optional(
    computed(Field.money({ title: 'Total', description: 'Subtotal less the discount, plus shipping and tax.' })),
  ),
  cancelled_total: Type.Optional(
    computed(Field.money({ title: 'Cancelled', description: 'Cancelled part of the lines.' })),
  ),
  received_pct: computed(
    Field.decimal({
      title: 'Received',
      ui: { widget: 'progress', unit: '%' },
      default: 0,
      description: 'Received share of the quantities that are not cancelled, in percent.',
    }),
  ),
  line_count: Field.titled('Lines', count('Number of lines.')),
  open_lines: Field.titled('Open lines', count('Number of lines with an outstanding quantity.')),
  overdue: computed(
    Field.boolean({
      title: 'Overdue',
      ui: { tone: { bad: { is: true } } },
      default: false,
      description: 'Whether the order is open and its expected date has passed.',
    }),
  ),
  overdue_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Overdue from',
        ui: { hidden: true },
        description: 'When the order becomes overdue, until `purchases.order.overdue` is emitted.',
      }),
    ),
  ),
  overdue_told: Type.Optional(
    computed(
      Field.date({
        title: 'Overdue reported',
        ui: { hidden: true },
        description: 'The expected date for which `purchases.order.overdue` was emitted.',
      }),
    ),
  ),
  held_from: Type.Optional(
    computed(
      Field.enum(['ordered', 'in_transit'], {
        title: 'Held from',
        ui: { hidden: true },
        description: 'Status to which an order on hold returns.',
      }),
    ),
  ),
});

export type OrderKind = KindDefinition<'purchases:order', typeof orderFields>;
export type Order = RecordOf<OrderKind>;
export type OrderDraft = RecordDraft<OrderKind>;

/** What actions note for the events of an order. */
export interface OrderNote {
  readonly reason?: string | undefined;
}

/** The kind without its rules, so that the rules can refer to it. */
export const orderRecord: OrderKind = foreignKind('purchases:order', orderFields);
