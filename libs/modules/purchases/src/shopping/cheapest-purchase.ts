import * as exact from '@cubit/decimal';
import type { PurchaseSource } from '../draft/choose-supplier-part.js';
import { amountOf } from '../money/amount.js';
import { toStockUnits } from '../order-item/derive-item.js';
import { currencyOfPrices, packsOf, priceAt, unitsFor } from '../supplier-part/price-at.js';

export interface Purchase {
  readonly source: PurchaseSource;
  /** In purchase units. */
  readonly qty: number;
}

interface Offer extends Purchase {
  readonly cost: exact.Decimal;
}

/** Partial purchases of one size that are continued: the most promising ones. */
const MAX_PARTIAL = 50;

/** Offers that leave `rest` stock units to other sources. */
interface Partial {
  readonly offers: readonly Offer[];
  readonly cost: exact.Decimal;
  readonly rest: number;
}

/**
 * The cheapest way to get at least `wanted` stock units: from one supplier part, or split over several. Between two price breaks the
 * cost grows with the quantity, so only the smallest quantity that suffices, whole packs below it, and the quantities of price breaks
 * are compared. Of equally cheap ways, the one with fewer lines. Shipping is not counted. Empty if no source has a price in the
 * currency.
 */
export function cheapestPurchase(
  sources: readonly PurchaseSource[],
  wanted: number,
  currency: string,
): readonly Purchase[] {
  const priced = sources.filter(({ supplierPart }) => currencyOfPrices(supplierPart) === currency);
  let best: Partial | undefined;
  let open: readonly Partial[] = [{ offers: [], cost: exact.ZERO, rest: wanted }];
  while (open.length > 0) {
    for (const partial of open) best = cheaper(best, complete(partial, priced, currency));
    const next = open.flatMap((partial) => extend(partial, priced, currency));
    open = mostPromising(
      next.filter(({ cost }) => !best || exact.compareDecimals(cost, best.cost) < 0),
      priced,
      currency,
    );
  }
  return (best?.offers ?? []).map(({ source, qty }) => ({ source, qty }));
}

function cheaper(best: Partial | undefined, other: Partial | undefined): Partial | undefined {
  if (!best || !other) return best ?? other;
  return exact.compareDecimals(other.cost, best.cost) < 0 ? other : best;
}

/** Gets the rest from one more source. */
function complete(partial: Partial, priced: readonly PurchaseSource[], currency: string): Partial | undefined {
  return othersOf(partial, priced)
    .flatMap((source) => cheapestOffer(source, partial.rest, currency) ?? [])
    .map((offer) => withOffer(partial, offer))
    .reduce(cheaper, undefined);
}

/** Gets a part of the rest from one more source. */
function extend(partial: Partial, priced: readonly PurchaseSource[], currency: string): readonly Partial[] {
  return othersOf(partial, priced).flatMap((source) =>
    partialQuantities(source, partial.rest).flatMap((qty) => {
      const offer = offerOf(source, qty, currency);
      return offer ? [withOffer(partial, offer)] : [];
    }),
  );
}

function othersOf({ offers }: Partial, priced: readonly PurchaseSource[]): readonly PurchaseSource[] {
  return priced.filter((source) => !offers.some((offer) => offer.source === source));
}

function withOffer({ offers, cost, rest }: Partial, offer: Offer): Partial {
  const got = toStockUnits(offer.qty, offer.source.supplierPart.fields.pack_qty);
  return {
    offers: [...offers, offer],
    cost: exact.addDecimals(cost, offer.cost),
    rest: exact.subtractQuantities(rest, got),
  };
}

/** Those that would cost least if the rest had the lowest price of all sources. Bounds the work for parts with many prices. */
function mostPromising(
  partials: readonly Partial[],
  priced: readonly PurchaseSource[],
  currency: string,
): readonly Partial[] {
  if (partials.length <= MAX_PARTIAL) return partials;
  const lowest = Math.min(
    ...priced.map(({ supplierPart }) => {
      const most = priceAt(supplierPart, Number.MAX_SAFE_INTEGER, currency);
      return most ? Number(most.amount) / supplierPart.fields.pack_qty : Number.POSITIVE_INFINITY;
    }),
  );
  const bound = ({ cost, rest }: Partial) => exact.decimalToNumber(cost) + rest * lowest;
  return partials
    .map((partial) => ({ partial, cost: bound(partial) }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, MAX_PARTIAL)
    .map(({ partial }) => partial);
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
  const packs = Math.floor(packsOf(wanted, pack));
  const quantities = [packs, ...breaksOf(source)];
  return [...new Set(quantities)].filter((qty) => qty > 0 && qty >= moq && qty * pack < wanted);
}

function breaksOf({ supplierPart }: PurchaseSource): readonly number[] {
  return (supplierPart.fields.price_breaks ?? []).map(({ min_qty }) => min_qty);
}
