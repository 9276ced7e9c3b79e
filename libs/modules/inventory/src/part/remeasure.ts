import type { KindHookContext, RecordChange } from '@cubit/core';
import { bomLineRecord } from '../bom/bom-line.fields.js';
import { stockItemRecord } from '../stock-item/stock-item.fields.js';
import type { PartKind } from './part.fields.js';

/** Above the number of lines that name the parts of one write. */
const MAX_LINES = 100_000;

/**
 * Computes the exact fields of stock items and of lines of bills again after the unit of their part changed: their quantities stay as
 * shown. All stock items are empty, because no stock has moved.
 */
export async function remeasure(
  { records }: KindHookContext,
  changes: readonly RecordChange<PartKind>[],
): Promise<void> {
  const changed = changes
    .filter(({ operation, before, after }) => operation === 'update' && before?.fields.unit !== after.fields.unit)
    .map(({ after }) => after.id);
  if (changed.length === 0) return;
  const items = await records.find(stockItemRecord, { where: { part: { in: changed } } });
  await records.rederive(
    stockItemRecord,
    items.map(({ id }) => id),
  );
  const lines = await records.find(bomLineRecord, { where: { component: { in: changed } }, limit: MAX_LINES });
  await records.rederive(
    bomLineRecord,
    lines.map(({ id }) => id),
  );
}
