import type { ModuleContext } from '@cubit/core';
import { stockItemRecord } from '../stock-item/stock-item.fields.js';

/** Above the number of stock items of the parts of one posting. */
const MAX_ITEMS = 100_000;

/** When the stock of parts was last counted, by what their stock items say; without those that no item says it of. */
export async function lastCounts(
  { records }: Pick<ModuleContext, 'records'>,
  parts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (parts.size === 0) return new Map();
  const items = await records.find(stockItemRecord, {
    where: { part: { in: [...parts] }, last_counted_at: { not: null } },
    limit: MAX_ITEMS,
  });
  const last = new Map<string, string>();
  for (const { fields } of items) {
    const at = fields.last_counted_at ?? '';
    if (at > (last.get(fields.part) ?? '')) last.set(fields.part, at);
  }
  return last;
}
