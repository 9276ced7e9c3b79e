import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { buildEvents } from './build/build-events.js';
import { countEvents } from './count/count-events.js';
import {
  anyRecord,
  available,
  categoryId,
  changes,
  fromLocationId,
  id,
  itemId,
  itemQty,
  locationId,
  lot,
  partId,
  partName,
  partStatus,
  quantity,
  reason,
  remaining,
  reservationId,
  stockItemId,
  stockStatus,
  text,
  unit,
  toLocationId,
  ITEM,
  LINK,
  NAMED_PART,
  PART,
  PLACES,
  RESERVATION,
} from './event-fields.js';
import { loanEvents } from './loan/loan-events.js';
import { partFields } from './part/part.fields.js';
import { reservationFields } from './reservation/reservation.fields.js';
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

const categoryPayload = { categoryId, name: text('Name', 'Name of the category.') };

export const categoryCreated = defineEvent({
  name: 'inventory.category.created',
  title: 'Category created',
  description: 'A category was created.',
  payload: Type.Object(categoryPayload),
  example: { categoryId: id(7), name: 'Fasteners' },
});

export const categoryUpdated = defineEvent({
  name: 'inventory.category.updated',
  title: 'Category changed',
  description: 'A field of the category that users edit changed.',
  payload: Type.Object({ ...categoryPayload, changes }),
  example: { categoryId: id(7), name: 'Fasteners', changes: { name: { from: 'Screws', to: 'Fasteners' } } },
});

const name = Field.described(partFields.properties.name, Type.String());
const partPayload = {
  partId,
  name,
  ipn: Type.Optional(Field.described(partFields.properties.ipn, Type.String())),
  categoryId: Type.Optional(categoryId),
};

export const partCreated = defineEvent({
  name: 'inventory.part.created',
  title: 'Part created',
  description: 'A part was created. Its stock is entered afterwards.',
  payload: Type.Object(partPayload),
  example: { ...PART, ipn: 'SCR-M3-10', categoryId: id(7) },
});

export const partUpdated = defineEvent({
  name: 'inventory.part.updated',
  title: 'Part changed',
  description: 'A field that users edit changed. Changes of quantities emit `inventory.stock.changed` instead.',
  payload: Type.Object({ ...partPayload, changes }),
  example: { ...PART, changes: { min_stock: { from: 50, to: 100 } } },
});

export const partStatusChanged = defineEvent({
  name: 'inventory.part.status_changed',
  title: 'Part status changed',
  description: 'The status of the part changed. Not emitted when the part is created.',
  payload: Type.Object({ partId, name, ...partStatus }),
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
  description: 'The part was deleted. It had no stock movements: other parts can only be retired.',
  payload: Type.Object(partPayload),
  example: PART,
});

export const partReplaced = defineEvent({
  name: 'inventory.part.replaced',
  title: 'Part replaced',
  description: 'A new unit was put into service. `nextOn` is when that unit is due to be replaced.',
  payload: Type.Object({
    partId,
    partName,
    nextOn: Type.String({
      format: 'date-time',
      title: 'Next replacement',
      description: 'When the new unit is due to be replaced.',
    }),
  }),
  example: { ...NAMED_PART, nextOn: '2026-09-01T08:00:00.000Z' },
});

export const partReplaceDue = defineEvent({
  name: 'inventory.part.replace_due',
  title: 'Part due to be replaced',
  description:
    'The unit in service has been used for `replace_every_days`. Emitted once per due time, and never for an obsolete part.',
  payload: Type.Object({
    partId,
    partName,
    dueOn: Field.described(partFields.properties.replace_due, Type.String({ format: 'date-time' })),
    available,
    unit,
  }),
  example: { ...NAMED_PART, dueOn: '2026-06-01T08:00:00.000Z', available: 2, unit: 'pcs' },
  notification: {
    message: '{partName} is due to be replaced; {available} {unit} available.',
    link: LINK,
    priority: 'normal',
  },
});

export const stockItemCreated = defineEvent({
  name: 'inventory.stock_item.created',
  title: 'Stock item created',
  description: 'A stock item was created: for new stock, or split off another item.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: itemQty,
    locationId: Type.Optional(locationId),
    lot,
    serial: Type.Optional(text('Serial number', 'Serial number of the unit. Absent if it has none.')),
  }),
  example: { ...ITEM, qty: 10, locationId: id(4), lot: 'L-2026-03' },
});

export const stockItemMoved = defineEvent({
  name: 'inventory.stock_item.moved',
  title: 'Stock item moved',
  description: 'The location of the stock item changed. Lending and returning emit events of the loan instead.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: itemQty,
    fromLocationId: Type.Optional(fromLocationId),
    toLocationId: Type.Optional(toLocationId),
  }),
  example: { ...ITEM, qty: 10, ...PLACES },
});

