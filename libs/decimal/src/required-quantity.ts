import { type Decimal, multiplyDecimals, toDecimal } from './decimal.js';
import { exactFromDecimal, type ExactQuantity, readExact } from './exact-quantity.js';
import { divideRoundingUp, MICRO, toMicro } from './quantity.js';

/** The quantity fields of a line of a bill of materials, in the unit of its component. */
export interface BillQuantities {
  readonly qty_per: number;
  /** `qty_per` without rounding, in plain units. */
  readonly exact_qty_per?: string;
  readonly scrap_pct?: number;
  readonly setup_qty?: number;
  readonly rounding_multiple?: number;
}

/** A line in plain units, for repeated computations. */
export interface LineRequirement {
  readonly perUnit: ExactQuantity;
  /** 100 % plus scrap, in millionths of a percent. */
  readonly grossPct: bigint;
  readonly setup: ExactQuantity;
  /** 0: none. */
  readonly multiple: ExactQuantity;
}

const HUNDRED_PCT = 100n * MICRO;

/** `size`: how many plain units one unit of the component is. */
export function requirementOf(
  { qty_per, exact_qty_per, scrap_pct = 0, setup_qty = 0, rounding_multiple = 0 }: BillQuantities,
  size: Decimal,
): LineRequirement {
  const exact = (qty: number) => exactFromDecimal(multiplyDecimals(toDecimal(qty), size));
  return {
    perUnit: exact_qty_per === undefined ? exact(qty_per) : readExact(exact_qty_per),
    grossPct: HUNDRED_PCT + toMicro(scrap_pct),
    setup: exact(setup_qty),
    multiple: exact(rounding_multiple),
  };
}

/**
 * The requirement of a line for a number of assemblies, in millionths: `qty_per` each, increased by `scrap_pct`, plus `setup_qty` once,
 * rounded up to the multiple. Zero for no assemblies; never decreases when the number grows.
 */
export function requiredExact(
  { perUnit, grossPct, setup, multiple }: LineRequirement,
  assemblies: bigint,
): ExactQuantity {
  if (assemblies <= 0n) return 0n;
  const required = divideRoundingUp(perUnit * assemblies * grossPct, MICRO * HUNDRED_PCT) + setup;
  return multiple === 0n ? required : divideRoundingUp(required, multiple) * multiple;
}

/** The requirement in plain units. Planning, reservations and purchases all use this function. */
export function requiredQuantity(line: BillQuantities, size: Decimal, assemblies: number): ExactQuantity {
  return requiredExact(requirementOf(line, size), toMicro(assemblies));
}
