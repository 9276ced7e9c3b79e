import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { inputUnit } from '../part/input-unit.js';
import { cost } from '../stock/cost.js';
import { STOCK_STATUSES } from './stock-status.js';

export const stockItemFields = Type.Object({
  part: fixed(Field.ref('inventory:part', { title: 'Part', description: 'The part that is in stock.' })),
  location: Type.Optional(
    Field.ref('spaces:location', { title: 'Location', ui: { widget: 'tree' }, description: 'Where the stock is.' }),
  ),
  qty: Field.decimal({
    title: 'Quantity',
    ui: { widget: 'quantity', unit: { field: 'part.unit' } },
    description:
      'Quantity, in the unit of the part. Not below zero unless the setting `allow_negative` is on. With a serial number: 1, or 0 once it was used.',
  }),
  unit: Type.Optional(inputUnit('part', 'Unit of `qty`, for example `kg` for a part in `g`, or a pack of the part.')),
  lot: Type.Optional(Field.text({ title: 'Lot', minLength: 1, description: 'Lot or batch number.' })),
  serial: Type.Optional(
    Field.text({
      title: 'Serial number',
      minLength: 1,
      description: 'Serial number; unique among the stock items of the part.',
    }),
  ),
  status: Field.enum(STOCK_STATUSES, {
    title: 'Status',
    description:
      'Only stock that is `ok`, `attention` or `returned` can be used. Stock that is `rejected`, `lost` or `destroyed` is not on hand.',
    ui: {
      widget: 'status',
      tone: {
        ok: { is: 'ok' },
        warn: { in: ['attention', 'returned', 'quarantined'] },
        bad: { in: ['damaged', 'rejected', 'lost', 'destroyed'] },
      },
    },
  }),
  expires_on: Type.Optional(
    Field.date({
      title: 'Expires',
      description: 'Default: the creation date plus the shelf life of the part, if it has one.',
    }),
  ),
  expiry_told: Type.Optional(
    computed(
      Field.date({
        title: 'Expiry reported',
        ui: { hidden: true },
        description: 'The `expires_on` for which `inventory.stock.expiring` was emitted.',
      }),
    ),
  ),
  expiry_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Expiry check',
        ui: { hidden: true },
        description: '`expires_on`, while there is stock on hand for which `inventory.stock.expiring` was not emitted.',
      }),
    ),
  ),
  opened_at: Type.Optional(
    Field.datetime({ title: 'Opened', description: 'When the item was opened. Opened stock items are used first.' }),
  ),
  unit_cost: Type.Optional(
    Field.money({
      title: 'Cost each',
      description: 'Cost of one unit, in the unit of the part. Stock without a cost has no value.',
    }),
  ),
  exact_qty: Type.Optional(
    computed(
      Field.text({
        title: 'Exact quantity',
        ui: { hidden: true },
        description: 'Without rounding, in the plain unit: `g`, `m`, `l`, `pcs`.',
      }),
    ),
  ),
  cost: Type.Optional(
    computed(
      Field.json(cost, {
        title: 'Paid',
        ui: { hidden: true },
        description: 'What was paid and for how much.',
      }),
    ),
  ),
  source: Type.Optional(
    Field.anyRef({
      title: 'Source',
      description: 'Record that the stock came from. For example a receipt, a print or a build.',
    }),
  ),
  supplier_part: Type.Optional(
    Field.ref('purchases:supplier_part', {
      title: 'Supplier part',
      onDelete: 'clear',
      description: 'The supplier part that the stock was bought as.',
    }),
  ),
  project: Type.Optional(
    Field.ref('projects:project', {
      title: 'Project',
      onDelete: 'clear',
      description:
        'The project that the stock was bought for. The purchase was charged to it, so using the stock charges no project again.',
    }),
  ),
  installed_in: Type.Optional(
    computed(
      Field.ref('inventory:stock_item', {
        title: 'Installed in',
        description: 'The stock item that this one is installed in.',
      }),
    ),
  ),
  loan: Type.Optional(
    computed(
      Field.ref('inventory:loan', { title: 'Loan', onDelete: 'keep', description: 'The open loan of the stock item.' }),
    ),
  ),
  tare_g: Type.Optional(
    Field.decimal({
      title: 'Container weight',
      ui: { widget: 'quantity', unit: 'g' },
      minimum: 0,
      description: 'Weight of its container in grams, subtracted from the reading of a scale.',
    }),
  ),
  custodian: Type.Optional(Field.user({ title: 'Custodian', description: 'Member who is responsible for the item.' })),
  last_counted_at: Type.Optional(
    computed(
      Field.datetime({
        title: 'Last counted',
        ui: { widget: 'relative' },
        description: 'When the item was last counted or weighed. Absent if it never was.',
      }),
    ),
  ),
  notes: Type.Optional(
    Field.longtext({
      title: 'Notes',
      ui: { widget: 'markdown' },
      description: 'Internal notes, in Markdown. The search finds them.',
    }),
  ),
});

export type StockItemKind = KindDefinition<'inventory:stock_item', typeof stockItemFields>;
export type StockItem = RecordOf<StockItemKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const stockItemRecord: StockItemKind = foreignKind('inventory:stock_item', stockItemFields);
