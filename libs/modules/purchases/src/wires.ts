import type { DefaultWireDefinition } from '@cubit/core';

/** Receipts post stock, reversed receipts remove it, and low stock drafts orders. */
export const wires: readonly DefaultWireDefinition[] = [
  {
    key: 'stock_received',
    name: 'Add received lines to stock',
    event: 'purchases.order_item.received',
    condition: 'has(event.payload.partId)',
    record: 'event.payload.partId',
    action: 'inventory:add',
    input: {
      type: 'receive',
      qty: '${event.payload.delta}',
      exact: '${event.payload.exact}',
      location: '${event.payload.locationId}',
      lot: '${event.payload.lot}',
      serials: '${event.payload.serials}',
      expires_on: '${event.payload.expiresOn}',
      status: '${event.payload.status}',
      unit_cost: '${event.payload.unitCost}',
      supplier_part: '${event.payload.supplierPartId}',
      project: '${event.payload.projectId}',
      source: { kind: 'purchases:receipt', id: '${event.payload.receiptId}' },
      reason: 'Received: ${event.payload.number}',
      cause_key: '${event.payload.causeKey}',
    },
  },
  {
    key: 'stock_unreceived',
    name: 'Remove the stock of reversed receipts',
    event: 'purchases.order_item.unreceived',
    condition: 'has(event.payload.partId)',
    record: 'event.payload.partId',
    action: 'inventory:adjust',
    input: {
      delta: '${event.payload.delta}',
      reverses: '${event.payload.reverses}',
      reason: '${event.payload.reason}',
      cause_key: '${event.payload.causeKey}',
    },
  },
  {
    key: 'draft_from_low',
    name: 'Draft an order when stock is low',
    event: 'inventory.stock.low',
    record: 'event.payload.partId',
    action: 'purchases:draft_from_low',
    enabled: false,
  },
];
