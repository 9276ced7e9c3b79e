import { Field } from '@cubit/core';
import { Type } from 'typebox';
import { STOCK_STATUSES } from './stock-item/stock-status.js';

export const partId = Field.ref('inventory:part');
export const stockItemId = Field.ref('inventory:stock_item');
export const locationId = Field.ref('spaces:location');
export const reservationId = Field.ref('inventory:reservation');
export const categoryId = Field.ref('inventory:category');
export const name = Type.String();
export const qty = Type.Number();
export const anyRecord = Type.Object({ kind: Type.String(), id: Type.String({ format: 'uuid' }) });
export const changes = Type.Record(Type.String(), Type.Object({ from: Type.Unknown(), to: Type.Unknown() }));
export const partStatus = Type.Unsafe<string>({ type: 'string', enum: ['draft', 'active', 'deprecated', 'obsolete'] });
export const stockStatus = Type.Unsafe<string>({ type: 'string', enum: STOCK_STATUSES });

export const id = (last: number) => `0192f0c1-2d3e-7000-8000-00000000000${last}`;
export const PART = { partId: id(1), name: 'M3×10 socket head screw' };
export const NAMED_PART = { partId: id(1), partName: 'M3×10 socket head screw' };
export const ITEM = { stockItemId: id(2), partId: id(1) };
export const PLACES = { fromLocationId: id(4), toLocationId: id(5) };
export const CAUSE = { kind: 'projects:task', id: id(6) };
export const RESERVATION = { reservationId: id(3), partId: id(1), qty: 4, for: CAUSE };
export const LINK = '/modules/inventory/records/part/{partId}';
