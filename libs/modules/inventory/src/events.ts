import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { buildEvents } from './build/build-events.js';
import { countEvents } from './count/count-events.js';
import {
  anyRecord,
  categoryId,
  changes,
  id,
  locationId,
  name,
  partId,
  partStatus,
  qty,
  reservationId,
  stockItemId,
  stockStatus,
  ITEM,
  LINK,
  NAMED_PART,
  PART,
  PLACES,
  RESERVATION,
} from './event-fields.js';
import { loanEvents } from './loan/loan-events.js';
import { stockEvents } from './stock/stock-events.js';

export {
  stockChanged,
  stockLow,
  stockRecovered,
  partStocked,
  stockDepleted,
  stockExceeded,
  printUsagePosted,
  stockExpiring,
} from './stock/stock-events.js';

export const categoryCreated = defineEvent({
  name: 'inventory.category.created',
  title: 'Category created',
  payload: Type.Object({ categoryId, name }),
  example: { categoryId: id(7), name: 'Fasteners' },
});

export const categoryUpdated = defineEvent({
  name: 'inventory.category.updated',
  title: 'Category changed',
  payload: Type.Object({ categoryId, name, changes }),
  example: { categoryId: id(7), name: 'Fasteners', changes: { name: { from: 'Screws', to: 'Fasteners' } } },
});

const partFields = { partId, name, ipn: Type.Optional(Type.String()), categoryId: Type.Optional(categoryId) };

export const partCreated = defineEvent({
  name: 'inventory.part.created',
  title: 'Part created',
  payload: Type.Object(partFields),
  example: { ...PART, ipn: 'SCR-M3-10', categoryId: id(7) },
});

export const partUpdated = defineEvent({
  name: 'inventory.part.updated',
  title: 'Part changed',
  description: 'A field that users edit changed. Changes of quantities emit `inventory.stock.changed` instead.',
  payload: Type.Object({ ...partFields, changes }),
  example: { ...PART, changes: { min_stock: { from: 50, to: 100 } } },
});

export const partStatusChanged = defineEvent({
  name: 'inventory.part.status_changed',
  title: 'Part status changed',
  payload: Type.Object({ partId, name, from: partStatus, to: partStatus }),
  example: { ...PART, from: 'active', to: 'deprecated' },
});

export const partArchived = defineEvent({
  name: 'inventory.part.archived',
  title: 'Part archived',
  description: 'The status of the part changed to `obsolete`.',
  payload: Type.Object({ partId, name }),
  example: PART,
});

export const partDeleted = defineEvent({
  name: 'inventory.part.deleted',
  title: 'Part deleted',
  payload: Type.Object(partFields),
  example: PART,
});

export const partReplaced = defineEvent({
  name: 'inventory.part.replaced',
  title: 'Part replaced',
  description: 'A new unit was put into service. `nextOn` is when that unit is due to be replaced.',
  payload: Type.Object({ partId, partName: name, nextOn: Type.String({ format: 'date-time' }) }),
  example: { ...NAMED_PART, nextOn: '2026-09-01T08:00:00.000Z' },
});

export const partReplaceDue = defineEvent({
  name: 'inventory.part.replace_due',
  title: 'Part due to be replaced',
  description:
    'The unit in service has been used for `replace_every_days`. Emitted once per due time, and never for an obsolete part.',
  payload: Type.Object({
    partId,
    partName: name,
    dueOn: Type.String({ format: 'date-time' }),
    available: qty,
  }),
  example: { ...NAMED_PART, dueOn: '2026-06-01T08:00:00.000Z', available: 2 },
  notification: {
    message: '{partName} is due to be replaced; {available} available.',
    link: LINK,
    priority: 'normal',
  },
});

export const stockItemCreated = defineEvent({
  name: 'inventory.stock_item.created',
  title: 'Stock item created',
  payload: Type.Object({
    stockItemId,
    partId,
    qty,
    locationId: Type.Optional(locationId),
    lot: Type.Optional(Type.String()),
    serial: Type.Optional(Type.String()),
  }),
  example: { ...ITEM, qty: 10, locationId: id(4), lot: 'L-2026-03' },
});

export const stockItemMoved = defineEvent({
  name: 'inventory.stock_item.moved',
  title: 'Stock item moved',
  payload: Type.Object({
    stockItemId,
    partId,
    qty,
    fromLocationId: Type.Optional(locationId),
    toLocationId: Type.Optional(locationId),
  }),
  example: { ...ITEM, qty: 10, ...PLACES },
});

