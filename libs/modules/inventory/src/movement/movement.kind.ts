import { defineKind, Field, fixed, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { partRecord } from '../part/part.fields.js';
import { unitOf } from '../part/unit.js';
import { cost } from '../stock/cost.js';
import { MOVEMENT_TYPES } from '../stock/movement-type.js';
import { STOCK_STATUSES } from '../stock-item/stock-status.js';
import { movementHints } from './movement.hints.js';
import { isWithoutUnit, movementTitle } from './movement-title.js';

const kept = { onDelete: 'keep' } as const;

export const movementFields = Type.Object({
  part: fixed(Field.ref('inventory:part', { title: 'Part', ...kept, description: 'The part whose stock changed.' })),
  stock_item: Type.Optional(
    Field.ref('inventory:stock_item', {
      title: 'Stock item',
      ...kept,
      description: 'Absent for reservations of a part without a stock item.',
    }),
  ),
  type: Field.enum(MOVEMENT_TYPES, {
    title: 'Type',
    description: 'What changed the stock. `reverse` takes an earlier movement back.',
  }),
  qty_delta: Field.decimal({
    title: 'Change',
    ui: { widget: 'quantity', unit: { field: 'part.unit' }, tone: { ok: { above: 0 }, info: { below: 0 } } },
    description: 'Change of the quantity of the stock item; negative if stock was removed.',
  }),
  qty_after: Field.decimal({
    title: 'Quantity after',
    ui: { widget: 'quantity', unit: { field: 'part.unit' } },
    description:
      'Quantity of the stock item after the movement. Without a stock item, the quantity of the part on hand.',
  }),
  over: Type.Optional(
    Field.decimal({
      title: 'Beyond stock',
      ui: { widget: 'quantity', unit: { field: 'part.unit' }, tone: { bad: { above: 0 } } },
      exclusiveMinimum: 0,
      description:
        'Quantity consumed beyond what was recorded. It is the rest of a consumption that had already happened, after the stock item was empty.',
    }),
  ),
  from_location: Type.Optional(
    Field.ref('spaces:location', {
      title: 'From',
      ...kept,
      description: 'Location that the stock left. Absent if stock was added.',
    }),
  ),
  to_location: Type.Optional(
    Field.ref('spaces:location', {
      title: 'To',
      ...kept,
      description: 'Location that the stock came to. Absent if stock was removed.',
    }),
  ),
  status_from: Type.Optional(
    Field.enum(STOCK_STATUSES, {
      title: 'Status before',
      description: 'Earlier status of the stock item. Absent if the status did not change.',
    }),
  ),
  status_to: Type.Optional(
    Field.enum(STOCK_STATUSES, {
      title: 'Status after',
      description: 'New status of the stock item. Absent if the status did not change.',
    }),
  ),
  unit_cost: Type.Optional(
    Field.money({
      title: 'Cost each',
      description: 'Cost of one unit of the stock item at that time. Absent if it had none.',
    }),
  ),
  exact_delta: Type.Optional(
    Field.text({
      title: 'Exact change',
      ui: { hidden: true },
      description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
    }),
  ),
  cost: Type.Optional(
    Field.json(cost, {
      title: 'Paid',
      ui: { hidden: true },
      description: 'What was paid and for how much.',
    }),
  ),
  reason: Type.Optional(Field.text({ title: 'Reason', description: 'Why the stock changed, as entered.' })),
  cause: Type.Optional(Field.anyRef({ title: 'For', description: 'Record that the movement was for.' })),
  cause_key: Type.Optional(
    Field.text({
      title: 'Posting key',
      ui: { hidden: true },
      description: 'Idempotency key, unique: `<kind>:<id>:<line>:<n>` of the cause. A key is never posted twice.',
    }),
  ),
  posting: Field.text({
    title: 'Posting',
    ui: { hidden: true },
    description: 'Id shared by the movements of one posting.',
  }),
  actor: Type.Optional(
    Field.user({ title: 'Member', description: 'Member who made the change; absent for the system.' }),
  ),
  via: Field.text({ title: 'Made by', description: 'How the change was made: `session`, `api_token`, `wire`, ...' }),
  reverses: Type.Optional(
    Field.ref('inventory:movement', {
      title: 'Reverses',
      ...kept,
      description: 'The earlier movement that this one takes back.',
    }),
  ),
  reversed_by: Type.Optional(
    Field.ref('inventory:movement', {
      title: 'Reversed by',
      ...kept,
      description: 'The later movement that took this one back. Such a movement cannot be reversed again.',
    }),
  ),
  occurred_at: Field.datetime({
    title: 'Time',
    ui: { widget: 'relative' },
    description: 'When the movement was recorded.',
  }),
});

export type MovementKind = KindDefinition<'inventory:movement', typeof movementFields>;
export type Movement = RecordOf<MovementKind>;

/** The permanent ledger of stock. Movements are written by `writePosting` only; afterwards only `reversed_by` is set. Those of an import that is taken back are deleted with what they are about. */
export const movement = defineKind({
  id: 'inventory:movement',
  title: ['Movement', 'Movements'],
  description: 'An entry of the stock ledger. The sum of the movements of a stock item is its quantity.',
  access: 'read-only',
  fields: movementFields,
  titleOf: (fields) => movementTitle(fields),
  lockAfter: 'part',
  index: ['part', 'stock_item', 'posting'],
  unique: ['cause_key'],
  ui: movementHints,
  async beforeWrite({ records }, drafts) {
    const parts = await records.getMany(
      partRecord,
      drafts.map(({ fields }) => fields.part),
    );
    for (const draft of drafts) {
      const owner = parts.get(draft.fields.part);
      // The unit of the part may have changed since.
      const isTitled = draft.before !== null && !isWithoutUnit(draft.before.title, draft.fields);
      draft.title = isTitled ? draft.before.title : movementTitle(draft.fields, owner && unitOf(owner));
    }
  },
});
