import { Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const MAX_SUBSTITUTES = 50;

export const bomLineFields = Type.Object({
  assembly: fixed(Field.ref('inventory:part', { description: 'What is made.' })),
  component: Field.ref('inventory:part', { description: 'What it is made of; once per assembly.' }),
  qty_per: Field.decimal({ exclusiveMinimum: 0, description: 'For one assembly, in the unit of the component.' }),
  designators: Type.Optional(Field.longtext({ description: 'Where it goes: `R1, R2, R7`.' })),
  optional: Field.boolean({
    default: false,
    description: 'May be left out: neither reserved nor used by builds, and no limit to `can_build`.',
  }),
  substitutes: Type.Optional(
    Field.refs('inventory:part', {
      maxItems: MAX_SUBSTITUTES,
      description: 'Taken where the component is short, in this order.',
    }),
  ),
  setup_qty: Type.Optional(Field.decimal({ minimum: 0, description: 'Lost once per build, whatever its size.' })),
  scrap_pct: Type.Optional(
    Field.decimal({ minimum: 0, maximum: 1_000, description: 'Lost on the way, in percent of what goes in.' }),
  ),
  rounding_multiple: Type.Optional(
    Field.decimal({ exclusiveMinimum: 0, description: 'Taken in multiples of this: strips, sheets, packs.' }),
  ),
  note: Type.Optional(Field.text()),
});

export type BomLineKind = KindDefinition<'inventory:bom_line', typeof bomLineFields>;
export type BomLine = RecordOf<BomLineKind>;

/** The kind for the rules that its definition stands on. */
export const bomLineRecord: BomLineKind = foreignKind('inventory:bom_line', bomLineFields);

/** The component and what may stand in for it, in the order in which they are taken. */
export function partsOf({ fields: { component, substitutes = [] } }: Pick<BomLine, 'fields'>): readonly string[] {
  return [component, ...substitutes];
}
