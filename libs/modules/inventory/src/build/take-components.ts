import type { Part } from '../part/part.fields.js';
import { shownOfPart, exactOfPart } from '../part/unit.js';
import { compact, type ModuleContext } from '@cubit/core';
import { addQuantities, sumOfExact, readExact, exactToText, type ExactQuantity, leastOf } from '@cubit/decimal';
import type { Take } from '../stock/pick-stock.js';
import type { Posting } from '../stock/posting.js';
import { amountsFor, withConsumed } from './build-lines.js';
import type { Build, BuildLine, TakenStock } from './build.fields.js';
import { componentStock, type ComponentStock, missingOfComponent } from './component-stock.js';
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
  const amounts = amountsFor(build, { units, parts: stock.parts });
  const claims = lines.map(({ component, substitutes }, index) => ({
    component,
    substitutes,
    qty: amounts[index] ?? 0n,
  }));
  const use = { stock, claims, posting, type: 'build_consume', path, isPast } as const;
  const { shares, takes } = await useComponents(context, use);
  return {
    qty_consumed: addQuantities(qty_consumed, units),
    lines: linesAfter(lines, { shares, takes, amounts, stock }),
  };
}

interface TakenComponents {
  readonly shares: readonly (readonly Share[])[];
  readonly takes: Takes;
  /** Quantity of each line to use. */
  readonly amounts: readonly ExactQuantity[];
  readonly stock: ComponentStock;
}

/** The lines with the stock used for each. Stock items are assigned in the order of the lines. */
function linesAfter(lines: readonly BuildLine[], { shares, takes, amounts, stock }: TakenComponents): BuildLine[] {
  const left = new Map([...takes].map(([part, { takes: ofPart }]) => [part, [...ofPart]]));
  return lines.map((line, index) => {
    const amount = amounts[index] ?? 0n;
    const added = (shares[index] ?? []).flatMap(({ part, qty }) => {
      const owner = stock.parts.get(part);
      return owner ? takeFromItems(left.get(part) ?? [], { qty, owner }) : [];
    });
    const component = stock.parts.get(line.component);
    const rest = amount - sumOfExact(added.map(({ exact }) => readExact(exact)));
    const over = missingOfComponent(stock, line.component, rest);
    const missing =
      over > 0n && component
        ? [{ part: line.component, qty: shownOfPart(component, over), exact: exactToText(over), over: true }]
        : [];
    return {
      ...withConsumed(line, component, amount),
      taken: [...added, ...missing].reduce(
        (taken, one) => appendTaken(taken, { more: one, parts: stock.parts }),
        line.taken as readonly TakenStock[],
      ) as TakenStock[],
    };
  });
}

type ExactTaken = TakenStock & { readonly exact: string };

function takeFromItems(
  takes: Take[],
  { qty, owner }: { readonly qty: ExactQuantity; readonly owner: Part },
): readonly ExactTaken[] {
  const dealt: ExactTaken[] = [];
  for (let open = qty; open > 0n && takes.length > 0;) {
    const [{ item, qty: there }] = takes as [Take];
    const used = leastOf(open, there);
    const { unit_cost, cost } = item.fields;
    const quantities = { qty: shownOfPart(owner, used), exact: exactToText(used) };
    dealt.push({ part: owner.id, stock_item: item.id, ...quantities, ...compact({ unit_cost, cost }) } as ExactTaken);
    open -= used;
    if (used === there) takes.shift();
    else takes[0] = { item, qty: there - used };
  }
  return dealt;
}

/** The quantity in plain units. Builds of an earlier version have what is shown of it. */
export function exactTaken({ qty, exact }: TakenStock, owner: Part | undefined): ExactQuantity {
  if (exact !== undefined) return readExact(exact);
  return owner ? exactOfPart(owner, qty) : readExact(qty);
}

/** Last used last: a reversal returns it first. */
function appendTaken(
  taken: readonly TakenStock[],
  { more, parts }: { readonly more: TakenStock; readonly parts: ComponentStock['parts'] },
): readonly TakenStock[] {
  const last = taken.at(-1);
  if (!last || last.stock_item !== more.stock_item || last.over !== more.over) return [...taken, more];
  const owner = parts.get(more.part);
  const exact = exactTaken(last, owner) + exactTaken(more, owner);
  const qty = owner ? shownOfPart(owner, exact) : more.qty;
  return [...taken.slice(0, -1), { ...more, qty, exact: exactToText(exact) }];
}