export const stockItemSplit = defineEvent({
  name: 'inventory.stock_item.split',
  title: 'Stock item split',
  payload: Type.Object({ stockItemId, partId, qty, newStockItemId: stockItemId }),
  example: { ...ITEM, qty: 4, newStockItemId: id(9) },
});

export const stockItemMerged = defineEvent({
  name: 'inventory.stock_item.merged',
  title: 'Stock items merged',
  description: 'Other stock items were merged into this one and deleted.',
  payload: Type.Object({ stockItemId, partId, qty, mergedStockItemIds: Type.Array(Type.String({ format: 'uuid' })) }),
  example: { ...ITEM, qty: 14, mergedStockItemIds: [id(9)] },
});

export const stockItemStatusChanged = defineEvent({
  name: 'inventory.stock_item.status_changed',
  title: 'Stock item status changed',
  payload: Type.Object({
    stockItemId,
    partId,
    qty,
    from: stockStatus,
    to: stockStatus,
    reason: Type.Optional(Type.String()),
  }),
  example: { ...ITEM, qty: 10, from: 'ok', to: 'damaged', reason: 'Dropped' },
});

export const stockItemInstalled = defineEvent({
  name: 'inventory.stock_item.installed',
  title: 'Stock item installed',
  payload: Type.Object({ stockItemId, partId, qty, intoStockItemId: stockItemId }),
  example: { ...ITEM, qty: 1, intoStockItemId: id(9) },
});

export const stockItemUninstalled = defineEvent({
  name: 'inventory.stock_item.uninstalled',
  title: 'Stock item uninstalled',
  payload: Type.Object({
    stockItemId,
    partId,
    qty,
    fromStockItemId: stockItemId,
    toLocationId: Type.Optional(locationId),
  }),
  example: { ...ITEM, qty: 1, fromStockItemId: id(9), toLocationId: id(4) },
});

const reservationFields = { reservationId, partId, stockItemId: Type.Optional(stockItemId), qty, for: anyRecord };

export const reservationCreated = defineEvent({
  name: 'inventory.reservation.created',
  title: 'Stock reserved',
  payload: Type.Object(reservationFields),
  example: RESERVATION,
});

export const reservationConsumed = defineEvent({
  name: 'inventory.reservation.consumed',
  title: 'Reserved stock consumed',
  description: '`qty` was used; `remaining` is still reserved.',
  payload: Type.Object({ ...reservationFields, remaining: qty }),
  example: { ...RESERVATION, remaining: 2 },
});

export const reservationReleased = defineEvent({
  name: 'inventory.reservation.released',
  title: 'Reserved stock released',
  description: '`qty` is available again; `remaining` is still reserved.',
  payload: Type.Object({ ...reservationFields, remaining: qty }),
  example: { ...RESERVATION, remaining: 0 },
});

export const reservationExpired = defineEvent({
  name: 'inventory.reservation.expired',
  title: 'Reservation expired',
  description: '`qty` was still reserved and is available again.',
  payload: Type.Object(reservationFields),
  example: RESERVATION,
});

export const labelPrinted = defineEvent({
  name: 'inventory.label.printed',
  title: 'Label printed',
  payload: Type.Object({
    partId,
    stockItemId: Type.Optional(stockItemId),
    fileId: Type.String({ format: 'uuid' }),
    code: Type.String(),
    template: Type.String(),
    copies: Type.Integer(),
  }),
  example: {
    ...ITEM,
    fileId: id(9),
    code: 'S-01JBRC2B9Y000000000000002',
    template: '62x29',
    copies: 1,
  },
});

export const events = [
  categoryCreated,
  categoryUpdated,
  partCreated,
  partUpdated,
  partStatusChanged,
  partArchived,
  partDeleted,
  partReplaced,
  partReplaceDue,
  stockItemCreated,
  stockItemMoved,
  stockItemSplit,
  stockItemMerged,
  stockItemStatusChanged,
  stockItemInstalled,
  stockItemUninstalled,
  reservationCreated,
  reservationConsumed,
  reservationReleased,
  reservationExpired,
  ...stockEvents,
  ...buildEvents,
  ...countEvents,
  ...loanEvents,
  labelPrinted,
] as const;