export const stockItemSplit = defineEvent({
  name: 'inventory.stock_item.split',
  title: 'Stock item split',
  description: 'A quantity was split off the stock item into a new one.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: quantity('Quantity', 'Quantity of the new stock item, in the unit of the part.'),
    newStockItemId: itemId('New stock item', 'Id of the new stock item.'),
  }),
  example: { ...ITEM, qty: 4, newStockItemId: id(9) },
});

export const stockItemMerged = defineEvent({
  name: 'inventory.stock_item.merged',
  title: 'Stock items merged',
  description: 'Other stock items were merged into this one and deleted.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: quantity('Quantity', 'Quantity of the stock item after the merge, in the unit of the part.'),
    mergedStockItemIds: Type.Array(Type.String({ format: 'uuid' }), {
      title: 'Merged stock items',
      description: 'Ids of the other stock items, which no longer exist.',
    }),
  }),
  example: { ...ITEM, qty: 14, mergedStockItemIds: [id(9)] },
});

export const stockItemStatusChanged = defineEvent({
  name: 'inventory.stock_item.status_changed',
  title: 'Stock item status changed',
  description: 'The status of the stock item changed, which can change the available quantity.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: itemQty,
    ...stockStatus,
    reason,
  }),
  example: { ...ITEM, qty: 10, from: 'ok', to: 'damaged', reason: 'Dropped' },
});

export const stockItemInstalled = defineEvent({
  name: 'inventory.stock_item.installed',
  title: 'Stock item installed',
  description: 'The stock item was installed in another one and is no longer on hand.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: itemQty,
    intoStockItemId: itemId('Into stock item', 'Id of the stock item that it is installed in now.'),
  }),
  example: { ...ITEM, qty: 1, intoStockItemId: id(9) },
});

export const stockItemUninstalled = defineEvent({
  name: 'inventory.stock_item.uninstalled',
  title: 'Stock item uninstalled',
  description: 'The stock item was removed from the one that it was installed in, and is on hand again.',
  payload: Type.Object({
    stockItemId,
    partId,
    qty: itemQty,
    fromStockItemId: itemId('From stock item', 'Id of the stock item that it was installed in.'),
    toLocationId: Type.Optional(toLocationId),
  }),
  example: { ...ITEM, qty: 1, fromStockItemId: id(9), toLocationId: id(4) },
});

const reservationPayload = (qty: string) => ({
  reservationId,
  partId,
  stockItemId: Type.Optional(
    itemId('Stock item', 'Id of the reserved stock item. Absent: the reservation names the part alone.'),
  ),
  qty: quantity('Quantity', qty),
  for: Field.described(reservationFields.properties.for, anyRecord),
});
const stillReserved = remaining('Quantity that is still reserved.');

export const reservationCreated = defineEvent({
  name: 'inventory.reservation.created',
  title: 'Stock reserved',
  description: 'Stock was reserved for a record. It is no longer available for others.',
  payload: Type.Object(reservationPayload('Quantity that is reserved.')),
  example: RESERVATION,
});

export const reservationConsumed = defineEvent({
  name: 'inventory.reservation.consumed',
  title: 'Reserved stock consumed',
  description: '`qty` was used; `remaining` is still reserved.',
  payload: Type.Object({ ...reservationPayload('Quantity that was used.'), remaining: stillReserved }),
  example: { ...RESERVATION, remaining: 2 },
});

export const reservationReleased = defineEvent({
  name: 'inventory.reservation.released',
  title: 'Reserved stock released',
  description: '`qty` is available again; `remaining` is still reserved.',
  payload: Type.Object({ ...reservationPayload('Quantity that was released.'), remaining: stillReserved }),
  example: { ...RESERVATION, remaining: 0 },
});

export const reservationExpired = defineEvent({
  name: 'inventory.reservation.expired',
  title: 'Reservation expired',
  description: '`qty` was still reserved and is available again.',
  payload: Type.Object(reservationPayload('Quantity that was released.')),
  example: RESERVATION,
});

export const labelPrinted = defineEvent({
  name: 'inventory.label.printed',
  title: 'Label printed',
  description: '`inventory:print_label` created a label. `inventory:print_labels` emits no event.',
  payload: Type.Object({
    partId,
    stockItemId: Type.Optional(stockItemId),
    fileId: Type.String({
      format: 'uuid',
      title: 'File',
      description: 'Id of the file with the label. It is deleted after some days.',
    }),
    code: text('Code', 'Code of the record, which a scan of the label reads.'),
    template: text('Label', 'Size of the label in mm.'),
    copies: Type.Integer({ title: 'Copies', description: 'Number of labels in the file.' }),
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
