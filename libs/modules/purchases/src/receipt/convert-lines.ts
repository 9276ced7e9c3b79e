import { type ModuleContext, validationFailed } from '@cubit/core';
import { type ExactQuantity, exactToText, readExact } from '@cubit/decimal';
import { exactQuantity, shownQuantity } from '@cubit/units';
import { type Part, partRecord } from '../foreign.js';
import { inPacks, inPurchaseUnits, type LineQuantities, quantitiesOf } from '../order-item/line-quantities.js';
import type { OrderItem } from '../order-item/order-item.fields.js';
import { measureOf, stockUnitsIn } from '../unit.js';
import type { ReceiptLine, StoredLine } from './receipt-line.js';

/** Receipt lines with their quantities in purchase units, and without rounding. */
export async function convertLines(
  { records }: ModuleContext,
  lines: readonly ReceiptLine[],
  items: ReadonlyMap<string, OrderItem>,
): Promise<readonly StoredLine[]> {
  const named = lines.filter(({ unit }) => unit !== undefined);
  const parts =
    named.length === 0
      ? new Map<string, Part>()
      : await records.getMany(
          partRecord,
          named.flatMap(({ order_item }) => items.get(order_item)?.fields.part ?? []),
        );
  return lines.map((given, index) => {
    const { unit, ...line } = given;
    const item = items.get(line.order_item);
    if (!item) return line;
    const own = quantitiesOf(item.fields);
    if (unit === undefined) return { ...line, exact: exactToText(receivedPacks(line.qty, own)) };
    const at = `/input/lines/${index}`;
    const part = parts.get(item.fields.part ?? '');
    stockUnitsIn(unit, part, `${at}/unit`);
    const exact = part && receivedUnits(part, { qty: line.qty, unit, own });
    if (exact === undefined || exact <= 0n)
      throw validationFailed([{ path: `${at}/qty`, code: 'too_small', message: 'The quantity is too small.' }]);
    return { ...line, qty: inPurchaseUnits(exact, own), exact: exactToText(exact) };
  });
}

/** The received quantity without rounding. */
export function exactOf({ qty, exact }: StoredLine, own: LineQuantities): ExactQuantity {
  return exact === undefined ? inPacks(qty, own) : readExact(exact);
}

/** The quantity that is shown as outstanding is all that is outstanding. */
function receivedPacks(qty: number, own: LineQuantities): ExactQuantity {
  return qty === inPurchaseUnits(own.outstanding, own) ? own.outstanding : inPacks(qty, own);
}

interface NamedQuantity {
  readonly qty: number;
  readonly unit: string;
  readonly own: LineQuantities;
}

function receivedUnits(part: Part, { qty, unit, own }: NamedQuantity): ExactQuantity | undefined {
  const measure = measureOf(part);
  return shownQuantity(own.outstanding, measure, unit) === qty ? own.outstanding : exactQuantity(qty, measure, unit);
}
