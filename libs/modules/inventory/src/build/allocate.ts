import { addQuantities, subtractQuantities } from '@cubit/decimal';

export interface Claim {
  readonly component: string;
  readonly substitutes: readonly string[];
  readonly qty: number;
}

export interface Share {
  readonly part: string;
  readonly qty: number;
}

export interface Allocation {
  /** By claim, in the order of the claims. */
  readonly shares: readonly (readonly Share[])[];
  /** Missing quantity of each claim. */
  readonly short: readonly number[];
}

/**
 * Allocates stock to claims. Budgets are used one after the other (reserved stock, then free stock); within each, all claims take their
 * own component before any takes substitutes, in order. The same rule as in `canBuild`.
 */
export function allocate(claims: readonly Claim[], budgets: readonly ReadonlyMap<string, number>[]): Allocation {
  const shares = claims.map((): Share[] => []);
  const short = claims.map(({ qty }) => qty);
  const draw = (left: Map<string, number>, index: number, parts: readonly string[]) => {
    for (const part of parts) {
      const taken = Math.min(Math.max(0, left.get(part) ?? 0), short[index] ?? 0);
      if (taken <= 0) continue;
      left.set(part, subtractQuantities(left.get(part) ?? 0, taken));
      short[index] = subtractQuantities(short[index] ?? 0, taken);
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
  if (known) shares[at] = { part, qty: addQuantities(known.qty, qty) };
  else shares.push({ part, qty });
}

/** Allocated quantity by part. */
export function totalsByPart(shares: readonly (readonly Share[])[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { part, qty } of shares.flat()) totals.set(part, addQuantities(totals.get(part) ?? 0, qty));
  return totals;
}
