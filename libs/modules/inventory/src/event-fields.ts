import { Field } from '@cubit/core';
import { Type } from 'typebox';
import { partFields } from './part/part.fields.js';
import { STOCK_STATUSES } from './stock-item/stock-status.js';

export const text = (title: string, description: string) => Type.String({ title, description });
export const quantity = (title: string, description: string) => Type.Number({ title, description });
export const unit = text('Unit', 'Unit of the quantities: that of the part.');
export const itemId = (title: string, description: string) => Field.ref('inventory:stock_item', { title, description });
const locationOf = (title: string, description: string) => Field.ref('spaces:location', { title, description });

export const partId = Field.ref('inventory:part', { title: 'Part', description: 'Id of the part.' });
export const partName = text('Part name', 'Name of the part at the time of the event.');
export const stockItemId = itemId('Stock item', 'Id of the stock item.');
export const locationId = locationOf('Location', 'Id of the location of the stock.');
export const fromLocationId = locationOf('From location', 'Id of the earlier location. Absent if there was none.');
export const toLocationId = locationOf('To location', 'Id of the new location. Absent if there is none.');
export const reservationId = Field.ref('inventory:reservation', {
  title: 'Reservation',
  description: 'Id of the reservation.',
});
export const categoryId = Field.ref('inventory:category', { title: 'Category', description: 'Id of the category.' });
export const itemQty = quantity('Quantity', 'Quantity of the stock item, in the unit of the part.');
export const remaining = (description: string) => quantity('Remaining', description);
export const available = Field.described(partFields.properties.available, Type.Number());
export const reason = Type.Optional(text('Reason', 'Why it was done, as entered. Absent if nothing was entered.'));
export const lot = Type.Optional(text('Lot', 'Lot or batch number. Absent if the stock has none.'));
export const anyRecord = Type.Object({ kind: Type.String(), id: Type.String({ format: 'uuid' }) });
export const changes = Field.changes();

const statusOf = (values: readonly string[]) => ({
  from: Type.Unsafe<string>({ type: 'string', enum: values, title: 'From', description: 'Status before the change.' }),
  to: Type.Unsafe<string>({ type: 'string', enum: values, title: 'To', description: 'Status after the change.' }),
});
export const partStatus = statusOf(['draft', 'active', 'deprecated', 'obsolete']);
export const stockStatus = statusOf(STOCK_STATUSES);

export const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
export const PART = { partId: id(1), name: 'M3×10 socket head screw' };
export const NAMED_PART = { partId: id(1), partName: 'M3×10 socket head screw' };
export const ITEM = { stockItemId: id(2), partId: id(1) };
export const PLACES = { fromLocationId: id(4), toLocationId: id(5) };
export const CAUSE = { kind: 'projects:task', id: id(6) };
export const RESERVATION = { reservationId: id(3), partId: id(1), qty: 4, for: CAUSE };
export const LINK = '/modules/inventory/records/part/{partId}';
