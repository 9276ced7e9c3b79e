import { shownOfPart } from '../part/unit.js';
import { heldOf } from '../stock-item/exact-fields.js';
import type { Part } from '../part/part.fields.js';
import { type ExactQuantity, exactToText } from '@cubit/decimal';
import type { ModuleContext, RecordPatch } from '@cubit/core';
import type { StockItem, StockItemKind } from '../stock-item/stock-item.fields.js';
import { stockItem } from '../stock-item/stock-item.kind.js';
import type { MovementType } from './movement-type.js';
import type { Take } from './pick-stock.js';
import type { Posting } from './posting.js';
import { NO_STOCK } from './stock-totals.js';
import { notOnHandReason } from './stock-target.js';

/** Stock of one part that was consumed. */
export interface Consumption {
  readonly part: Part;
  readonly takes: readonly Take[];
  /** Quantity consumed beyond what there was, in plain units; 0 if there was enough. */
  readonly over: ExactQuantity;
  /** The stock item that `over` is recorded on. Absent if the part has none. */
  readonly item: StockItem | undefined;
}

interface ConsumptionOptions {
  readonly posting: Posting;
  readonly type: MovementType;
  /** Path of the quantity in the request. */
  readonly path: string;
}

/** Takes the stock. An item that had less than was consumed gets the status `attention`, and its movement the quantity that was missing. */
export async function writeConsumption(
  context: ModuleContext,
  consumptions: readonly Consumption[],
  options: ConsumptionOptions,
): Promise<void> {
  const patches = consumptions.flatMap((consumption) => patchesOf(consumption, options));
  await context.records.updateMany(stockItem, patches);
  const written = new Set(patches.map(({ id }) => id));
  for (const consumption of consumptions)
    if (consumption.over > 0n && !written.has(consumption.item?.id ?? '')) addEmptyLine(consumption, options);
}

function patchesOf(
  { part, takes, over, item: last }: Consumption,
  { posting, type, path }: ConsumptionOptions,
): readonly RecordPatch<StockItemKind>[] {
  const marked = over > 0n && last && isMarkable(last) ? last : undefined;
  const isUntouched = marked !== undefined && takes.every(({ item }) => item.id !== marked.id);
  const all = isUntouched ? [...takes, { item: marked, qty: 0n }] : takes;
  return all.map(({ item, qty }) => ({
    id: item.id,
    fields: {
      exact_qty: exactToText(heldOf(item.fields) - qty),
      ...(item.id === marked?.id ? { status: 'attention' as const } : {}),
    },
    note: posting.note(type, over > 0n && item.id === last?.id ? { over: shownOfPart(part, over) } : undefined),
    path: () => path,
  }));
}

/** `attention` says more than these statuses. Installed and lent items keep theirs. */
function isMarkable(item: StockItem): boolean {
  return notOnHandReason(item) === null && (item.fields.status === 'ok' || item.fields.status === 'returned');
}

/** A movement without a change of stock: the item was empty or gone, or there was none. */
function addEmptyLine({ part, over, item }: Consumption, { posting, type, path }: ConsumptionOptions): void {
  const qty = item?.fields.qty ?? 0;
  posting.entries.push({
    partId: part.id,
    effect: NO_STOCK,
    line: {
      type,
      stockItem: item?.id,
      qtyBefore: qty,
      qtyAfter: qty,
      exactDelta: 0n,
      unitCost: item?.fields.unit_cost,
      cost: item?.fields.cost,
      origin: { over: shownOfPart(part, over) },
    },
    path: () => path,
  });
}
