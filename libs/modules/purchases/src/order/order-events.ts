import { compact, type KindHookContext, type RecordChange } from '@cubit/core';
import {
  orderArrived,
  orderCancelled,
  orderOverdue,
  orderPlaced,
  orderShipped,
  orderStatusChanged,
} from '../events.js';
import type { Order, OrderKind, OrderNote } from './order.fields.js';

/** Payload that all order events share, besides the id. */
export function orderPayload({ fields: { number = '', supplier, supplier_ref } }: Order) {
  return compact({ number, supplierId: supplier, supplierRef: supplier_ref });
}

/** Emits status and overdue events for every change of an order. */
export function emitOrderEvents(context: KindHookContext, change: RecordChange<OrderKind>): void {
  const { operation, before, after } = change;
  if (operation === 'delete') return;
  const payload = { orderId: after.id, ...orderPayload(after) };
  const { status, expected_on: expectedOn, overdue_told: notified } = after.fields;
  if (operation === 'update' && before !== null && before.fields.status !== status)
    emitStatusEvents(context, { before, after, note: (change.note ?? {}) as OrderNote });
  if (notified !== undefined && notified !== before?.fields.overdue_told)
    context.emit(orderOverdue, { ...payload, expectedOn: expectedOn ?? notified, openLines: after.fields.open_lines });
}

interface OrderUpdate {
  readonly before: Order;
  readonly after: Order;
  readonly note: OrderNote;
}

function emitStatusEvents(context: KindHookContext, { before, after, note: { reason } }: OrderUpdate): void {
  const payload = { orderId: after.id, ...orderPayload(after) };
  const { status, total, expected_on: expectedOn, carrier, tracking_number: trackingNumber } = after.fields;
  const from = before.fields.status;
  context.emit(orderStatusChanged, compact({ ...payload, from, to: status, reason }));
  if (status === 'ordered' && from === 'draft') context.emit(orderPlaced, compact({ ...payload, total, expectedOn }));
  if (status === 'in_transit' && from === 'ordered')
    context.emit(orderShipped, compact({ ...payload, carrier, trackingNumber, expectedOn }));
  if (status === 'arrived') context.emit(orderArrived, compact({ ...payload, total }));
  if (status === 'cancelled') context.emit(orderCancelled, compact({ ...payload, reason }));
}
