import {
  type Decimal,
  DECIMAL_LIMIT,
  divideRoundingUp,
  exactFromDecimal,
  type ExactQuantity,
  leastOf,
  type LineRequirement,
  MICRO,
  mostOf,
  requiredExact,
  requirementOf,
  shownIn,
  toDecimal,
} from '@cubit/decimal';
import { partsOf, type BomLine } from './bom-line.fields.js';

interface Requirement {
  readonly need: LineRequirement;
  /** The component, then its substitutes. */
  readonly parts: readonly string[];
}

/** Of a part, in plain units. */
interface Stock {
  readonly available: ExactQuantity;
  /** One unit of the part. */
  readonly size: Decimal;
}

/** The bills of all assemblies involved, and the stock of every part. */
export interface Supply {
  readonly lines: ReadonlyMap<string, readonly BomLine[]>;
  readonly stock: ReadonlyMap<string, Stock>;
}

/**
 * The number of whole assemblies that can be built now. Each line uses the available stock of its component, then of its substitutes in
 * order. A missing component with a bill of its own is built, in whole units. Stock that several lines or sub-assemblies need is counted
 * once. Optional lines are ignored; without a required line the result is 0. As in a build, what is shown as nothing is not missing.
 */
export function canBuild(assembly: string, supply: Supply): number {
  const bills = billsBelow(assembly, supply);
  const order = assembliesFirst(assembly, bills);
  const { stock } = supply;
  if (bills.get(assembly) === undefined) return 0;
  const isEnoughFor = (count: number) => suffices(BigInt(count), { order, bills, stock });
  if (!isEnoughFor(1)) return 0;
  let [most, tooMany] = [1, 2];
  while (tooMany <= DECIMAL_LIMIT && isEnoughFor(tooMany)) [most, tooMany] = [tooMany, tooMany * 2];
  if (tooMany > DECIMAL_LIMIT) {
    if (isEnoughFor(DECIMAL_LIMIT)) return DECIMAL_LIMIT;
    tooMany = DECIMAL_LIMIT;
  }
  // A larger number never needs fewer components, so a binary search finds the limit.
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (isEnoughFor(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

type Bills = ReadonlyMap<string, readonly Requirement[]>;

function sizeOf(part: string, stock: Supply['stock']): Decimal {
  return stock.get(part)?.size ?? toDecimal(1);
}

function billsBelow(assembly: string, { lines, stock }: Supply): Bills {
  const bills = new Map<string, readonly Requirement[]>();
  const open = [assembly];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const required = (lines.get(at) ?? []).filter(({ fields }) => !fields.optional);
    if (bills.has(at) || required.length === 0) continue;
    bills.set(
      at,
      required.map((line) => ({
        need: requirementOf(line.fields, sizeOf(line.fields.component, stock)),
        parts: partsOf(line),
      })),
    );
    open.push(...required.map(({ fields }) => fields.component));
  }
  return bills;
}

/** Topological order: every assembly before its sub-assemblies. */
function assembliesFirst(assembly: string, bills: Bills): readonly string[] {
  const done = new Set<string>();
  const order: string[] = [];
  const visit = (part: string) => {
    if (done.has(part) || !bills.has(part)) return;
    done.add(part);
    for (const { parts } of bills.get(part) ?? []) visit(parts[0] ?? '');
    order.push(part);
  };
  visit(assembly);
  return order.toReversed();
}

interface Plan {
  readonly order: readonly string[];
  readonly bills: Bills;
  readonly stock: Supply['stock'];
}

function suffices(count: bigint, { order, bills, stock }: Plan): boolean {
  const left = new Map([...stock].map(([part, { available }]) => [part, mostOf(0n, available)]));
  const oneOf = (part: string) => exactFromDecimal(sizeOf(part, stock));
  const [first = ''] = order;
  const toMake = new Map([[first, count * oneOf(first)]]);
  for (const assembly of order) {
    const units = divideRoundingUp(toMake.get(assembly) ?? 0n, oneOf(assembly)) * MICRO;
    const lines = bills.get(assembly) ?? [];
    // All lines use their own component first, so that no line uses it as a substitute before.
    const short = lines.map(({ need, parts }) => takeAvailable(left, parts.slice(0, 1), requiredExact(need, units)));
    for (const [index, { parts }] of lines.entries()) {
      const [component = '', ...substitutes] = parts;
      const missing = takeAvailable(left, substitutes, short[index] ?? 0n);
      if (shownIn(missing, sizeOf(component, stock)) === 0) continue;
      if (!bills.has(component)) return false;
      toMake.set(component, (toMake.get(component) ?? 0n) + missing);
    }
  }
  return true;
}

/** Uses available stock of the parts in order, and returns the quantity that is still missing. */
function takeAvailable(
  left: Map<string, ExactQuantity>,
  parts: readonly string[],
  wanted: ExactQuantity,
): ExactQuantity {
  let missing = wanted;
  for (const part of parts) {
    if (missing === 0n) break;
    const there = left.get(part) ?? 0n;
    const taken = leastOf(there, missing);
    left.set(part, there - taken);
    missing -= taken;
  }
  return missing;
}
