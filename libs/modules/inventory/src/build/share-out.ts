import { addDecimals, subtractDecimals } from '@cubit/core';

export interface Claim {
  readonly component: string;
  readonly substitutes: readonly string[];
  readonly qty: number;
}

export interface Share {
  readonly part: string;
  readonly qty: number;
}

export interface Shared {
  /** By claim, in order. */
  readonly shares: readonly (readonly Share[])[];
  /** What each claim is short of. */
  readonly short: readonly number[];
}

/**
 * Who gets how much of which part. Budgets are drawn on one after the other (what is reserved, then what is free); of each, every claim takes
 * its own component before any takes substitutes, in their order. The same rule as `canBuild`.
 */
export function shareOut(claims: readonly Claim[], budgets: readonly ReadonlyMap<string, number>[]): Shared {
  const shares = claims.map((): Share[] => []);
  const short = claims.map(({ qty }) => qty);
  const draw = (left: Map<string, number>, index: number, parts: readonly string[]) => {
    for (const part of parts) {
      const taken = Math.min(Math.max(0, left.get(part) ?? 0), short[index] ?? 0);
      if (taken <= 0) continue;
      left.set(part, subtractDecimals(left.get(part) ?? 0, taken));
      short[index] = subtractDecimals(short[index] ?? 0, taken);
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
  if (known) shares[at] = { part, qty: addDecimals(known.qty, qty) };
  else shares.push({ part, qty });
}

/** The sum of the shares by part. */
export function totalsOf(shares: readonly (readonly Share[])[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { part, qty } of shares.flat()) totals.set(part, addDecimals(totals.get(part) ?? 0, qty));
  return totals;
}
