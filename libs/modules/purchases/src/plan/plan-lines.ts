import { exact, Field, subtractDecimals, type ModuleContext } from '@cubit/core';
import { Type, type Static } from 'typebox';
import type { Source } from '../draft/choose-supplier-part.js';
import type { Part } from '../foreign.js';
import { amountOf, sumOf, totalOf } from '../money/amount.js';
import { inStock } from '../order-item/derive-item.js';
import { currencyOf } from '../settings.js';
import { currencyOfPrices, priceAt, unitsFor } from '../supplier-part/price-at.js';

const uuid = Type.String({ format: 'uuid' });
const closed = { additionalProperties: false };
const need = {
  part: uuid,
  title: Type.String(),
  demand: Type.Number({
    description: 'Wanted, in units of stock: by builds and requests, and to the target where it is low.',
  }),
  available: Type.Number(),
  on_order: Type.Number(),
  drafted: Type.Number({ description: 'On drafts that nobody has placed.' }),
  shortfall: Type.Number({ description: 'What is left to buy, in units of stock.' }),
};
const line = Type.Object(
  {
    ...need,
    supplier_part: uuid,
    sku: Type.String(),
    qty: Type.Number({ description: 'To order, in purchase units.' }),
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
          total: Field.money({ description: 'Of the lines in this currency whose price is known.' }),
          below_minimum: Type.Boolean({ description: 'It is less than the supplier takes orders for.' }),
          lines: Type.Array(line),
        },
        closed,
      ),
    ),
    unsourced: Type.Array(Type.Object(need, closed), { description: 'What no active supplier is known for.' }),
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

interface Situation {
  readonly demand: ReadonlyMap<string, number>;
  readonly parts: readonly Part[];
  readonly drafted: ReadonlyMap<string, number>;
  readonly includeLow: boolean;
}

/** What is left to buy, by name. */
export function planLines({ demand, parts, drafted, includeLow }: Situation): readonly Shortfall[] {
  const lines = parts.map((part): Shortfall => {
    const { available, on_order, min_stock, target_stock = min_stock ?? 0 } = part.fields;
    const wanted = demand.get(part.id) ?? 0;
    const isLow = includeLow && min_stock !== undefined && subtractDecimals(available, wanted) < min_stock;
    const all = isLow ? subtractDecimals(wanted, -target_stock) : wanted;
    const draft = drafted.get(part.id) ?? 0;
    const shortfall = Math.max(0, subtractDecimals(all, available, on_order, draft));
    return { part, demand: all, drafted: draft, shortfall };
  });
  return lines
    .filter(({ shortfall }) => shortfall > 0)
    .toSorted((a, b) => (a.part.title < b.part.title ? -1 : Number(a.part.title > b.part.title)));
}

export function bySupplier(
  { settings }: ModuleContext,
  lines: readonly Shortfall[],
  sources: ReadonlyMap<string, Source>,
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

function lineOf(short: Shortfall, { supplierPart }: Source, currency: string): PlannedLine {
  const qty = unitsFor(supplierPart, short.shortfall);
  const price = priceAt(supplierPart, qty, currency);
  const cost = price && totalOf(exact.multiplyDecimals(amountOf(price), exact.exactly(qty)), currency);
  return {
    ...needOf(short),
    supplier_part: supplierPart.id,
    sku: supplierPart.fields.sku,
    qty,
    stock_qty: inStock(qty, supplierPart.fields.pack_qty),
    ...(price ? { unit_price: price } : {}),
    ...(cost ? { total: cost } : {}),
  };
}
