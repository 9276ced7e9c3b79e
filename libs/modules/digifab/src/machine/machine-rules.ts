import { compact, type ErrorDetail, fail, type KindHookContext, type RecordDraft, validationFailed } from '@cubit/core';
import { differs } from '../changed.js';
import { part, stockItem, type Part, type StockItem } from '../stock.js';
import type { MachineKind, Slot } from './machine.fields.js';

type Draft = RecordDraft<MachineKind>;

/** Checks that loaded stock items exist and are loaded once, and fills the description of each slot from its part. */
export async function applyMachineRules(context: KindHookContext, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) if (draft.operation === 'delete') refuseWhileBusy(draft);
  const changed = drafts.filter(
    ({ operation, before, fields }) => operation !== 'delete' && differs(before?.fields, fields, ['loaded']),
  );
  const slots = changed.flatMap(({ fields }) => fields.loaded ?? []);
  if (slots.length === 0) return;
  const items = await context.records.getMany(
    stockItem,
    slots.flatMap((slot) => slot.stock_item ?? []),
  );
  const parts = await context.records.getMany(part, [
    ...[...items.values()].map(({ fields }) => fields.part),
    ...slots.flatMap((slot) => slot.part ?? []),
  ]);
  const faults: ErrorDetail[] = [];
  for (const draft of changed) {
    const loaded = draft.fields.loaded ?? [];
    loaded.forEach((slot, index) => {
      const fault = faultOf(slot, { index, loaded, items, parts });
      if (fault) faults.push({ ...fault, path: `${draft.path('loaded')}/${index}/${fault.path}` });
    });
    draft.fields = { ...draft.fields, loaded: loaded.map((slot) => describeSlot(slot, items, parts)) };
  }
  if (faults.length > 0) throw validationFailed(faults);
}

function refuseWhileBusy({ fields: { current_job: job } }: Draft): void {
  if (job === undefined) return;
  const message = 'The machine has a job. Cancel it or wait until it ends.';
  throw fail('in_use', message, { details: [{ path: '', code: 'in_use', message }] });
}

interface SlotRuleContext {
  readonly index: number;
  readonly loaded: readonly Slot[];
  readonly items: ReadonlyMap<string, StockItem>;
  readonly parts: ReadonlyMap<string, Part>;
}

function faultOf(slot: Slot, { index, loaded, items, parts }: SlotRuleContext): ErrorDetail | null {
  const earlier = loaded.slice(0, index);
  if (earlier.some((other) => other.slot === slot.slot))
    return { path: 'slot', code: 'repeated', message: `Slot ${slot.slot} is listed twice.` };
  if (slot.stock_item !== undefined && earlier.some((other) => other.stock_item === slot.stock_item))
    return { path: 'stock_item', code: 'repeated', message: 'The stock item is already in another slot.' };
  if (slot.stock_item !== undefined && !items.has(slot.stock_item))
    return { path: 'stock_item', code: 'unknown_reference', message: 'The stock item does not exist.' };
  if (slot.part !== undefined && slot.stock_item === undefined && !parts.has(slot.part))
    return { path: 'part', code: 'unknown_reference', message: 'The part does not exist.' };
  return null;
}

function describeSlot(slot: Slot, items: ReadonlyMap<string, StockItem>, parts: ReadonlyMap<string, Part>): Slot {
  const owner = parts.get(items.get(slot.stock_item ?? '')?.fields.part ?? slot.part ?? '');
  return compact({
    ...slot,
    part: owner?.id,
    material: slot.material ?? owner?.fields.material?.material,
    color_hex: slot.color_hex ?? owner?.fields.material?.color_hex,
    color_alpha: slot.color_hex === undefined ? owner?.fields.material?.color_alpha : slot.color_alpha,
  });
}
