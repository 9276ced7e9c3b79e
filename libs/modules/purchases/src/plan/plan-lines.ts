import * as exact from '@cubit/decimal';
import { Field, type ModuleContext } from '@cubit/core';
import { subtractQuantities } from '@cubit/decimal';
import { Type, type Static } from 'typebox';
import type { PurchaseSource } from '../draft/choose-supplier-part.js';
import type { Part } from '../foreign.js';
import { amountOf, sumOf, totalOf } from '../money/amount.js';
import { toStockUnits } from '../order-item/derive-item.js';
import { currencyOf } from '../settings.js';
import { currencyOfPrices, priceAt, unitsFor } from '../supplier-part/price-at.js';

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
  readonly demand: ReadonlyMap<string, number>;
  readonly parts: readonly Part[];
  readonly drafted: ReadonlyMap<string, number>;
  readonly includeLow: boolean;
}

/** The parts to buy, sorted by title. */
export function planLines({ demand, parts, drafted, includeLow }: PlanContext): readonly Shortfall[] {
  const lines = parts.map((part): Shortfall => {
    const { available, on_order, min_stock, target_stock = min_stock ?? 0 } = part.fields;
    const wanted = demand.get(part.id) ?? 0;
    const isLow = includeLow && min_stock !== undefined && subtractQuantities(available, wanted) < min_stock;
    const all = isLow ? subtractQuantities(wanted, -target_stock) : wanted;
    const draft = drafted.get(part.id) ?? 0;
    const shortfall = Math.max(0, subtractQuantities(all, available, on_order, draft));
    return { part, demand: all, drafted: draft, shortfall };
  });
  return lines
    .filter(({ shortfall }) => shortfall > 0)
    .toSorted((a, b) => (a.part.title < b.part.title ? -1 : Number(a.part.title > b.part.title)));
}

export function groupBySupplier(
  { settings }: ModuleContext,
  lines: readonly Shortfall[],
  sources: ReadonlyMap<string, PurchaseSource>,
): Plan {
  const sourced = lines.flatMap((short) => {
    const source = sources.get(short.part.id);
    if (!source) return [];
    const currency = currencyOfPrices(source.supplierPart) ?? source.supplier.fields.currency ?? currencyOf(settings);
    return [{ supplier: source.supplier, currency, line: lineOf(short, source, currency) }];
  });
  const groups = Map.groupBy(sourced, ({ supplier, currency }) => `${supplier.id} ${currency}`);
  const suppliers = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { supplier, currency } = first;
    const total = totalOf(sumOf(group.map((entry) => amountOf(entry.line.total))), currency);
    const least = supplier.fields.min_order;
    const isBelow = least?.currency === currency && exact.compareDecimals(amountOf(total), amountOf(least)) < 0;
    const own = group.map((entry) => entry.line);
    return [{ supplier: supplier.id, name: supplier.title, currency, total, below_minimum: isBelow, lines: own }];
  });
  return { suppliers, unsourced: lines.filter(({ part }) => !sources.has(part.id)).map(needOf) };
}

function needOf({ part, demand, drafted, shortfall }: Shortfall) {
  const { available, on_order } = part.fields;
  return { part: part.id, title: part.title, demand, available, on_order, drafted, shortfall };
}

function lineOf(short: Shortfall, { supplierPart }: PurchaseSource, currency: string): PlannedLine {
  const qty = unitsFor(supplierPart, short.shortfall);
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
