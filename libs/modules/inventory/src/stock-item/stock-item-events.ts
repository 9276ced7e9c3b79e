import type { KindHookContext, RecordChange } from '@cubit/core';
import { stockItemInstalled, stockItemMoved, stockItemStatusChanged, stockItemUninstalled } from '../events.js';
import { postingNoteOf } from '../stock/posting.js';
import type { StockItemKind } from './stock-item.fields.js';

/** Emits events for changes of location, status and installation, for every write of a stock item. */
export function emitStockItemEvents(context: KindHookContext, changes: readonly RecordChange<StockItemKind>[]): void {
  for (const { operation, before, after, note } of changes) {
    if (operation !== 'update' || before === null) continue;
    const { part, qty, location, status, installed_in: into } = after.fields;
    const { location: from, installed_in: outOf } = before.fields;
    const item = { stockItemId: after.id, partId: part, qty };
    const to = location === undefined ? {} : { toLocationId: location };
    const reason = postingNoteOf(note)?.posting.details.reason;
    if (status !== before.fields.status)
      context.emit(stockItemStatusChanged, {
        ...item,
        from: before.fields.status,
        to: status,
        ...(reason === undefined ? {} : { reason }),
      });
    if (into !== outOf && into !== undefined) context.emit(stockItemInstalled, { ...item, intoStockItemId: into });
    else if (into !== outOf && outOf !== undefined)
      context.emit(stockItemUninstalled, { ...item, fromStockItemId: outOf, ...to });
    // Lending and returning emit loan events instead.
    else if (location !== from && after.fields.loan === before.fields.loan)
      context.emit(stockItemMoved, { ...item, ...(from === undefined ? {} : { fromLocationId: from }), ...to });
  }
}
