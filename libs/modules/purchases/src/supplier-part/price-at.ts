import type { Money } from '@cubit/decimal';
import type { SupplierPart } from './supplier-part.fields.js';

/** At most how much rounding to six places changes a quantity, and a little for the arithmetic of doubles. */
const ROUNDING = 0.500001e-6;

/** Price of one purchase unit at the given quantity; undefined if no price is known in the currency. */
export function priceAt({ fields }: SupplierPart, qty: number, currency: string): Money | undefined {
  const breaks = (fields.price_breaks ?? []).filter((entry) => entry.currency === currency && entry.min_qty <= qty);
  const [best] = breaks.toSorted((a, b) => b.min_qty - a.min_qty);
  if (best) return { amount: best.unit_price, currency };
  return fields.last_price?.currency === currency ? fields.last_price : undefined;
}

/** The currency of the prices; undefined if there are none, or if they are in several currencies. */
export function currencyOfPrices({ fields }: SupplierPart): string | undefined {
  const [only, another] = new Set((fields.price_breaks ?? []).map(({ currency }) => currency));
  return another === undefined ? (only ?? fields.last_price?.currency) : undefined;
}

/** Whole purchase units for a quantity in stock units, and at least the minimum order quantity. */
export function unitsFor({ fields: { pack_qty, moq = 0 } }: Pick<SupplierPart, 'fields'>, stockQty: number): number {
  return Math.max(Math.ceil(packsOf(stockQty, pack_qty)), moq);
}

/** The number of packs; a whole number if the rest is not more than the rounding of both shown quantities. */
export function packsOf(stockQty: number, packQty: number): number {
  const packs = stockQty / packQty;
  const whole = Math.round(packs);
  return Math.abs(stockQty - whole * packQty) <= (whole + 1) * ROUNDING ? whole : packs;
}
