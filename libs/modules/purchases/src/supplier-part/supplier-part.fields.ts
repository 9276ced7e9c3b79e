import { computed, Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { type ExactQuantity, readExact } from '@cubit/decimal';
import { Type } from 'typebox';
import { exactOf, shownOf, unitField } from '../unit.js';
import type { Part } from '../foreign.js';
import { leadTime } from '../supplier/supplier.kind.js';

const MAX_BREAKS = 50;

const priceBreaks = Type.Array(
  Type.Object(
    {
      min_qty: Type.Number({
        title: 'From quantity',
        exclusiveMinimum: 0,
        maximum: 1e9,
        description: 'Lowest quantity for this price, in purchase units.',
      }),
      unit_price: Type.String({
        title: 'Price',
        pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
        description: 'Price of one purchase unit.',
        examples: ['0.0086'],
      }),
      currency: Type.String({ title: 'Currency', format: 'currency' }),
    },
    { additionalProperties: false },
  ),
  { maxItems: MAX_BREAKS },
);

export const supplierPartFields = Type.Object({
  supplier: Field.ref('purchases:supplier', { title: 'Supplier', description: 'The supplier who sells the part.' }),
  part: Field.ref('inventory:part', { title: 'Part', description: 'The part that the supplier sells.' }),
  sku: Field.text({
    title: 'Supplier part number',
    minLength: 1,
    description: 'Part number of the supplier; unique per supplier.',
  }),
  description: Type.Optional(
    Field.text({ title: 'Description', description: 'The part in the words of the supplier.' }),
  ),
  url: Type.Optional(Field.url({ title: 'Link', description: 'URL of the product page of the supplier.' })),
  pack_qty: Field.decimal({
    title: 'Pack size',
    ui: { widget: 'quantity', unit: { field: 'part.unit' } },
    exclusiveMinimum: 0,
    default: 1,
    description: 'Stock units per purchase unit, for example 5000 for a reel of 5,000.',
  }),
  exact_pack_qty: Type.Optional(
    computed(
      Field.text({
        title: 'Exact pack size',
        ui: { hidden: true },
        description: '`pack_qty` without rounding, in the plain unit of the part: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  pack_unit: Type.Optional(
    unitField(
      'part',
      'Unit of `pack_qty`, for example `kg` for a part in `g`. Input only: the quantity is stored in the unit of the part.',
    ),
  ),
  moq: Type.Optional(
    Field.decimal({
      title: 'Minimum order quantity',
      ui: { widget: 'quantity' },
      exclusiveMinimum: 0,
      description: 'Minimum order quantity, in purchase units.',
    }),
  ),
  lead_time_days: leadTime,
  price_breaks: Type.Optional(
    Field.json(priceBreaks, {
      title: 'Price breaks',
      description: 'Prices of one purchase unit by ordered quantity. At most one for a quantity and a currency.',
    }),
  ),
  last_price: Type.Optional(
    Field.money({
      title: 'Last price',
      description:
        'Last price of one purchase unit. Updated when an order is placed or a price on an open order changes.',
    }),
  ),
  preferred: Field.boolean({
    title: 'Preferred',
    default: false,
    description: 'Whether this is the preferred supplier part. At most one per part.',
  }),
  packaging: Type.Optional(Field.text({ title: 'Packaging', description: 'For example reel, tube or cut tape.' })),
});

export type SupplierPartKind = KindDefinition<'purchases:supplier_part', typeof supplierPartFields>;
export type SupplierPart = RecordOf<SupplierPartKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const supplierPartRecord: SupplierPartKind = foreignKind('purchases:supplier_part', supplierPartFields);

/** One purchase unit in plain units. The exact quantity counts as long as it is what is shown: the unit of the part may have changed. */
export function exactPackOf(
  { exact_pack_qty: exact, pack_qty }: Pick<SupplierPart['fields'], 'exact_pack_qty' | 'pack_qty'>,
  part: Part,
): ExactQuantity {
  const isShown = exact !== undefined && shownOf(part, readExact(exact)) === pack_qty;
  return isShown ? readExact(exact) : exactOf(part, pack_qty);
}
