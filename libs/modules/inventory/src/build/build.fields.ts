import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { BUILD_STATUSES } from './build-status.js';

const uuid = Type.String({ format: 'uuid' });
const decimal = Type.Number();
const closed = { additionalProperties: false } as const;

const taken = Type.Object(
  {
    part: uuid,
    stock_item: uuid,
    qty: decimal,
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
  },
  closed,
);
export type BuildLine = Static<typeof line>;
export type TakenStock = Static<typeof taken>;
export type BuildOutput = Static<typeof output>;

const quantity = (description: string) => computed(Field.decimal({ default: 0, description }));

export const buildFields = Type.Object({
  number: Type.Optional(
    Field.text({ minLength: 1, maxLength: 50, description: 'Unique. Default: the next, `B-0001`.' }),
  ),
  assembly: fixed(Field.ref('inventory:part', { description: 'What is made; it has a bill of materials.' })),
  qty: Field.decimal({ exclusiveMinimum: 0, description: 'How many shall be made; fixed once it is issued.' }),
  qty_done: quantity('How many came into stock.'),
  qty_scrapped: quantity('How many were made and are no good.'),
  qty_consumed: quantity('For how many the components were taken.'),
  status: Field.enum(BUILD_STATUSES),
  held_from: Type.Optional(
    computed(Field.enum(['draft', 'issued', 'in_progress'], { description: 'What a build on hold goes back to.' })),
  ),
  source_location: Type.Optional(
    Field.ref('spaces:location', { description: 'Components come from there, or from below it. Default: anywhere.' }),
  ),
  destination: Type.Optional(
    Field.ref('spaces:location', { description: 'Where outputs go. Default: where the part goes.' }),
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
        description: 'What it needs by the bill as it was when it was issued, and what was taken.',
      }),
    ),
  ),
  outputs: Type.Optional(
    computed(Field.json(Type.Array(output), { description: 'What came into stock, oldest first.' })),
  ),
});

export type BuildKind = KindDefinition<'inventory:build', typeof buildFields>;
export type Build = RecordOf<BuildKind>;

/** The kind for the rules that its definition stands on. */
export const buildRecord: BuildKind = foreignKind('inventory:build', buildFields);
