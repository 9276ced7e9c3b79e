import { divideRoundingUp, fromMicro, MICRO, toMicro } from './quantity.js';

/** The quantity fields of a line of a bill of materials. */
export interface BillQuantities {
  readonly qty_per: number;
  readonly scrap_pct?: number;
  readonly setup_qty?: number;
  readonly rounding_multiple?: number;
}

/** A line in millionths, for repeated computations. */
export interface LineRequirement {
  readonly perUnit: bigint;
  /** 100 % plus scrap, in millionths of a percent. */
  readonly grossPct: bigint;
  readonly setup: bigint;
  /** 0: none. */
  readonly multiple: bigint;
}

const HUNDRED_PCT = 100n * MICRO;

export function requirementOf({
  qty_per,
  scrap_pct = 0,
  setup_qty = 0,
  rounding_multiple = 0,
}: BillQuantities): LineRequirement {
  return {
    perUnit: toMicro(qty_per),
    grossPct: HUNDRED_PCT + toMicro(scrap_pct),
    setup: toMicro(setup_qty),
    multiple: toMicro(rounding_multiple),
  };
}

/**
 * The requirement of a line for a number of assemblies, in millionths: `qty_per` each, increased by `scrap_pct`, plus `setup_qty` once,
 * rounded up to the multiple. Zero for no assemblies; never decreases when the number grows.
 */
export function requiredMicro({ perUnit, grossPct, setup, multiple }: LineRequirement, assemblies: bigint): bigint {
  if (assemblies <= 0n) return 0n;
  const required = divideRoundingUp(perUnit * assemblies * grossPct, MICRO * HUNDRED_PCT) + setup;
  return multiple === 0n ? required : divideRoundingUp(required, multiple) * multiple;
}

/** The requirement as a quantity. Planning, reservations and purchases all use this function. */
export function requiredQuantity(line: BillQuantities, assemblies: number): number {
  return fromMicro(requiredMicro(requirementOf(line), toMicro(assemblies)));
}
