import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import {
  anyRecord,
  available,
  id,
  itemQty,
  locationId,
  lot,
  partId,
  partName,
  quantity,
  reason,
  stockItemId,
  text,
  unit,
  CAUSE,
  LINK,
  NAMED_PART,
} from '../event-fields.js';
import { movementFields } from '../movement/movement.kind.js';
import { partFields } from '../part/part.fields.js';
import { MOVEMENT_TYPES } from './movement-type.js';

const movementId = Field.ref('inventory:movement', {
  title: 'Movement',
  description: 'Id of the movement in the ledger.',
});
const cause = Type.Optional(Field.described(movementFields.properties.cause, anyRecord));
const over = Field.described(movementFields.properties.over, Type.Number());
const minStock = Field.described(partFields.properties.min_stock, Type.Number());
const stockLevel = {
  partId,
  partName,
  unit,
  available,
  onHand: Field.described(partFields.properties.on_hand, Type.Number()),
};

export const stockChanged = defineEvent({
  name: 'inventory.stock.changed',
  title: 'Stock changed',
  description:
    'Emitted once for each movement that changes the quantity on hand, reserved or available. `delta`, `qtyBefore` and `qtyAfter` are those of the movement; `available` and `minStock` are those of the part after the movement.',
  payload: Type.Object({
    partId,
    stockItemId: Type.Optional(stockItemId),
    movementId,
    type: Field.described(
      movementFields.properties.type,
      Type.Unsafe<string>({ type: 'string', enum: MOVEMENT_TYPES }),
    ),
    delta: Field.described(movementFields.properties.qty_delta, Type.Number()),
    qtyBefore: quantity(
      'Quantity before',
      'Quantity of the stock item before the movement. Without a stock item, the quantity of the part on hand.',
    ),
    qtyAfter: Field.described(movementFields.properties.qty_after, Type.Number()),
    available,
    minStock: Type.Optional(minStock),
    locationId: Type.Optional(locationId),
    reason,
    cause,
    over: Type.Optional(over),
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
    'The available quantity fell below the minimum, the minimum was raised above it, or the first stock of a part is less than its minimum. Emitted again only after the stock has recovered.',
  payload: Type.Object({
    ...stockLevel,
    onOrder: Field.described(partFields.properties.on_order, Type.Number()),
    minStock,
    targetStock: Field.described(partFields.properties.target_stock, Type.Number()),
    shortfall: quantity('Shortfall', 'Quantity to order to reach the target again.'),
    supplierPartId: Type.Optional(
      Field.described(partFields.properties.default_supplier_part, Field.ref('purchases:supplier_part')),
    ),
  }),
  example: {
    ...NAMED_PART,
    unit: 'pcs',
    available: 4,
    onHand: 4,
    onOrder: 0,
    minStock: 5,
    targetStock: 20,
    shortfall: 16,
  },
  notification: {
    message:
      '{partName} is low: {available} {unit} available, the minimum is {minStock} {unit}. {shortfall} {unit} short of the target.',
    link: LINK,
    priority: 'high',
  },
});

export const stockRecovered = defineEvent({
  name: 'inventory.stock.recovered',
  title: 'Stock recovered',
  description:
    'What is available is at the minimum again, or above it, after `inventory.stock.low`. Enough first stock of a new part emits `inventory.part.stocked` instead.',
  payload: Type.Object({ ...stockLevel, minStock: Type.Optional(minStock) }),
  example: { ...NAMED_PART, unit: 'pcs', available: 20, onHand: 20, minStock: 5 },
  notification: { message: '{partName} is back in stock: {available} {unit} available.', link: LINK, priority: 'low' },
});

export const partStocked = defineEvent({
  name: 'inventory.part.stocked',
  title: 'Part stocked',
  description: 'The first stock of a part reached its minimum: the part was never low before.',
  payload: Type.Object({ ...stockLevel, minStock: Type.Optional(minStock) }),
  example: { ...NAMED_PART, unit: 'pcs', available: 20, onHand: 20, minStock: 5 },
});

export const stockDepleted = defineEvent({
  name: 'inventory.stock.depleted',
  title: 'Stock depleted',
  description: 'The quantity of the part on hand fell to zero.',
  payload: Type.Object(stockLevel),
  example: { ...NAMED_PART, unit: 'pcs', available: 0, onHand: 0 },
  notification: { message: '{partName} is out of stock.', link: LINK, priority: 'normal' },
});

export const stockExceeded = defineEvent({
  name: 'inventory.stock.exceeded',
  title: 'More stock consumed than recorded',
  description:
    'A consumption that had already happened was greater than the recorded quantity: the stock was taken down to zero, and `over` is the rest.',
  payload: Type.Object({
    partId,
    partName,
    stockItemId: Type.Optional(stockItemId),
    movementId,
    over,
    unit,
    check: Type.Unsafe<'weigh' | 'count'>({
      type: 'string',
      enum: ['weigh', 'count'],
      title: 'Check',
      description: 'How to find the true quantity: `weigh` if the unit is a weight.',
    }),
    cause,
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
    jobId: Type.String({
      format: 'uuid',
      title: 'Job',
      description: 'Id of the job (`digifab:job`) that was printed.',
    }),
    causeKey: Type.Optional(text('Cause key', 'Cause key of the posting, or of the reversed one.')),
    qty: quantity('Quantity', 'Quantity taken from stock, in the unit of the part.'),
    over,
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
    partName,
    stockItemId,
    qty: itemQty,
    unit,
    expiresOn: text('Expires', 'Day on which the stock expires, `2026-06-30`. It may have passed.'),
    locationId: Type.Optional(locationId),
    lot,
  }),
  example: { ...NAMED_PART, stockItemId: id(2), qty: 2.5, unit: 'kg', expiresOn: '2026-06-30', lot: 'L-2026-03' },
  notification: { message: '{qty} {unit} of {partName} expire on {expiresOn}.', link: LINK, priority: 'normal' },
});

export const stockEvents = [
  stockChanged,
  stockLow,
  stockRecovered,
  partStocked,
  stockDepleted,
  stockExceeded,
  printUsagePosted,
  stockExpiring,
] as const;
