import { DECIMAL_LIMIT } from '@cubit/core';
import { partsOf, type BomLine } from './bom-line.fields.js';
import { divideUp, MICRO, toMicro } from './micro.js';
import { needOf, requiredMicro, type Need } from './required-quantity.js';

interface Requirement {
  readonly need: Need;
  /** The component, then its substitutes. */
  readonly parts: readonly string[];
}

/** What there is to build of: the required lines of every assembly concerned, and what is available of every part. */
export interface Supply {
  readonly lines: ReadonlyMap<string, readonly BomLine[]>;
  readonly available: ReadonlyMap<string, number>;
}

/**
 * How many whole assemblies could be made now. Every line takes what is available of its component, then, where that is short, of its
 * substitutes in their order; what is missing of a component that has a bill of its own is made, in whole units, of what that bill names. Stock that
 * several lines or sub-assemblies need is counted once. Optional lines limit nothing; without a required line the answer is 0.
 */
export function canBuild(assembly: string, supply: Supply): number {
  const bills = billsBelow(assembly, supply);
  const order = inOrderOfMaking(assembly, bills);
  const stock = new Map([...supply.available].map(([part, qty]) => [part, toMicro(Math.max(0, qty))]));
  if (bills.get(assembly) === undefined) return 0;
  const isEnoughFor = (count: number) => suffices(BigInt(count), { order, bills, stock });
  if (!isEnoughFor(1)) return 0;
  let [most, tooMany] = [1, 2];
  while (tooMany <= DECIMAL_LIMIT && isEnoughFor(tooMany)) [most, tooMany] = [tooMany, tooMany * 2];
  if (tooMany > DECIMAL_LIMIT) {
    if (isEnoughFor(DECIMAL_LIMIT)) return DECIMAL_LIMIT;
    tooMany = DECIMAL_LIMIT;
  }
  // More never needs less, so the limit is found by halving.
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (isEnoughFor(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

type Bills = ReadonlyMap<string, readonly Requirement[]>;

function billsBelow(assembly: string, { lines }: Supply): Bills {
  const bills = new Map<string, readonly Requirement[]>();
  const open = [assembly];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const required = (lines.get(at) ?? []).filter(({ fields }) => !fields.optional);
    if (bills.has(at) || required.length === 0) continue;
    bills.set(
      at,
      required.map((line) => ({ need: needOf(line.fields), parts: partsOf(line) })),
    );
    open.push(...required.map(({ fields }) => fields.component));
  }
  return bills;
}

/** Every assembly before those that it is made of. */
function inOrderOfMaking(assembly: string, bills: Bills): readonly string[] {
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
  readonly stock: ReadonlyMap<string, bigint>;
}

function suffices(count: bigint, { order, bills, stock }: Plan): boolean {
  const left = new Map(stock);
  const toMake = new Map([[order[0] ?? '', count * MICRO]]);
  for (const assembly of order) {
    const units = divideUp(toMake.get(assembly) ?? 0n, MICRO) * MICRO;
    const lines = bills.get(assembly) ?? [];
    // Every line its own component first: what another line needs is nobody's substitute before.
    const short = lines.map(({ need, parts }) => take(left, parts.slice(0, 1), requiredMicro(need, units)));
    for (const [index, { parts }] of lines.entries()) {
      const [component = '', ...substitutes] = parts;
      const missing = take(left, substitutes, short[index] ?? 0n);
      if (missing === 0n) continue;
      if (!bills.has(component)) return false;
      toMake.set(component, (toMake.get(component) ?? 0n) + missing);
    }
  }
  return true;
}

/** What is still missing when all that there is of the parts was taken. */
function take(left: Map<string, bigint>, parts: readonly string[], wanted: bigint): bigint {
  let missing = wanted;
  for (const part of parts) {
    if (missing === 0n) break;
    const there = left.get(part) ?? 0n;
    const taken = there < missing ? there : missing;
    left.set(part, there - taken);
    missing -= taken;
  }
  return missing;
}
