import { compact, type ModuleContext } from '@cubit/core';
import { addQuantities, subtractQuantities } from '@cubit/decimal';
import type { Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import { amountsFor } from './build-lines.js';
import type { Build, BuildLine, TakenStock } from './build.fields.js';
import { componentStock } from './component-stock.js';
import type { Share } from './allocate.js';
import { useComponents, type Takes } from './use-components.js';

interface TakeComponentsOptions {
  readonly build: Build;
  readonly units: number;
  readonly posting: Posting;
  /** Path of the quantity in the request. */
  readonly path: string;
  /** The components were used already, so a shortage is recorded and not refused. */
  readonly isPast?: boolean;
}

/**
 * Uses the components of the given units: stock reserved by the build first, then free stock. Throws `409` with a detail for every short
 * component, unless they were used already. Returns the patch of the build. The number of statements does not depend on the number of components.
 */
export async function takeComponents(
  context: ModuleContext,
  { build, units, posting, path, isPast = false }: TakeComponentsOptions,
): Promise<Partial<Build['fields']>> {
  const { lines = [], qty_consumed } = build.fields;
  if (units <= 0 || lines.length === 0) return {};
  const stock = await componentStock(context, build, lines);
  const amounts = amountsFor(build, units);
  const claims = lines.map(({ component, substitutes }, index) => ({
    component,
    substitutes,
    qty: amounts[index] ?? 0,
  }));
  const use = { stock, claims, posting, type: 'build_consume', path, isPast } as const;
  const { shares, takes } = await useComponents(context, use);
  return {
    qty_consumed: addQuantities(qty_consumed, units),
    lines: linesAfter(lines, { shares, takes, amounts }),
  };
}

interface TakenComponents {
  readonly shares: readonly (readonly Share[])[];
  readonly takes: Takes;
  /** Quantity of each line to use. */
  readonly amounts: readonly number[];
}

/** The lines with the stock used for each. Stock items are assigned in the order of the lines. */
function linesAfter(lines: readonly BuildLine[], { shares, takes, amounts }: TakenComponents): BuildLine[] {
  const left = new Map([...takes].map(([part, { takes: ofPart }]) => [part, [...ofPart]]));
  return lines.map((line, index) => {
    const added = (shares[index] ?? []).flatMap(({ part, qty }) => takeFromItems(left.get(part) ?? [], qty));
    const over = subtractQuantities(amounts[index] ?? 0, ...added.map(({ qty }) => qty));
    const missing = over > 0 ? [{ part: line.component, qty: over, over: true }] : [];
    return {
      ...line,
      consumed: addQuantities(line.consumed, ...added.map(({ qty }) => qty), Math.max(0, over)),
      taken: [...added, ...missing].reduce(appendTaken, line.taken),
    };
  });
}

function takeFromItems(takes: Take[], qty: number): readonly TakenStock[] {
  const dealt: TakenStock[] = [];
  for (let open = qty; open > 0 && takes.length > 0;) {
    const [{ item, qty: there }] = takes as [Take];
    const used = Math.min(open, there);
    const { part, unit_cost, cost } = item.fields;
    dealt.push(compact({ part, stock_item: item.id, qty: used, unit_cost, cost }) as TakenStock);
    open = subtractQuantities(open, used);
    if (used === there) takes.shift();
    else takes[0] = { item, qty: subtractQuantities(there, used) };
  }
  return dealt;
}

/** Last used last: a reversal returns it first. */
function appendTaken(taken: readonly TakenStock[], more: TakenStock): TakenStock[] {
  const last = taken.at(-1);
  if (last?.stock_item !== more.stock_item || last?.over !== more.over) return [...taken, more];
  return [...taken.slice(0, -1), { ...more, qty: addQuantities(last?.qty ?? 0, more.qty) }];
}
