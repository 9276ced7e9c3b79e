import type { KindHookContext, RecordChange } from '@cubit/core';
import type { PartKind } from '../part/part.fields.js';
import { stockItemRecord } from './stock-item.fields.js';

/** Computes the exact fields of stock items again after the unit of their part changed. All of them are empty: no stock has moved. */
export async function remeasureItems(
  { records }: KindHookContext,
  changes: readonly RecordChange<PartKind>[],
): Promise<void> {
  const changed = changes.filter(
    ({ operation, before, after }) => operation === 'update' && before?.fields.unit !== after.fields.unit,
  );
  if (changed.length === 0) return;
  const items = await records.find(stockItemRecord, { where: { part: { in: changed.map(({ after }) => after.id) } } });
  await records.rederive(
    stockItemRecord,
    items.map(({ id }) => id),
  );
}
