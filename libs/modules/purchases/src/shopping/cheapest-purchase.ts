import * as exact from '@cubit/decimal';
import type { PurchaseSource } from '../draft/choose-supplier-part.js';
import { amountOf } from '../money/amount.js';
import { toStockUnits } from '../order-item/derive-item.js';
import { currencyOfPrices, priceAt, unitsFor } from '../supplier-part/price-at.js';

export interface Purchase {
  readonly source: PurchaseSource;
  /** In purchase units. */
  readonly qty: number;
}

interface Offer extends Purchase {
  readonly cost: exact.Decimal;
}

/**
 * The cheapest way to get at least `wanted` stock units: from one supplier part, or split over two. Between two price breaks the cost
 * grows with the quantity, so only the smallest quantity that suffices, whole packs below it, and the quantities of price breaks are
 * compared. Shipping is not counted. Empty if no source has a price in the currency.
 */
export function cheapestPurchase(
  sources: readonly PurchaseSource[],
  wanted: number,
  currency: string,
): readonly Purchase[] {
  const priced = sources.filter(({ supplierPart }) => currencyOfPrices(supplierPart) === currency);
  const whole = priced.flatMap((source) => cheapestOffer(source, wanted, currency) ?? []).map((offer) => [offer]);
  const split = priced.flatMap((first) =>
    partialQuantities(first, wanted).flatMap((qty) => {
      const offer = offerOf(first, qty, currency);
      const rest = wanted - toStockUnits(qty, first.supplierPart.fields.pack_qty);
      if (!offer) return [];
      return priced.flatMap((second) => {
        const other = second === first ? undefined : cheapestOffer(second, rest, currency);
        return other ? [[offer, other]] : [];
      });
    }),
  );
  // Of equally cheap ways, the one with fewer orders.
  const [best] = [...whole, ...split].toSorted(
    (a, b) => exact.compareDecimals(costOf(a), costOf(b)) || a.length - b.length,
  );
  return (best ?? []).map(({ source, qty }) => ({ source, qty }));
}

function costOf(offers: readonly Offer[]): exact.Decimal {
  return offers.map(({ cost }) => cost).reduce(exact.addDecimals, exact.ZERO);
}

/** The smallest quantity that suffices, or a larger one that a price break makes cheaper. */
function cheapestOffer(source: PurchaseSource, wanted: number, currency: string): Offer | undefined {
  const least = unitsFor(source.supplierPart, wanted);
  const offers = [least, ...breaksOf(source).filter((qty) => qty > least)].flatMap(
    (qty) => offerOf(source, qty, currency) ?? [],
  );
  return offers.toSorted((a, b) => exact.compareDecimals(a.cost, b.cost) || a.qty - b.qty)[0];
}

function offerOf(source: PurchaseSource, qty: number, currency: string): Offer | undefined {
  const price = priceAt(source.supplierPart, qty, currency);
  if (!price) return undefined;
  return { source, qty, cost: exact.multiplyDecimals(amountOf(price), exact.toDecimal(qty)) };
}

/** Quantities of a source that leave something to another. */
function partialQuantities(source: PurchaseSource, wanted: number): readonly number[] {
  const { pack_qty: pack, moq = 0 } = source.supplierPart.fields;
  const packs = Math.floor(Math.round((wanted / pack) * 1e6) / 1e6);
  const quantities = [packs, ...breaksOf(source)];
  return [...new Set(quantities)].filter((qty) => qty > 0 && qty >= moq && qty * pack < wanted);
}

function breaksOf({ supplierPart }: PurchaseSource): readonly number[] {
  return (supplierPart.fields.price_breaks ?? []).map(({ min_qty }) => min_qty);
}
