import * as exact from '@cubit/decimal';
import { type EventDefinition, Field, type ModuleContext } from '@cubit/core';
import { Type, type Static } from 'typebox';
import type { PurchaseSource } from '../draft/choose-supplier-part.js';
import { NOT_ORDERED, type OrderedQuantities, shortfallOf } from '../draft/ordered-quantities.js';
import type { Part } from '../foreign.js';
import { amountOf, sumOf, totalOf } from '../money/amount.js';
import { toStockUnits } from '../order-item/derive-item.js';
import type { Settings } from '../settings.js';
import { cheapestPurchase } from '../shopping/cheapest-purchase.js';
import { currencyOfPrices, priceAt, unitsFor } from '../supplier-part/price-at.js';
import { availableOf, exactOf, shownOf } from '../unit.js';
import type { Demand } from './demand.js';

const uuid = Type.String({ format: 'uuid' });
const closed = { additionalProperties: false };
const need = {
  part: uuid,
  title: Type.String(),
  demand: Type.Number({
    description: 'Demand of builds and requests, and up to the target if the part is low, in stock units.',
  }),
  available: Type.Number(),
  on_order: Type.Number(),
  drafted: Type.Number({ description: 'Quantity on draft orders.' }),
  shortfall: Type.Number({ description: 'Quantity to buy, in stock units.' }),
};
const line = Type.Object(
  {
    ...need,
    supplier_part: uuid,
    sku: Type.String(),
    qty: Type.Number({ description: 'Quantity to order, in purchase units.' }),
    stock_qty: Type.Number(),
    unit_price: Type.Optional(Field.money()),
    total: Type.Optional(Field.money()),
  },
  closed,
);
export const planResult = Type.Object(
  {
    suppliers: Type.Array(
      Type.Object(
        {
          supplier: uuid,
          name: Type.String(),
          currency: Type.String(),
          total: Field.money({ description: 'Total of the lines with a known price.' }),
          below_minimum: Type.Boolean({ description: 'Whether the total is below the minimum order of the supplier.' }),
          lines: Type.Array(line),
        },
        closed,
      ),
    ),
    unsourced: Type.Array(Type.Object(need, closed), { description: 'Parts without an active supplier.' }),
  },
  closed,
);
type Plan = Static<typeof planResult>;
type PlannedLine = Static<typeof line>;

export interface Shortfall {
  readonly part: Part;
  readonly demand: number;
  readonly drafted: number;
  readonly shortfall: number;
}

interface PlanContext {
  readonly demand: Demand;
  readonly ordered: ReadonlyMap<string, OrderedQuantities>;
  readonly includeLow: boolean;
}

/** The parts to buy, sorted by title. */
export function planLines({ demand: { parts, quantities }, ordered, includeLow }: PlanContext): readonly Shortfall[] {
  const lines = [...parts.values()].map((part): Shortfall => {
    const { min_stock, target_stock = min_stock ?? 0 } = part.fields;
    const wanted = quantities.get(part.id) ?? 0n;
    const isLow = includeLow && min_stock !== undefined && shownOf(part, availableOf(part) - wanted) < min_stock;
    const all = isLow ? wanted + exactOf(part, target_stock) : wanted;
    const coming = ordered.get(part.id) ?? NOT_ORDERED;
    const shortfall = shortfallOf(part, all, coming);
    return { part, demand: shownOf(part, all), drafted: shownOf(part, coming.drafted), shortfall };
  });
  return lines
    .filter(({ shortfall }) => shortfall > 0)
    .toSorted((a, b) => (a.part.title < b.part.title ? -1 : Number(a.part.title > b.part.title)));
}

/** A line to buy from one supplier. */
export interface PlannedPurchase {
  readonly short: Shortfall;
  readonly source: PurchaseSource;
  readonly currency: string;
  /** In purchase units. */
  readonly qty: number;
}

export function groupBySupplier(
  context: ModuleContext<EventDefinition, Settings>,
  lines: readonly Shortfall[],
  sources: ReadonlyMap<string, PurchaseSource>,
): Plan {
  const purchases = lines.flatMap((short): readonly PlannedPurchase[] => {
    const source = sources.get(short.part.id);
    if (!source) return [];
    const qty = unitsFor(source.supplierPart, short.shortfall);
    return [{ short, source, currency: currencyOfSource(context, source), qty }];
  });
  return {
    ...groupPurchases(purchases),
    unsourced: lines.filter(({ part }) => !sources.has(part.id)).map(needOf),
  };
}

function currencyOfSource(
  { settings }: ModuleContext<EventDefinition, Settings>,
  { supplierPart, supplier }: PurchaseSource,
): string {
  return currencyOfPrices(supplierPart) ?? supplier.fields.currency ?? settings.currency;
}

/**
 * The cheapest purchases of each part, in one currency: that of the workspace if a source has it, else that of the first source. A
 * part without a price is bought from its first source.
 */
export function purchasesOf(
  context: ModuleContext<EventDefinition, Settings>,
  lines: readonly Shortfall[],
  sources: ReadonlyMap<string, readonly PurchaseSource[]>,
): readonly PlannedPurchase[] {
  const usual = context.settings.currency;
  return lines.flatMap((short): readonly PlannedPurchase[] => {
    const own = sources.get(short.part.id) ?? [];
    const [first] = own;
    if (!first) return [];
    const currencies = own.map(({ supplierPart }) => currencyOfPrices(supplierPart));
    const currency = currencies.includes(usual) ? usual : (currencies.find((one) => one !== undefined) ?? usual);
    const cheapest = cheapestPurchase(own, short.shortfall, currency);
    if (cheapest.length > 0) return cheapest.map((purchase) => ({ short, currency, ...purchase }));
    const qty = unitsFor(first.supplierPart, short.shortfall);
    return [{ short, source: first, currency: currencyOfSource(context, first), qty }];
  });
}

export function groupPurchases(purchases: readonly PlannedPurchase[]): Pick<Plan, 'suppliers'> {
  const sourced = purchases.map((purchase) => ({ ...purchase, line: lineOf(purchase) }));
  const groups = Map.groupBy(sourced, ({ source, currency }) => `${source.supplier.id} ${currency}`);
  const suppliers = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { source, currency } = first;
    const { supplier } = source;
    const total = totalOf(sumOf(group.map((entry) => amountOf(entry.line.total))), currency);
    const least = supplier.fields.min_order;
    const isBelow = least?.currency === currency && exact.compareDecimals(amountOf(total), amountOf(least)) < 0;
    const own = group.map((entry) => entry.line);
    return [{ supplier: supplier.id, name: supplier.title, currency, total, below_minimum: isBelow, lines: own }];
  });
  return { suppliers };
}

export function needOf({ part, demand, drafted, shortfall }: Shortfall) {
  const { available, on_order } = part.fields;
  return { part: part.id, title: part.title, demand, available, on_order, drafted, shortfall };
}

function lineOf({ short, source: { supplierPart }, qty, currency }: PlannedPurchase): PlannedLine {
  const price = priceAt(supplierPart, qty, currency);
  const cost = price && totalOf(exact.multiplyDecimals(amountOf(price), exact.toDecimal(qty)), currency);
  return {
    ...needOf(short),
    supplier_part: supplierPart.id,
    sku: supplierPart.fields.sku,
    qty,
    stock_qty: toStockUnits(qty, supplierPart.fields.pack_qty),
    ...(price ? { unit_price: price } : {}),
    ...(cost ? { total: cost } : {}),
  };
}
