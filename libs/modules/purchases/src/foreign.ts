import { Field, foreignKind, type RecordOf, rollup } from '@cubit/core';
import type { Amounts } from '@cubit/decimal';
import { Type } from 'typebox';

/** The fields of a part that this module uses. The kinds in this file belong to other modules. */
export const partRecord = foreignKind(
  'inventory:part',
  Type.Object({
    name: Type.String(),
    unit: Type.Optional(Type.String()),
    packs: Type.Optional(
      Field.json(Type.Array(Type.Object({ unit: Type.String(), qty: Type.Number() }), { maxItems: 20 })),
    ),
    available: Type.Number(),
    exact: Type.Optional(Field.json(Type.Object({ usable: Type.String(), reserved: Type.String() }))),
    on_order: rollup(Field.decimal()),
    min_stock: Type.Optional(Type.Number()),
    target_stock: Type.Optional(Type.Number()),
    default_supplier_part: Type.Optional(Type.String()),
  }),
);
export type Part = RecordOf<typeof partRecord>;

/** A line of the bill of materials of an assembly. */
export const bomLineRecord = foreignKind(
  'inventory:bom_line',
  Type.Object({
    assembly: Type.String(),
    component: Type.String(),
    qty_per: Type.Number(),
    exact_qty_per: Type.Optional(Type.String()),
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

/** The costs of a project, by currency. Modules that spend for a project add to them. */
export const projectRecord = foreignKind(
  'projects:project',
  Type.Object({ costs: Type.Optional(rollup(Field.json(Type.Unsafe<Amounts>(Type.Object({}))))) }),
);

/** The fields of a stock item that relate it to its purchase. */
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
