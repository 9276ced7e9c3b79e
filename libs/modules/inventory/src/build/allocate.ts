import { type ExactQuantity, leastOf, mostOf } from '@cubit/decimal';

/** Quantities are in plain units. */
export interface Claim {
  readonly component: string;
  readonly substitutes: readonly string[];
  readonly qty: ExactQuantity;
}

export interface Share {
  readonly part: string;
  readonly qty: ExactQuantity;
}

export interface Allocation {
  /** By claim, in the order of the claims. */
  readonly shares: readonly (readonly Share[])[];
  /** Missing quantity of each claim. */
  readonly short: readonly ExactQuantity[];
}

/**
 * Allocates stock to claims. Budgets are used one after the other (reserved stock, then free stock); within each, all claims take their
 * own component before any takes substitutes, in order. The same rule as in `canBuild`.
 */
export function allocate(claims: readonly Claim[], budgets: readonly ReadonlyMap<string, ExactQuantity>[]): Allocation {
  const shares = claims.map((): Share[] => []);
  const short = claims.map(({ qty }) => qty);
  const draw = (left: Map<string, ExactQuantity>, index: number, parts: readonly string[]) => {
    for (const part of parts) {
      const taken = leastOf(mostOf(0n, left.get(part) ?? 0n), short[index] ?? 0n);
      if (taken <= 0n) continue;
      left.set(part, (left.get(part) ?? 0n) - taken);
      short[index] = (short[index] ?? 0n) - taken;
      add(shares[index] as Share[], { part, qty: taken });
    }
  };
  for (const budget of budgets) {
    const left = new Map(budget);
    for (const [index, { component }] of claims.entries()) draw(left, index, [component]);
    for (const [index, { substitutes }] of claims.entries()) draw(left, index, substitutes);
  }
  return { shares, short };
}

function add(shares: Share[], { part, qty }: Share): void {
  const at = shares.findIndex((share) => share.part === part);
  const known = shares[at];
  if (known) shares[at] = { part, qty: known.qty + qty };
  else shares.push({ part, qty });
}

/** Allocated quantity by part. */
export function totalsByPart(shares: readonly (readonly Share[])[]): ReadonlyMap<string, ExactQuantity> {
  const totals = new Map<string, ExactQuantity>();
  for (const { part, qty } of shares.flat()) totals.set(part, (totals.get(part) ?? 0n) + qty);
  return totals;
}
