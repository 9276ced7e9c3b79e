import { defineKind } from '@cubit/core';
import {
  stockChanged,
  stockItemCreated,
  stockItemInstalled,
  stockItemMoved,
  stockItemStatusChanged,
  stockItemUninstalled,
} from '../events.js';
import { updatePlaces } from '../stock/update-places.js';
import { postItemChanges } from '../stock/post-item-changes.js';
import { settings } from '../settings.js';
import { applyStockRules } from './stock-rules.js';
import { emitStockItemEvents } from './stock-item-events.js';
import { stockItemImport } from './stock-item.importing.js';
import { stockItemFields } from './stock-item.fields.js';
import { stockLifecycle } from './stock-status.js';
import { stockItemHints } from './stock-item.hints.js';

export const stockItem = defineKind({
  id: 'inventory:stock_item',
  title: ['Stock item', 'Stock items'],
  description: 'A quantity of one part with one location, status and lot, or one unit with a serial number.',
  fields: stockItemFields,
  titleOf: ({ serial, lot }) =>
    serial !== undefined ? `S/N ${serial}` : lot !== undefined ? `Lot ${lot}` : 'Stock item',
  search: ['lot', 'serial', 'notes'],
  index: ['part', 'location', 'expires_on', 'installed_in', 'loan', 'serial'],
  unique: [['part', 'serial']],
  lifecycle: stockLifecycle,
  lockAfter: 'part',
  events: { created: stockItemCreated },
  emits: [stockChanged, stockItemMoved, stockItemStatusChanged, stockItemInstalled, stockItemUninstalled],
  settings,
  eventPayload: ({ fields: { part, qty, location, lot, serial } }) => ({
    partId: part,
    qty,
    locationId: location,
    lot,
    serial,
  }),
  importing: stockItemImport,
  ui: stockItemHints,
  example: { part: '0192f0c1-2d3e-7000-8000-000000000001', qty: 100, lot: 'L-2026-03', status: 'ok' },
  async beforeWrite(context, drafts) {
    await applyStockRules(context, drafts);
  },
  async onWrite(context, changes) {
    emitStockItemEvents(context, changes);
    await updatePlaces(context, changes);
    await postItemChanges(context, changes);
  },
});
