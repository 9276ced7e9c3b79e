import type { BomLine } from './bom-line.fields.js';
import { divideUp, MICRO, toMicro } from './micro.js';

type LineFields = Pick<BomLine['fields'], 'qty_per' | 'scrap_pct' | 'setup_qty' | 'rounding_multiple'>;

/** A line in millionths, to be asked many times. */
export interface Need {
  readonly perUnit: bigint;
  /** 100 % and what is lost, in millionths of a percent. */
  readonly grossPct: bigint;
  readonly setup: bigint;
  /** 0: none. */
  readonly multiple: bigint;
}

const HUNDRED_PCT = 100n * MICRO;

export function needOf({ qty_per, scrap_pct = 0, setup_qty = 0, rounding_multiple = 0 }: LineFields): Need {
  return {
    perUnit: toMicro(qty_per),
    grossPct: HUNDRED_PCT + toMicro(scrap_pct),
    setup: toMicro(setup_qty),
    multiple: toMicro(rounding_multiple),
  };
}

/**
 * What a line needs for so many assemblies, all in millionths: `qty_per` for each, more by `scrap_pct`, `setup_qty` once, rounded up
 * to the multiple. Nothing for none. Never less for more.
 */
export function requiredMicro({ perUnit, grossPct, setup, multiple }: Need, assemblies: bigint): bigint {
  if (assemblies <= 0n) return 0n;
  const required = divideUp(perUnit * assemblies * grossPct, MICRO * HUNDRED_PCT) + setup;
  return multiple === 0n ? required : divideUp(required, multiple) * multiple;
}
