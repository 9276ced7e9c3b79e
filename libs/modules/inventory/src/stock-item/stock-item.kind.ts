import { computed, defineKind, Field, fixed, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import {
  stockChanged,
  stockItemCreated,
  stockItemInstalled,
  stockItemMoved,
  stockItemStatusChanged,
  stockItemUninstalled,
} from '../events.js';
import { fillPlaces } from '../stock/fill-places.js';
import { postItemChanges } from '../stock/post-item-changes.js';
import { applyStockRules } from './stock-rules.js';
import { tellOfItems } from './stock-item-news.js';
import { STOCK_STATUSES, stockLifecycle } from './stock-status.js';

const fields = Type.Object({
  part: fixed(Field.ref('inventory:part')),
  location: Type.Optional(Field.ref('spaces:location', { description: 'Where it lies.' })),
  qty: Field.decimal({
    description:
      'How much it holds, in the unit of its part. Not below zero unless the setting `allow_negative` is on; 1 with a serial number, 0 once that is gone.',
  }),
  lot: Type.Optional(Field.text({ minLength: 1, description: 'Lot or batch that it came with.' })),
  serial: Type.Optional(
    Field.text({ minLength: 1, description: 'Serial number; unique among the items of the part.' }),
  ),
  status: Field.enum(STOCK_STATUSES),
  expires_on: Type.Optional(
    Field.date({ description: 'Default: after the shelf life of the part, where it has one.' }),
  ),
  expiry_told: Type.Optional(computed(Field.date({ description: 'The `expires_on` that people were told of.' }))),
  expiry_from: Type.Optional(
    computed(
      Field.datetime({ description: '`expires_on` while there is stock of which nobody was told that it expires.' }),
    ),
  ),
  opened_at: Type.Optional(Field.datetime({ description: 'What is open is used first.' })),
  unit_cost: Type.Optional(Field.money()),
  source: Type.Optional(Field.anyRef({ description: 'What it came from: a receipt, a print, a build.' })),
  supplier_part: Type.Optional(Field.ref('purchases:supplier_part', { onDelete: 'clear' })),
  project: Type.Optional(
    Field.ref('projects:project', {
      onDelete: 'clear',
      description: 'The project that it was bought for, and that has paid for it: using it costs no project again.',
    }),
  ),
  installed_in: Type.Optional(
    computed(Field.ref('inventory:stock_item', { description: 'The stock item that it is built into.' })),
  ),
  loan: Type.Optional(
    computed(Field.ref('inventory:loan', { onDelete: 'keep', description: 'The loan that it is out on.' })),
  ),
  tare_g: Type.Optional(
    Field.decimal({ minimum: 0, description: 'Weight of its container, taken off what a scale shows.' }),
  ),
  custodian: Type.Optional(Field.user({ description: 'Who looks after it.' })),
  last_counted_at: Type.Optional(computed(Field.datetime())),
  notes: Type.Optional(Field.longtext()),
});

export type StockItemKind = KindDefinition<'inventory:stock_item', typeof fields>;
export type StockItem = RecordOf<StockItemKind>;

export const stockItem = defineKind({
  id: 'inventory:stock_item',
  title: ['Stock item', 'Stock items'],
  description: 'A quantity of one part at one place, in one condition, of one lot; or one numbered piece.',
  fields,
  titleOf: ({ serial, lot }) => (serial !== undefined ? `S/N ${serial}` : lot !== undefined ? `Lot ${lot}` : 'Stock'),
  search: ['lot', 'serial', 'notes'],
  index: ['part', 'location', 'expires_on', 'installed_in', 'loan', 'serial'],
  unique: [['part', 'serial']],
  lifecycle: stockLifecycle,
  lockAfter: 'part',
  events: { created: stockItemCreated },
  emits: [stockChanged, stockItemMoved, stockItemStatusChanged, stockItemInstalled, stockItemUninstalled],
  eventPayload: ({ fields: { part, qty, location, lot, serial } }) => ({
    partId: part,
    qty,
    locationId: location,
    lot,
    serial,
  }),
  example: { part: '0192f0c1-2d3e-7000-8000-000000000001', qty: 100, lot: 'L-2026-03', status: 'ok' },
  async beforeWrite(context, drafts) {
    await applyStockRules(context, drafts);
  },
  async onWrite(context, changes) {
    tellOfItems(context, changes);
    await fillPlaces(context, changes);
    await postItemChanges(context, changes);
  },
});
