import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { BUILD_STATUSES } from './build-status.js';

const uuid = Type.String({ format: 'uuid' });
const decimal = Type.Number();
const closed = { additionalProperties: false } as const;

const taken = Type.Object(
  {
    part: uuid,
    stock_item: Type.Optional(uuid),
    qty: decimal,
    over: Type.Optional(Type.Boolean({ description: 'Used, but not taken from stock: the stock had less.' })),
    unit_cost: Type.Optional(Type.Object({ amount: Type.String(), currency: Type.String() }, closed)),
  },
  closed,
);
const line = Type.Object(
  {
    component: uuid,
    substitutes: Type.Array(uuid),
    qty_per: decimal,
    setup_qty: Type.Optional(decimal),
    scrap_pct: Type.Optional(decimal),
    rounding_multiple: Type.Optional(decimal),
    required: decimal,
    consumed: decimal,
    taken: Type.Array(taken),
  },
  closed,
);
const output = Type.Object(
  {
    movement: uuid,
    qty: decimal,
    stock_items: Type.Array(Type.Object({ id: uuid, qty: decimal }, closed)),
    reversed: Type.Boolean(),
    reversed_qty: Type.Optional({ ...decimal, description: 'Reversed quantity of a partly reversed output.' }),
  },
  closed,
);
export type BuildLine = Static<typeof line>;
export type TakenStock = Static<typeof taken>;
export type BuildOutput = Static<typeof output>;

const quantity = (description: string) => computed(Field.decimal({ default: 0, description }));

export const buildFields = Type.Object({
  number: Type.Optional(
    Field.text({
      minLength: 1,
      maxLength: 50,
      description: 'Unique. Default: the next free number, for example `B-0001`.',
    }),
  ),
  assembly: fixed(Field.ref('inventory:part', { description: 'The part to build. It must have a bill of materials.' })),
  qty: Field.decimal({
    exclusiveMinimum: 0,
    description: 'Quantity to build. Cannot be changed once the build is issued.',
  }),
  qty_done: quantity('Quantity completed and added to stock.'),
  qty_scrapped: quantity('Quantity scrapped.'),
  qty_consumed: quantity('Quantity for which components were used.'),
  status: Field.enum(BUILD_STATUSES),
  held_from: Type.Optional(
    computed(
      Field.enum(['draft', 'issued', 'in_progress'], { description: 'Status to which a build on hold returns.' }),
    ),
  ),
  source_location: Type.Optional(
    Field.ref('spaces:location', {
      description: 'Use only components at or below this location. Default: any location.',
    }),
  ),
  destination: Type.Optional(
    Field.ref('spaces:location', { description: 'Location of outputs. Default: the default location of the part.' }),
  ),
  due: Type.Optional(Field.date()),
  project: Type.Optional(Field.ref('projects:project', { onDelete: 'clear' })),
  assignee: Type.Optional(Field.user()),
  notes: Type.Optional(Field.longtext()),
  issued_at: Type.Optional(computed(Field.datetime())),
  completed_at: Type.Optional(computed(Field.datetime())),
  lines: Type.Optional(
    computed(
      Field.json(Type.Array(line), {
        description:
          'Required components, by the bill of materials when the build was issued, and the stock used for each.',
      }),
    ),
  ),
  outputs: Type.Optional(computed(Field.json(Type.Array(output), { description: 'Completed outputs, oldest first.' }))),
});

export type BuildKind = KindDefinition<'inventory:build', typeof buildFields>;
export type Build = RecordOf<BuildKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const buildRecord: BuildKind = foreignKind('inventory:build', buildFields);
