import { defineKind, Field, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { supplierCreated, supplierUpdated } from '../events.js';
import { currencyCode } from '../money/currency.js';

const MAX_LEAD_DAYS = 3_650;

export const leadTime = Type.Optional(
  Field.integer({ minimum: 0, maximum: MAX_LEAD_DAYS, description: 'Days from the order to its arrival.' }),
);

const fields = Type.Object({
  name: Field.text({ minLength: 1 }),
  website: Type.Optional(Field.url()),
  email: Type.Optional(Field.email()),
  phone: Type.Optional(Field.text()),
  account_number: Type.Optional(Field.text({ description: 'Ours, at the supplier.' })),
  currency: Type.Optional(currencyCode('Of its orders. Default: the setting of the workspace.')),
  lead_time_days: leadTime,
  min_order: Type.Optional(Field.money({ description: 'Least value of an order.' })),
  notes: Type.Optional(Field.longtext()),
  active: Field.boolean({ default: true, description: 'Others are not suggested any more.' }),
});

export type SupplierKind = KindDefinition<'purchases:supplier', typeof fields>;
export type Supplier = RecordOf<SupplierKind>;

export const supplier = defineKind({
  id: 'purchases:supplier',
  title: ['Supplier', 'Suppliers'],
  description: 'Whom orders go to.',
  fields,
  titleField: 'name',
  search: ['account_number', 'email', 'notes'],
  index: ['active'],
  events: { created: supplierCreated, updated: supplierUpdated },
  eventPayload: ({ fields: { name } }) => ({ name }),
  example: { name: 'Bolts & Co', website: 'https://bolts.example', currency: 'EUR', lead_time_days: 5 },
});
