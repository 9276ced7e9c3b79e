import type { KindHookContext, RecordChange } from '@cubit/core';
import { sumsOf, WITH_ORDER } from '../order-item/apply-line-effects.js';
import { linesOf } from '../order-item/lines-of.js';
import { orderItemRecord } from '../order-item/order-item.fields.js';
import { orderRecord, type OrderDraft, type OrderKind } from './order.fields.js';

/** Moves the lines of deleted drafts to the trash, before the references of the lines would prevent the deletion. */
export async function removeLinesOfDrafts(context: KindHookContext, drafts: readonly OrderDraft[]): Promise<void> {
  const leaving = drafts.filter(
    ({ operation, fields }) => operation === 'delete' && fields.status === 'draft' && fields.line_count > 0,
  );
  if (leaving.length === 0) return;
  const lines = await linesOf(
    context,
    leaving.map(({ id }) => id),
    { lock: true },
  );
  await context.records.remove(
    orderItemRecord,
    lines.map(({ id }) => id),
    { note: WITH_ORDER },
  );
}

/** A restored order has the lines that are not in the trash. */
export async function countLinesOfRestored(
  context: KindHookContext,
  changes: readonly RecordChange<OrderKind>[],
): Promise<void> {
  const restored = changes.filter(({ operation, after }) => operation === 'restore' && after.fields.line_count > 0);
  if (restored.length === 0) return;
  const lines = await linesOf(
    context,
    restored.map(({ after }) => after.id),
  );
  const byOrder = Map.groupBy(lines, ({ fields }) => fields.order);
  await context.records.updateMany(
    orderRecord,
    restored.map(({ after }) => ({ id: after.id, fields: sumsOf(after, byOrder.get(after.id) ?? []) })),
  );
}
