import { computed, Field, fixed, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';

export const COUNT_STATUSES = ['open', 'submitted', 'applied', 'cancelled'] as const;
const MAX_SCOPE = 200;
const closed = { additionalProperties: false } as const;
const measured = { widget: 'quantity', unit: { field: 'part.unit' } } as const;
const member = Field.user({ title: 'Counted by' });
const some = (kind: string, title: string) =>
  Type.Optional(Type.Array(Field.ref(kind), { title, maxItems: MAX_SCOPE, uniqueItems: true }));

export const countScope = Type.Object(
  {
    locations: some('spaces:location', 'Locations'),
    categories: some('inventory:category', 'Categories'),
    parts: some('inventory:part', 'Parts'),
  },
  closed,
);
export type CountScope = Static<typeof countScope>;

const exactCounted = Type.String({
  title: 'Exact quantity',
  'x-ui': { hidden: true },
  description: 'Counted quantity without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
});

const line = Type.Object(
  {
    stock_item: Field.ref('inventory:stock_item', { title: 'Stock item' }),
    part: Field.ref('inventory:part', { title: 'Part' }),
    location: Type.Optional(Field.ref('spaces:location', { title: 'Location' })),
    /** What tells the item from another one of its part at the same location. */
    lot: Type.Optional(Type.String({ title: 'Lot' })),
    serial: Type.Optional(Type.String({ title: 'Serial number' })),
    /** The item was lost before the count started, so the count is complete without it. */
    lost: Type.Optional(Type.Boolean({ title: 'Lost' })),
    expected: Type.Optional(Type.Number({ title: 'Expected', 'x-ui': measured })),
    counted: Type.Optional(Type.Number({ title: 'Counted', 'x-ui': measured })),
    exact: Type.Optional(exactCounted),
    counted_by: Type.Optional(member),
    counted_at: Type.Optional(Type.String({ title: 'Counted at', format: 'date-time' })),
    /** Version of the stock item when it was counted. A later version means that it changed since. */
    version: Type.Optional(Type.Integer({ title: 'Version', 'x-ui': { hidden: true } })),
    outcome: Type.Optional(
      Type.Unsafe<'applied' | 'moved' | 'gone'>({
        title: 'Outcome',
        type: 'string',
        enum: ['applied', 'moved', 'gone'],
      }),
    ),
  },
  closed,
);
export type CountLine = Static<typeof line>;

const find = Type.Object(
  {
    part: Field.ref('inventory:part', { title: 'Part' }),
    counted: Type.Number({ title: 'Counted', 'x-ui': measured }),
    exact: Type.Optional(exactCounted),
    location: Type.Optional(Field.ref('spaces:location', { title: 'Location' })),
    lot: Type.Optional(Type.String({ title: 'Lot' })),
    serial: Type.Optional(Type.String({ title: 'Serial number' })),
    counted_by: Type.Optional(member),
    counted_at: Type.String({ title: 'Counted at', format: 'date-time' }),
  },
  closed,
);
export type CountFind = Static<typeof find>;

export const countFields = Type.Object({
  name: Field.text({ title: 'Name', minLength: 1, description: 'What is counted, for example `Rack A`.' }),
  scope: fixed(
    Field.json(countScope, {
      title: 'Scope',
      description:
        'The stock to count. At these locations and below, of parts in these categories and below, and of these parts. A member that is absent does not restrict the scope.',
    }),
  ),
  blind: fixed(
    Field.boolean({
      title: 'Blind',
      default: false,
      description: 'Hide the expected quantities until the count is applied.',
    }),
  ),
  status: Field.enum(COUNT_STATUSES, {
    title: 'Status',
    description: 'Stock changes when the count is `applied`. `submitted`: all quantities are recorded.',
    ui: { widget: 'status', tone: { info: { in: ['open', 'submitted'] }, ok: { is: 'applied' } } },
  }),
  assignee: Type.Optional(Field.user({ title: 'Assignee', description: 'Member who counts.' })),
  lines: computed(
    Field.json(Type.Array(line, { default: [] }), {
      title: 'Lines',
      description:
        'The stock items to count. `expected` is the quantity when the count started; in a blind count, the quantity when the item was counted, shown once the count is applied. `outcome` is the result of applying the count.',
    }),
  ),
  finds: Type.Optional(
    computed(
      Field.json(Type.Array(find), {
        title: 'Finds',
        description: 'Stock that was found and is not on the list. Applying the count adds it.',
      }),
    ),
  ),
  variance_qty: Type.Optional(
    computed(
      Field.decimal({
        title: 'Variance',
        ui: { widget: 'quantity', tone: { bad: { below: 0 } } },
        description: 'Counted less expected quantity, of the applied lines and the finds.',
      }),
    ),
  ),
  variance_value: Type.Optional(
    computed(
      Field.money({
        title: 'Value of the variance',
        description: 'Value of `variance_qty`. Absent if no stock has a cost, or if costs are in several currencies.',
      }),
    ),
  ),
  applied_at: Type.Optional(
    computed(Field.datetime({ title: 'Applied', description: 'When stock was set to the counted quantities.' })),
  ),
});

export type CountKind = KindDefinition<'inventory:count', typeof countFields>;
export type Count = RecordOf<CountKind>;
