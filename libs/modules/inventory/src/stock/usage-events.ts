import { compact, type ModuleContext } from '@cubit/core';
import { printUsagePosted, stockExceeded } from '../events.js';
import { movement, type Movement } from '../movement/movement.kind.js';
import type { Part } from '../part/part.fields.js';
import { unitOf } from '../part/unit.js';
import { totalOf } from './pick-stock.js';

const WEIGHTS: ReadonlySet<string> = new Set(['mg', 'g', 'kg', 't', 'oz', 'lb']);

/** Emits `inventory.stock.exceeded` for movements that consumed more than was recorded. */
export function emitExceeded(
  { emit }: ModuleContext,
  movements: readonly Movement[],
  parts: ReadonlyMap<string, Part>,
): void {
  for (const { id, fields } of movements) {
    const owner = parts.get(fields.part);
    if (fields.over === undefined || !owner) continue;
    const unit = unitOf(owner);
    emit(
      stockExceeded,
      compact({
        partId: fields.part,
        partName: owner.title,
        stockItemId: fields.stock_item,
        movementId: id,
        over: fields.over,
        unit,
        check: WEIGHTS.has(unit) ? ('weigh' as const) : ('count' as const),
        cause: fields.cause,
      }),
    );
  }
}

/**
 * Emits `inventory.print_usage.posted` for a posting that took the material of a print, or reversed such postings: one event for each.
 * A usage that is transferred to another stock item is the same quantity, so nothing is emitted.
 */
export async function emitPrintUsage(context: ModuleContext, movements: readonly Movement[]): Promise<void> {
  const reversed = await context.records.getMany(
    movement,
    movements.flatMap(({ fields: { type, reverses } }) =>
      type === 'reverse' && reverses !== undefined ? [reverses] : [],
    ),
  );
  const usages = movements.flatMap((made): readonly Usage[] => {
    const { fields } = made;
    const origin = fields.type === 'reverse' ? reversed.get(fields.reverses ?? '') : made;
    if (origin?.fields.type !== 'print_consume' || origin.fields.cause === undefined) return [];
    const over = origin.fields.over ?? 0;
    return [{ origin, qty: -fields.qty_delta, over: origin === made ? over : -over }];
  });
  const isTransfer = totalOf(usages.map(({ qty }) => qty)) === 0 && totalOf(usages.map(({ over }) => over)) === 0;
  if (usages.length === 0 || isTransfer) return;
  const keys = await causeKeysOf(context, usages);
  for (const [posting, all] of Map.groupBy(usages, ({ origin }) => origin.fields.posting)) {
    const [{ origin }] = all as [Usage];
    const qty = totalOf(all.map((usage) => usage.qty));
    const over = totalOf(all.map((usage) => usage.over));
    context.emit(
      printUsagePosted,
      compact({
        partId: origin.fields.part,
        jobId: origin.fields.cause?.id ?? '',
        causeKey: keys.get(posting),
        qty,
        over,
      }),
    );
  }
}

interface Usage {
  /** The movement that took the stock. */
  readonly origin: Movement;
  readonly qty: number;
  readonly over: number;
}

/** The cause key of each posting: only its first movement has it. Read for reversed postings only. */
async function causeKeysOf({ records }: ModuleContext, usages: readonly Usage[]): Promise<ReadonlyMap<string, string>> {
  const known = usages.map(({ origin }) => origin);
  const postings = [...new Set(known.map(({ fields }) => fields.posting))].filter(
    (posting) => !known.some(({ fields }) => fields.posting === posting && fields.cause_key !== undefined),
  );
  const firsts =
    postings.length === 0
      ? []
      : await records.find(movement, { where: { posting: { in: postings }, cause_key: { not: null } } });
  return new Map(
    [...known, ...firsts].flatMap(({ fields: { posting, cause_key: key } }) => (key ? [[posting, key]] : [])),
  );
}
