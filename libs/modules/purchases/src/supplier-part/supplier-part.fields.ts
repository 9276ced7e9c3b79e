import { Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { leadTime } from '../supplier/supplier.kind.js';

const MAX_BREAKS = 50;

const priceBreaks = Type.Array(
  Type.Object(
    {
      min_qty: Type.Number({ exclusiveMinimum: 0, maximum: 1e9, description: 'From so many purchase units on.' }),
      unit_price: Type.String({
        pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
        description: 'Of one purchase unit.',
        examples: ['0.0086'],
      }),
      currency: Type.String({ format: 'currency' }),
    },
    { additionalProperties: false },
  ),
  { maxItems: MAX_BREAKS },
);

export const supplierPartFields = Type.Object({
  supplier: Field.ref('purchases:supplier'),
  part: Field.ref('inventory:part'),
  sku: Field.text({ minLength: 1, description: 'Order number of the supplier; unique among its parts.' }),
  description: Type.Optional(Field.text()),
  url: Type.Optional(Field.url()),
  pack_qty: Field.decimal({
    exclusiveMinimum: 0,
    default: 1,
    description: 'Units of stock in one purchase unit: 5000 for a reel of 5,000.',
  }),
  moq: Type.Optional(
    Field.decimal({ exclusiveMinimum: 0, description: 'Least quantity of an order, in purchase units.' }),
  ),
  lead_time_days: leadTime,
  price_breaks: Type.Optional(Field.json(priceBreaks)),
  last_price: Type.Optional(
    Field.money({ description: 'Of one purchase unit; kept when orders are placed and their prices change.' }),
  ),
  preferred: Field.boolean({ default: false, description: 'Ordered unless said otherwise; one per part.' }),
  packaging: Type.Optional(Field.text({ description: 'Reel, tube, cut tape.' })),
});

export type SupplierPartKind = KindDefinition<'purchases:supplier_part', typeof supplierPartFields>;
export type SupplierPart = RecordOf<SupplierPartKind>;

/** The kind for the rules that its definition stands on. */
export const supplierPartRecord: SupplierPartKind = foreignKind('purchases:supplier_part', supplierPartFields);
