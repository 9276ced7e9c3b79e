import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { inputUnit } from '../part/input-unit.js';
import { STOCK_STATUSES } from './stock-status.js';

export const stockItemFields = Type.Object({
  part: fixed(Field.ref('inventory:part')),
  location: Type.Optional(Field.ref('spaces:location', { description: 'Where the stock is.' })),
  qty: Field.decimal({
    description:
      'Quantity, in the unit of the part. Not below zero unless the setting `allow_negative` is on. With a serial number: 1, or 0 once it was used.',
  }),
  unit: Type.Optional(inputUnit('Unit of `qty`, for example `kg` for a part in `g`, or a pack of the part.')),
  lot: Type.Optional(Field.text({ minLength: 1, description: 'Lot or batch number.' })),
  serial: Type.Optional(
    Field.text({ minLength: 1, description: 'Serial number; unique among the stock items of the part.' }),
  ),
  status: Field.enum(STOCK_STATUSES),
  expires_on: Type.Optional(
    Field.date({ description: 'Default: the creation date plus the shelf life of the part, if it has one.' }),
  ),
  expiry_told: Type.Optional(
    computed(Field.date({ description: 'The `expires_on` for which `inventory.stock.expiring` was emitted.' })),
  ),
  expiry_from: Type.Optional(
    computed(
      Field.datetime({
        description: '`expires_on`, while there is stock on hand for which `inventory.stock.expiring` was not emitted.',
      }),
    ),
  ),
  opened_at: Type.Optional(
    Field.datetime({ description: 'When the item was opened. Opened stock items are used first.' }),
  ),
  unit_cost: Type.Optional(Field.money()),
  source: Type.Optional(
    Field.anyRef({ description: 'Record that the stock came from, for example a receipt, a print or a build.' }),
  ),
  supplier_part: Type.Optional(Field.ref('purchases:supplier_part', { onDelete: 'clear' })),
  project: Type.Optional(
    Field.ref('projects:project', {
      onDelete: 'clear',
      description:
        'The project that the stock was bought for. The purchase was charged to it, so using the stock charges no project again.',
    }),
  ),
  installed_in: Type.Optional(
    computed(Field.ref('inventory:stock_item', { description: 'The stock item that this one is installed in.' })),
  ),
  loan: Type.Optional(
    computed(Field.ref('inventory:loan', { onDelete: 'keep', description: 'The open loan of the stock item.' })),
  ),
  tare_g: Type.Optional(
    Field.decimal({
      minimum: 0,
      description: 'Weight of its container in grams, subtracted from the reading of a scale.',
    }),
  ),
  custodian: Type.Optional(Field.user({ description: 'Member who is responsible for the item.' })),
  last_counted_at: Type.Optional(computed(Field.datetime())),
  notes: Type.Optional(Field.longtext()),
});

export type StockItemKind = KindDefinition<'inventory:stock_item', typeof stockItemFields>;
export type StockItem = RecordOf<StockItemKind>;

/** The kind without its rules, so that the rules can refer to it. */
export const stockItemRecord: StockItemKind = foreignKind('inventory:stock_item', stockItemFields);
