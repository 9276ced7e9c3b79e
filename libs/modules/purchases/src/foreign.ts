import { computed, Field, foreignKind, tally, type Amounts, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

/** What purchases need to know of the kinds of other modules. */
export const partRecord = foreignKind(
  'inventory:part',
  Type.Object({
    name: Type.String(),
    unit: Type.Optional(Type.String()),
    available: Type.Number(),
    on_order: computed(Field.decimal()),
    min_stock: Type.Optional(Type.Number()),
    target_stock: Type.Optional(Type.Number()),
    default_supplier_part: Type.Optional(Type.String()),
  }),
);
export type Part = RecordOf<typeof partRecord>;

/** A part as it is made: what of it goes into one. */
export const bomLineRecord = foreignKind(
  'inventory:bom_line',
  Type.Object({
    assembly: Type.String(),
    component: Type.String(),
    qty_per: Type.Number(),
    optional: Type.Optional(Type.Boolean()),
    setup_qty: Type.Optional(Type.Number()),
    scrap_pct: Type.Optional(Type.Number()),
    rounding_multiple: Type.Optional(Type.Number()),
  }),
);
export type BomLine = RecordOf<typeof bomLineRecord>;

export const buildRecord = foreignKind(
  'inventory:build',
  Type.Object({
    assembly: Type.String(),
    qty: Type.Number(),
    status: Type.String(),
    project: Type.Optional(Type.String()),
  }),
);
export type Build = RecordOf<typeof buildRecord>;

/** What a project has cost, by currency: who spends for it adds to that. */
export const projectRecord = foreignKind(
  'projects:project',
  Type.Object({ costs: Type.Optional(tally(Field.json(Type.Unsafe<Amounts>(Type.Object({}))))) }),
);

/** Stock as far as it was bought. */
export const stockItemRecord = foreignKind(
  'inventory:stock_item',
  Type.Object({
    source: Type.Optional(Field.anyRef()),
    project: Type.Optional(Field.ref('projects:project')),
  }),
);

export const locationRecord = foreignKind(
  'spaces:location',
  Type.Object({ name: Type.String(), archived_at: Type.Optional(Type.String()) }),
);
