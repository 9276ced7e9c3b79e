import type { KindHookContext, RecordChange } from '@cubit/core';
import { partArchived, partStatusChanged, partStocked, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { isDepletion, levelChange, shortfall } from '../stock/low-stock.js';
import type { Part, PartKind } from './part.fields.js';
import { unitOf } from './unit.js';

/** Emits status and stock level events for every change of a part: by an action, a direct write or the ledger. */
export function emitPartEvents(context: KindHookContext, changes: readonly RecordChange<PartKind>[]): void {
  for (const { operation, before, after } of changes) {
    if (operation !== 'update' || before === null) continue;
    emitStatusEvents(context, before, after);
    emitStockLevelEvents(context, before, after);
  }
}

function emitStatusEvents(context: KindHookContext, before: Part, after: Part): void {
  const [from, to] = [before.fields.status, after.fields.status];
  if (from === to) return;
  context.emit(partStatusChanged, { partId: after.id, name: after.title, from, to });
  if (to === 'obsolete') context.emit(partArchived, { partId: after.id, name: after.title });
}

function emitStockLevelEvents(context: KindHookContext, before: Part, after: Part): void {
  const { available, on_hand, on_order, min_stock, target_stock, default_supplier_part } = after.fields;
  const named = { partId: after.id, partName: after.title, unit: unitOf(after) };
  const change = levelChange(before.fields, after.fields);
  if (isDepletion(before.fields, after.fields)) context.emit(stockDepleted, { ...named, available, onHand: on_hand });
  if (change === 'recovered' || change === 'stocked')
    context.emit(change === 'stocked' ? partStocked : stockRecovered, {
      ...named,
      available,
      onHand: on_hand,
      ...(min_stock === undefined ? {} : { minStock: min_stock }),
    });
  if (change !== 'low' || min_stock === undefined) return;
  const target = target_stock ?? min_stock;
  context.emit(stockLow, {
    ...named,
    available,
    onHand: on_hand,
    onOrder: on_order,
    minStock: min_stock,
    targetStock: target,
    shortfall: shortfall({ target, available, onOrder: on_order }),
    ...(default_supplier_part === undefined ? {} : { supplierPartId: default_supplier_part }),
  });
}
