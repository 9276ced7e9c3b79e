const POWER_OF_TEN = /^1e-(\d+)$/;
const SIGNIFICANT_DIGITS = 15;
/** Below the last of six decimals by a thousand: what is nearer to a decimal was meant to be it. */
const FLOAT_NOISE = 1e-9;

/**
 * Whether `value` is a multiple of `step`. Decimal steps are compared in decimal notation, because binary remainders are wrong:
 * by them, 999999999.123457 is not a multiple of 0.000001, and 1e-11 is.
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(step)) return value % step === 0;
  const places = decimalPlaces(step);
  // Sums of scripts and scales, such as 0.30000000000000004, are their decimal: `withoutFloatNoise` rounds them.
  if (places !== null) {
    const nearest = Number(value.toFixed(places));
    return nearest === value || (nearest !== 0 && Math.abs(nearest - value) <= FLOAT_NOISE);
  }
  return Number.isInteger(Number((value / step).toPrecision(SIGNIFICANT_DIGITS)));
}

/** The number of decimals that a step below one allows: 0.01 two, 1e-6 six; null for steps that are not a power of ten. */
export function decimalPlaces(step: number): number | null {
  const places = POWER_OF_TEN.exec(step.toExponential())?.[1];
  return places === undefined ? null : Number(places);
}
