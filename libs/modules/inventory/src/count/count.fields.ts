import { computed, Field, fixed, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type, type Static } from 'typebox';

export const COUNT_STATUSES = ['open', 'submitted', 'applied', 'cancelled'] as const;
const MAX_SCOPE = 200;
const closed = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const ids = Type.Optional(Type.Array(uuid, { maxItems: MAX_SCOPE, uniqueItems: true }));

export const countScope = Type.Object({ locations: ids, categories: ids, parts: ids }, closed);
export type CountScope = Static<typeof countScope>;

const line = Type.Object(
  {
    stock_item: uuid,
    part: uuid,
    location: Type.Optional(uuid),
    /** Lost before the count began; it need not be found. */
    lost: Type.Optional(Type.Boolean()),
    expected: Type.Optional(Type.Number()),
    counted: Type.Optional(Type.Number()),
    counted_by: Type.Optional(uuid),
    counted_at: Type.Optional(Type.String({ format: 'date-time' })),
    /** Version of the stock item when it was counted: another one tells that it moved since. */
    version: Type.Optional(Type.Integer()),
    outcome: Type.Optional(
      Type.Unsafe<'applied' | 'moved' | 'gone'>({ type: 'string', enum: ['applied', 'moved', 'gone'] }),
    ),
  },
  closed,
);
export type CountLine = Static<typeof line>;

export const countFields = Type.Object({
  name: Field.text({ minLength: 1 }),
  scope: fixed(
    Field.json(countScope, {
      description:
        'Stock in these places and below them, of parts in these categories and below them, of these parts. What is not named narrows nothing.',
    }),
  ),
  blind: fixed(Field.boolean({ default: false, description: 'Who counts does not see what is expected.' })),
  status: Field.enum(COUNT_STATUSES),
  assignee: Type.Optional(Field.user()),
  lines: computed(
    Field.json(Type.Array(line, { default: [] }), {
      description:
        'The stock items to be counted. `expected`: what they held when the count began, or in a blind count, told once it is applied, when they were counted. `outcome`: what applying did.',
    }),
  ),
  variance_qty: Type.Optional(
    computed(Field.decimal({ description: 'What was found less what was expected, of what was applied.' })),
  ),
  variance_value: Type.Optional(
    computed(Field.money({ description: 'What that is worth. Absent without costs, or with several currencies.' })),
  ),
  applied_at: Type.Optional(computed(Field.datetime())),
});

export type CountKind = KindDefinition<'inventory:count', typeof countFields>;
export type Count = RecordOf<CountKind>;
