import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { inputUnit } from '../part/input-unit.js';

export const MAX_SUBSTITUTES = 50;
const PIECES = 'pcs';

export const bomLineFields = Type.Object({
  assembly: fixed(Field.ref('inventory:part', { title: 'Assembly', description: 'The part that is built.' })),
  component: Field.ref('inventory:part', {
    title: 'Component',
    description: 'A part that the assembly needs; unique per assembly.',
  }),
  qty_per: Field.decimal({
    title: 'Quantity each',
    ui: { widget: 'quantity', unit: { field: 'component.unit' } },
    exclusiveMinimum: 0,
    description: 'Quantity for one assembly, in the unit of the component, or in `unit`.',
  }),
  exact_qty_per: Type.Optional(
    computed(
      Field.text({
        title: 'Exact quantity each',
        ui: { hidden: true },
        description: 'Quantity for one assembly without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  unit: Type.Optional(
    inputUnit('component', 'Unit of `qty_per`. For example `m` for a component in `mm`, or a pack of the component.'),
  ),
  designators: Type.Optional(
    Field.longtext({ title: 'Designators', description: 'Reference designators, for example `R1, R2, R7`.' }),
  ),
  optional: Field.boolean({
    title: 'Optional',
    default: false,
    description: 'Builds neither reserve nor use it. It does not limit `can_build`.',
  }),
  substitutes: Type.Optional(
    Field.refs('inventory:part', {
      title: 'Substitutes',
      maxItems: MAX_SUBSTITUTES,
      description:
        'Parts to use if the component is short, in this order. Default: the substitutes of the component, also when those change.',
    }),
  ),
  setup_qty: Type.Optional(
    Field.decimal({
      title: 'Setup loss',
      ui: { widget: 'quantity', unit: { field: 'component.unit' } },
      minimum: 0,
      description: 'Quantity lost once per build, for example for set-up.',
    }),
  ),
  scrap_pct: Type.Optional(
    Field.decimal({
      title: 'Scrap',
      ui: { widget: 'percent' },
      minimum: 0,
      maximum: 1_000,
      description: 'Expected scrap, in percent of the quantity.',
    }),
  ),
  rounding_multiple: Type.Optional(
    Field.decimal({
      title: 'Rounded up to',
      ui: { widget: 'quantity', unit: { field: 'component.unit' } },
      exclusiveMinimum: 0,
      description: 'The required quantity is rounded up to a multiple of this. For example a strip or a sheet.',
    }),
  ),
  note: Type.Optional(
    Field.text({ title: 'Note', description: 'Free text for those who build, for example how to fit the component.' }),
  ),
});

export type BomLineKind = KindDefinition<'inventory:bom_line', typeof bomLineFields>;
export type BomLine = RecordOf<BomLineKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const bomLineRecord: BomLineKind = foreignKind('inventory:bom_line', bomLineFields);

/** `4 × R1, R2`, or `12.5 g` of what is not counted in pieces. */
export function bomLineTitle(
  { qty_per, designators }: Pick<BomLine['fields'], 'qty_per' | 'designators'>,
  unit: string = PIECES,
): string {
  return [qty_per, unit === PIECES ? '×' : unit, designators].filter((words) => words !== undefined).join(' ');
}

/** The component and its substitutes, in the order in which they are used. */
export function partsOf({ fields: { component, substitutes = [] } }: Pick<BomLine, 'fields'>): readonly string[] {
  return [component, ...substitutes];
}
