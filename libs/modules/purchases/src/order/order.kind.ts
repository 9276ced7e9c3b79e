import { defineKind, type KindHookContext, type RecordChange } from '@cubit/core';
import {
  orderArrived,
  orderCancelled,
  orderCreated,
  orderOverdue,
  orderPlaced,
  orderShipped,
  orderStatusChanged,
  orderUpdated,
} from '../events.js';
import { linesOf } from '../order-item/lines-of.js';
import { orderItemRecord } from '../order-item/order-item.fields.js';
import { settings } from '../settings.js';
import { chargeProjects } from './charge-projects.js';
import { orderImport } from './order.importing.js';
import { countLinesOfRestored, removeLinesOfDrafts } from './order-lines.js';
import { orderPayload, emitOrderEvents } from './order-events.js';
import { applyOrderRules } from './order-rules.js';
import { isOpen, orderLifecycle } from './order-status.js';
import { orderFields, type OrderKind } from './order.fields.js';
import { orderHints } from './order.hints.js';

export const order = defineKind({
  id: 'purchases:order',
  title: ['Order', 'Orders'],
  description: 'A purchase order to a supplier, from draft to arrival.',
  fields: orderFields,
  titleOf: ({ number = '' }) => number,
  search: ['number', 'supplier_ref', 'tracking_number', 'notes'],
  index: ['status', 'supplier', 'expected_on', 'overdue', 'project'],
  unique: ['number', ['supplier', 'supplier_ref']],
  children: [{ name: 'lines', kind: 'purchases:order_item', by: 'order' }],
  lifecycle: orderLifecycle,
  events: { created: orderCreated, updated: orderUpdated },
  emits: [orderPlaced, orderShipped, orderStatusChanged, orderArrived, orderCancelled, orderOverdue],
  settings,
  eventPayload: orderPayload,
  importing: orderImport,
  ui: orderHints,
  example: { supplier: '0192f0c1-2d3e-7000-8000-000000000001', supplier_ref: 'SO-4711', expected_on: '2026-03-20' },
  async beforeWrite(context, drafts) {
    await applyOrderRules(context, drafts);
    await removeLinesOfDrafts(context, drafts);
    for (const draft of drafts) if (draft.operation !== 'delete') draft.title = draft.fields.number ?? '';
  },
  async onWrite(context, changes) {
    for (const change of changes) emitOrderEvents(context, change);
    chargeProjects(context, changes);
    await rederiveLines(context, changes);
    await countLinesOfRestored(context, changes);
  },
});

/** Opening or closing an order changes `on_order`, so its lines are recomputed. */
async function rederiveLines(context: KindHookContext, changes: readonly RecordChange<OrderKind>[]): Promise<void> {
  const changed = changes.filter(
    ({ operation, before, after }) =>
      operation === 'update' &&
      before !== null &&
      after.fields.open_lines > 0 &&
      isOpen(before.fields.status) !== isOpen(after.fields.status),
  );
  if (changed.length === 0) return;
  const lines = await linesOf(
    context,
    changed.map(({ after }) => after.id),
  );
  await context.records.rederive(
    orderItemRecord,
    lines.map(({ id }) => id),
  );
}
