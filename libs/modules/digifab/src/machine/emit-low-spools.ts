import type { EventDefinition, ModuleContext } from '@cubit/core';
import { roundGrams } from '../accounting/filament.js';
import { inGrams } from '../accounting/in-unit-of-part.js';
import { materialLow } from '../events/machine-events.js';
import type { AttemptUsage } from '../report/attempt-usage.js';
import type { Settings } from '../settings.js';
import type { Machine } from './machine.fields.js';

/** Emits `digifab.material.low` for loaded spools that the last print brought below the threshold. */
export function emitLowSpools(
  context: ModuleContext<EventDefinition, Settings>,
  { id, fields: { name, loaded = [] } }: Machine,
  { used, items, parts }: AttemptUsage,
): void {
  const threshold = context.settings.material_low_g;
  for (const { stockItemId = '', usedG } of used) {
    const item = items.get(stockItemId);
    const owner = parts.get(item?.fields.part ?? '');
    const slot = loaded.find((one) => one.stock_item === stockItemId);
    const before = item && owner ? inGrams(item.fields.qty, owner) : null;
    if (!owner || !slot || before === null) continue;
    const remaining = roundGrams(Math.max(0, before - usedG));
    if (before < threshold || remaining >= threshold) continue;
    context.emit(materialLow, {
      machineId: id,
      name,
      slot: slot.slot,
      stockItemId,
      partId: owner.id,
      remainingG: remaining,
      thresholdG: threshold,
    });
  }
}
