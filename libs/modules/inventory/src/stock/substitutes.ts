import { availableOfPart } from './stock-totals.js';
import type { EventDefinition, ModuleContext } from '@cubit/core';
import { type ExactQuantity, leastOf, mostOf, sumOfExact } from '@cubit/decimal';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { isSameMeasure } from '../part/unit.js';
import { reservationsFor, reservedQty } from '../reservation/reserved-for.js';
import type { Settings } from '../settings.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { insufficientStock } from './insufficient-stock.js';
import { type AvailableStock, findAvailableStock } from './stock-availability.js';
import { withdraw, type Withdrawal } from './withdraw.js';

/** A quantity of a substitute, in plain units. */
interface Share {
  readonly substitute: Part;
  readonly qty: ExactQuantity;
}

/** As `withdraw`; what is missing of a part is taken from its substitutes, in their order. */
export async function withdrawWithSubstitutes(
  context: ModuleContext<EventDefinition, Settings>,
  withdrawal: Withdrawal,
): Promise<void> {
  const { target, qty, posting, path } = withdrawal;
  const { part: owner, item } = target;
  const { substitutes = [] } = owner.fields;
  if (item !== null || substitutes.length === 0) return withdraw(context, withdrawal);
  const reserved = reservedQty(await reservationsFor(context, owner, posting.details.cause));
  const own = leastOf(qty, mostOf(0n, availableOfPart(owner)) + reserved);
  const parts = await context.records.lock(part, substitutes);
  const shares = sharesOf(
    owner,
    substitutes.flatMap((id) => parts.get(id) ?? []),
    qty - own,
  );
  const replaced = sumOfExact(shares.map((share) => share.qty));
  const missing = qty - own - replaced;
  if (missing > 0n && !context.settings.allow_negative)
    throw insufficientStock({ part: owner, found: own + replaced, requested: qty, path });
  const ownQty = own + missing;
  if (ownQty > 0n) await withdraw(context, { ...withdrawal, qty: ownQty });
  for (const { substitute, qty: taken } of shares)
    await withdraw(context, { target: { part: substitute, item: null }, qty: taken, posting, path });
}

function sharesOf(owner: Part, substitutes: readonly Part[], wanted: ExactQuantity): readonly Share[] {
  const shares: Share[] = [];
  let rest = wanted;
  for (const substitute of substitutes) {
    // A substitute that is measured otherwise cannot be counted against what is missing.
    if (rest <= 0n || !isSameMeasure(owner, substitute)) continue;
    const qty = leastOf(rest, mostOf(0n, availableOfPart(substitute)));
    if (qty <= 0n) continue;
    shares.push({ substitute, qty });
    rest -= qty;
  }
  return shares;
}

/** As `findAvailableStock`, with the stock of the substitutes of a part. */
export async function findStockWithSubstitutes(
  context: ModuleContext,
  target: Part | StockItem,
): Promise<AvailableStock> {
  const found = await findAvailableStock(context, target);
  const { substitutes = [] } = found.part.fields;
  if (target.kind !== part.id || substitutes.length === 0) return found;
  const parts = await context.records.getMany(part, substitutes);
  const free = [...parts.values()]
    .filter((one) => isSameMeasure(found.part, one))
    .map((one) => mostOf(0n, availableOfPart(one)));
  return { ...found, free: mostOf(0n, found.free) + sumOfExact(free) };
}
