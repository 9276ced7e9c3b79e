import { defineKind, Field, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { supplierCreated, supplierUpdated } from '../events.js';
import { currencyCode } from '../money/currency.js';
import { supplierHints } from './supplier.hints.js';

const MAX_LEAD_DAYS = 3_650;

export const leadTime = Type.Optional(
  Field.integer({
    title: 'Lead time',
    ui: { widget: 'duration', unit: 'days' },
    minimum: 0,
    maximum: MAX_LEAD_DAYS,
    description: 'Days from placing an order to its arrival.',
  }),
);

const fields = Type.Object({
  name: Field.text({ title: 'Name', minLength: 1, description: 'Name of the company.' }),
  website: Type.Optional(Field.url({ title: 'Website', description: 'URL of the shop or of the company.' })),
  email: Type.Optional(
    Field.email({
      title: 'E-mail',
      description: 'Address for orders and questions. Nothing is sent to it automatically.',
    }),
  ),
  phone: Type.Optional(Field.text({ title: 'Phone', description: 'Phone number for orders and questions.' })),
  account_number: Type.Optional(
    Field.text({ title: 'Account number', description: 'Our customer number at the supplier.' }),
  ),
  currency: Type.Optional(
    Field.titled('Currency', currencyCode('Currency of orders to the supplier. Default: the setting `currency`.')),
  ),
  lead_time_days: leadTime,
  min_order: Type.Optional(Field.money({ title: 'Minimum order', description: 'Minimum value of an order.' })),
  notes: Type.Optional(
    Field.longtext({
      title: 'Notes',
      ui: { widget: 'markdown' },
      description: 'Anything else to know about the supplier, in Markdown.',
    }),
  ),
  active: Field.boolean({
    title: 'Active',
    ui: { tone: { ok: { is: true } } },
    default: true,
    description: 'Inactive suppliers are not chosen for new drafts or plans.',
  }),
});

export type SupplierKind = KindDefinition<'purchases:supplier', typeof fields>;
export type Supplier = RecordOf<SupplierKind>;

export const supplier = defineKind({
  id: 'purchases:supplier',
  title: ['Supplier', 'Suppliers'],
  description: 'A company that parts are ordered from.',
  fields,
  titleField: 'name',
  search: ['account_number', 'email', 'notes'],
  index: ['active'],
  events: { created: supplierCreated, updated: supplierUpdated },
  eventPayload: ({ fields: { name } }) => ({ name }),
  importing: {
    columns: {
      name: ['supplier', 'supplier name', 'vendor', 'company', 'title'],
      website: ['url', 'link', 'homepage'],
    },
    loose: true,
  },
  ui: supplierHints,
  example: { name: 'Bolts & Co', website: 'https://bolts.example', currency: 'EUR', lead_time_days: 5 },
});
