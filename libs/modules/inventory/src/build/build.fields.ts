import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';
import { cost } from '../stock/cost.js';
import { BUILD_STATUSES } from './build-status.js';

const uuid = Type.String({ format: 'uuid' });
const decimal = Type.Number();
/** Of a component, in the unit of its part. */
const measured = Type.Number({ 'x-ui': { widget: 'quantity', unit: { field: 'component.unit' } } });
const closed = { additionalProperties: false } as const;

const taken = Type.Object(
  {
    part: Field.titled('Part', uuid),
    stock_item: Type.Optional(Field.titled('Stock item', uuid)),
    qty: Field.titled('Quantity', decimal),
    exact: Type.Optional(
      Type.String({
        title: 'Exact quantity',
        'x-ui': { hidden: true },
        description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
    over: Type.Optional(
      Type.Boolean({ title: 'Over', description: 'Used, but not taken from stock: the stock had less.' }),
    ),
    unit_cost: Type.Optional(
      Type.Object(
        { amount: Type.String({ title: 'Amount' }), currency: Type.String({ title: 'Currency' }) },
        { title: 'Cost each', ...closed },
      ),
    ),
    cost: Type.Optional(cost),
  },
  closed,
);
const line = Type.Object(
  {
    component: Field.ref('inventory:part', { title: 'Component' }),
    substitutes: Type.Array(uuid, { title: 'Substitutes' }),
    qty_per: Field.titled('Quantity each', measured),
    setup_qty: Type.Optional(Field.titled('Setup loss', measured)),
    scrap_pct: Type.Optional(Field.titled('Scrap', decimal)),
    rounding_multiple: Type.Optional(Field.titled('Rounded up to', measured)),
    required: Field.titled('Required', measured),
    consumed: Field.titled('Used', measured),
    exact: Type.Optional(
      Type.Object(
        {
          qty_per: Field.titled('Quantity each', Type.String()),
          required: Field.titled('Required', Type.String()),
          consumed: Field.titled('Used', Type.String()),
        },
        {
          title: 'Exact quantities',
          'x-ui': { hidden: true },
          description: 'Without rounding, in the plain unit of the component: `g`, `m`, `l`, `pcs`.',
          ...closed,
        },
      ),
    ),
    taken: Type.Array(taken, { title: 'Stock used' }),
  },
  closed,
);
const output = Type.Object(
  {
    movement: Field.titled('Movement', uuid),
    qty: Field.titled('Quantity', decimal),
    stock_items: Type.Array(
      Type.Object({ id: Field.titled('Id', uuid), qty: Field.titled('Quantity', decimal) }, closed),
      {
        title: 'Stock items',
      },
    ),
    reversed: Type.Boolean({ title: 'Reversed' }),
    reversed_qty: Type.Optional({
      ...decimal,
      title: 'Reversed quantity',
      description: 'Reversed quantity of a partly reversed output.',
    }),
  },
  closed,
);
export type BuildLine = Static<typeof line>;
export type TakenStock = Static<typeof taken>;
export type BuildOutput = Static<typeof output>;

const quantity = (description: string) =>
  computed(Field.decimal({ default: 0, description, ui: { widget: 'quantity', unit: { field: 'assembly.unit' } } }));

export const buildFields = Type.Object({
  number: Type.Optional(
    Field.text({
      title: 'Number',
      minLength: 1,
      maxLength: 50,
      description: 'Unique. Default: the next free number, for example `B-0001`.',
    }),
  ),
  assembly: fixed(
    Field.ref('inventory:part', {
      title: 'Assembly',
      description: 'The part to build. It must have a bill of materials.',
    }),
  ),
  qty: Field.decimal({
    title: 'Quantity',
    ui: { widget: 'quantity', unit: { field: 'assembly.unit' } },
    exclusiveMinimum: 0,
    description: 'Quantity to build. Cannot be changed once the build is issued.',
  }),
  qty_done: Field.titled('Done', quantity('Quantity completed and added to stock.')),
  qty_scrapped: Field.titled('Scrapped', quantity('Quantity scrapped.')),
  qty_consumed: Field.titled('Used', quantity('Quantity for which components were used.')),
  status: Field.enum(BUILD_STATUSES, {
    title: 'Status',
    description: 'Components are reserved once the build is `issued`. Changed by its actions.',
    ui: {
      widget: 'status',
      tone: { info: { in: ['issued', 'in_progress'] }, ok: { is: 'completed' }, warn: { is: 'on_hold' } },
    },
  }),
  held_from: Type.Optional(
    computed(
      Field.enum(['draft', 'issued', 'in_progress'], {
        title: 'Held from',
        ui: { hidden: true },
        description: 'Status to which a build on hold returns.',
      }),
    ),
  ),
  source_location: Type.Optional(
    Field.ref('spaces:location', {
      title: 'Take from',
      description: 'Use only components at or below this location. Default: any location.',
    }),
  ),
  destination: Type.Optional(
    Field.ref('spaces:location', {
      title: 'Deliver to',
      description: 'Location of outputs. Default: the default location of the part.',
    }),
  ),
  due: Type.Optional(
    Field.date({
      title: 'Due',
      description: 'Day on which the build should be completed. Its reservations get it as `needed_by`.',
    }),
  ),
  project: Type.Optional(
    Field.ref('projects:project', {
      title: 'Project',
      onDelete: 'clear',
      description: 'The project that the build is for. It is charged with the components used.',
    }),
  ),
  assignee: Type.Optional(Field.user({ title: 'Assignee', description: 'Member who is responsible for the build.' })),
  notes: Type.Optional(
    Field.longtext({
      title: 'Notes',
      ui: { widget: 'markdown' },
      description: 'Instructions and remarks, in Markdown.',
    }),
  ),
  issued_at: Type.Optional(
    computed(
      Field.datetime({ title: 'Issued', description: 'When the build was issued and its components were reserved.' }),
    ),
  ),
  completed_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Completed',
        description: 'When the build was completed. Cleared if an output is reversed.',
      }),
    ),
  ),
  lines: Type.Optional(
    computed(
      Field.json(Type.Array(line), {
        title: 'Lines',
        description:
          'Required components. They follow the bill of materials when the build was issued, with the stock used for each.',
      }),
    ),
  ),
  outputs: Type.Optional(
    computed(Field.json(Type.Array(output), { title: 'Outputs', description: 'Completed outputs, oldest first.' })),
  ),
});

export type BuildKind = KindDefinition<'inventory:build', typeof buildFields>;
export type Build = RecordOf<BuildKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const buildRecord: BuildKind = foreignKind('inventory:build', buildFields);
