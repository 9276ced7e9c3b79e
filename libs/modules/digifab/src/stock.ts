import { Field, foreignKind, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

const material = Type.Object({
  material: Type.Optional(Type.String({ title: 'Material' })),
  color_hex: Type.Optional(Type.String({ title: 'Colour' })),
  color_alpha: Type.Optional(Type.Number({ title: 'Opacity' })),
  density_g_cm3: Type.Optional(Type.Number({ title: 'Density' })),
  diameter_mm: Type.Optional(Type.Number({ title: 'Diameter' })),
});

/** The fields of parts and stock that jobs read. */
export const part = foreignKind(
  'inventory:part',
  Type.Object({
    name: Field.text(),
    unit: Type.Optional(Field.text()),
    material: Type.Optional(Field.json(material)),
    available: Field.decimal(),
    avg_cost: Type.Optional(Field.money()),
  }),
);
export type Part = RecordOf<typeof part>;

export const stockItem = foreignKind(
  'inventory:stock_item',
  Type.Object({
    part: Field.ref('inventory:part'),
    qty: Field.decimal(),
    status: Field.text(),
    installed_in: Type.Optional(Field.ref('inventory:stock_item')),
    unit_cost: Type.Optional(Field.money()),
  }),
);
export type StockItem = RecordOf<typeof stockItem>;

export const reservation = foreignKind(
  'inventory:reservation',
  Type.Object({
    part: Field.ref('inventory:part'),
    stock_item: Type.Optional(Field.ref('inventory:stock_item')),
    qty: Field.decimal(),
    consumed_qty: Field.decimal(),
    for: Field.anyRef(),
    status: Field.text(),
    note: Type.Optional(Field.text()),
  }),
);

/** Statuses of stock that may be used. */
const USABLE: readonly string[] = ['ok', 'attention', 'returned'];
export const OPEN_RESERVATIONS = ['active', 'partial'] as const;

export function isUsable({ fields: { status, installed_in } }: StockItem): boolean {
  return USABLE.includes(status) && installed_in === undefined;
}
