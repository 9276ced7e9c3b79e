import { defineEvent, Field } from '@cubit/core';
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
  CAUSE,
  ITEM,
  LINK,
  NAMED_PART,
  PART,
  PLACES,
  RESERVATION,
} from './event-fields.js';
import { loanEvents } from './loan/loan-events.js';
import { MOVEMENT_TYPES } from './stock/movement-type.js';

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

export const stockChanged = defineEvent({
  name: 'inventory.stock.changed',
  title: 'Stock changed',
  description:
    'Emitted once for each movement that changes the quantity on hand, reserved or available. `delta`, `qtyBefore` and `qtyAfter` are those of the movement; `available` and `minStock` are those of the part after the movement.',
  payload: Type.Object({
    partId,
    stockItemId: Type.Optional(stockItemId),
    movementId: Field.ref('inventory:movement'),
    type: Type.Unsafe<string>({ type: 'string', enum: MOVEMENT_TYPES }),
    delta: qty,
    qtyBefore: qty,
    qtyAfter: qty,
    available: qty,
    minStock: Type.Optional(qty),
    locationId: Type.Optional(locationId),
    reason: Type.Optional(Type.String()),
    cause: Type.Optional(anyRecord),
    over: Type.Optional(Type.Number({ description: 'Quantity consumed beyond what was recorded.' })),
  }),
  example: {
    partId: id(1),
    stockItemId: id(2),
    movementId: id(8),
    type: 'use',
    delta: -3,
    qtyBefore: 10,
    qtyAfter: 7,
    available: 7,
    minStock: 5,
    locationId: id(4),
    reason: 'Prototype',
    cause: CAUSE,
  },
});

export const stockLow = defineEvent({
  name: 'inventory.stock.low',
  title: 'Stock low',
  description:
    'The available quantity fell below the minimum, or the minimum was raised above it. Emitted again only after the stock has recovered.',
  payload: Type.Object({
    partId,
    partName: name,
    available: qty,
    onHand: qty,
    onOrder: qty,
    minStock: qty,
    targetStock: qty,
    shortfall: Type.Number({ description: 'Quantity to order to reach the target again.' }),
    supplierPartId: Type.Optional(Field.ref('purchases:supplier_part')),
  }),
  example: { ...NAMED_PART, available: 4, onHand: 4, onOrder: 0, minStock: 5, targetStock: 20, shortfall: 16 },
  notification: {
    message: '{partName} is low: {available} available, the minimum is {minStock}. {shortfall} short of the target.',
    link: LINK,
    priority: 'high',
  },
});

export const stockRecovered = defineEvent({
  name: 'inventory.stock.recovered',
  title: 'Stock recovered',
  description:
    'What is available is at the minimum again, or above it, after `inventory.stock.low`. The first stock of a new part emits `inventory.part.stocked` instead.',
  payload: Type.Object({ partId, partName: name, available: qty, onHand: qty, minStock: Type.Optional(qty) }),
  example: { ...NAMED_PART, available: 20, onHand: 20, minStock: 5 },
  notification: { message: '{partName} is back in stock: {available} available.', link: LINK, priority: 'low' },
});

export const partStocked = defineEvent({
  name: 'inventory.part.stocked',
  title: 'Part stocked',
  description: 'What is available reached the minimum for the first time: the part was never low before.',
  payload: Type.Object({ partId, partName: name, available: qty, onHand: qty, minStock: Type.Optional(qty) }),
  example: { ...NAMED_PART, available: 20, onHand: 20, minStock: 5 },
});

export const stockDepleted = defineEvent({
  name: 'inventory.stock.depleted',
  title: 'Stock depleted',
  description: 'The quantity of the part on hand fell to zero.',
  payload: Type.Object({ partId, partName: name, available: qty, onHand: qty }),
  example: { ...NAMED_PART, available: 0, onHand: 0 },
  notification: { message: '{partName} is out of stock.', link: LINK, priority: 'normal' },
});

export const stockExceeded = defineEvent({
  name: 'inventory.stock.exceeded',
  title: 'More stock consumed than recorded',
  description:
    'A consumption that had already happened was greater than the recorded quantity: the stock was taken down to zero, and `over` is the rest.',
  payload: Type.Object({
    partId,
    partName: name,
    stockItemId: Type.Optional(stockItemId),
    movementId: Field.ref('inventory:movement'),
    over: qty,
    unit: Type.String(),
    check: Type.Unsafe<'weigh' | 'count'>({
      type: 'string',
      enum: ['weigh', 'count'],
      description: 'How to find the true quantity: `weigh` if the unit is a weight.',
    }),
    cause: Type.Optional(anyRecord),
  }),
  example: { ...NAMED_PART, stockItemId: id(2), movementId: id(8), over: 5, unit: 'g', check: 'weigh' },
  notification: {
    message: '{over} {unit} more of {partName} were used than recorded: {check} it.',
    link: LINK,
    priority: 'high',
  },
});

export const printUsagePosted = defineEvent({
  name: 'inventory.print_usage.posted',
  title: 'Use by a print posted',
  description: 'The stock that a print consumed was posted, or such a posting was reversed: then `qty` is negative.',
  payload: Type.Object({
    partId,
    jobId: Type.String({ format: 'uuid' }),
    causeKey: Type.Optional(Type.String({ description: 'Cause key of the posting, or of the reversed one.' })),
    qty: Type.Number({ description: 'Quantity taken from stock, in the unit of the part.' }),
    over: Type.Number({ description: 'Quantity consumed beyond what was recorded.' }),
  }),
  example: { partId: id(1), jobId: id(6), causeKey: `digifab:job:${id(6)}:1:0`, qty: 20, over: 5 },
});

export const stockExpiring = defineEvent({
  name: 'inventory.stock.expiring',
  title: 'Stock expiring',
  description:
    'The stock item expires within the number of days in the setting `expiring_days`, or has expired. Emitted once per stock item and date.',
  payload: Type.Object({
    partId,
    partName: name,
    stockItemId,
    qty,
    expiresOn: Type.String(),
    locationId: Type.Optional(locationId),
    lot: Type.Optional(Type.String()),
  }),
  example: { ...NAMED_PART, stockItemId: id(2), qty: 2.5, expiresOn: '2026-06-30', lot: 'L-2026-03' },
  notification: { message: '{qty} of {partName} expire on {expiresOn}.', link: LINK, priority: 'normal' },
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
  partStocked,
  stockChanged,
  stockLow,
  stockRecovered,
  stockDepleted,
  stockExceeded,
  printUsagePosted,
  stockExpiring,
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
  ...buildEvents,
  ...countEvents,
  ...loanEvents,
  labelPrinted,
] as const;
