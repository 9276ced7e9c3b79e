import type { ModuleContext } from '@cubit/core';
import { addQuantities, subtractQuantities } from '@cubit/decimal';
import { convertQuantity } from '@cubit/units';
import type { Part } from '../part/part.fields.js';
import { part } from '../part/part.kind.js';
import { unitOf } from '../part/unit.js';
import { reservationsFor, reservedQty } from '../reservation/reserved-for.js';
import { allowsNegative } from '../settings.js';
import type { StockItem } from '../stock-item/stock-item.fields.js';
import { insufficientStock } from './insufficient-stock.js';
import { type AvailableStock, findAvailableStock } from './stock-availability.js';
import { withdraw, type Withdrawal } from './withdraw.js';

/** A quantity of a substitute, and what it replaces. */
interface Share {
  readonly substitute: Part;
  readonly qty: number;
  readonly replaced: number;
}

/** As `withdraw`; what is missing of a part is taken from its substitutes, in their order. */
export async function withdrawWithSubstitutes(context: ModuleContext, withdrawal: Withdrawal): Promise<void> {
  const { target, qty, posting, path } = withdrawal;
  const { part: owner, item } = target;
  const { substitutes = [] } = owner.fields;
  if (item !== null || substitutes.length === 0) return withdraw(context, withdrawal);
  const reserved = reservedQty(await reservationsFor(context, owner, posting.details.cause));
  const own = Math.min(qty, addQuantities(Math.max(0, owner.fields.available), reserved));
  const parts = await context.records.lock(part, substitutes);
  const shares = sharesOf(
    owner,
    substitutes.flatMap((id) => parts.get(id) ?? []),
    subtractQuantities(qty, own),
  );
  const replaced = addQuantities(0, ...shares.map((share) => share.replaced));
  const missing = subtractQuantities(qty, own, replaced);
  if (missing > 0 && !allowsNegative(context.settings))
    throw insufficientStock({ part: owner, found: addQuantities(own, replaced), requested: qty, path });
  const ownQty = addQuantities(own, missing);
  if (ownQty > 0) await withdraw(context, { ...withdrawal, qty: ownQty });
  for (const { substitute, qty: taken } of shares)
    await withdraw(context, { target: { part: substitute, item: null }, qty: taken, posting, path });
}

function sharesOf(owner: Part, substitutes: readonly Part[], wanted: number): readonly Share[] {
  const shares: Share[] = [];
  let rest = wanted;
  for (const substitute of substitutes) {
    if (rest <= 0) break;
    const [from, to] = [unitOf(owner), unitOf(substitute)];
    const needed = convertQuantity(rest, { from, to });
    // A substitute that is measured otherwise cannot be counted against what is missing.
    if (needed === undefined) continue;
    const qty = Math.min(needed, Math.max(0, substitute.fields.available));
    if (qty <= 0) continue;
    const replaced = qty === needed ? rest : (convertQuantity(qty, { from: to, to: from }) ?? 0);
    shares.push({ substitute, qty, replaced });
    rest = subtractQuantities(rest, replaced);
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
  const free = [...parts.values()].map((one) => {
    const converted = convertQuantity(Math.max(0, one.fields.available), { from: unitOf(one), to: unitOf(found.part) });
    return converted ?? 0;
  });
  return { ...found, free: addQuantities(Math.max(0, found.free), ...free) };
}
