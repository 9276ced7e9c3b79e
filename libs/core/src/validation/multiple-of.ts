const POWER_OF_TEN = /^1e-(\d+)$/;
const SIGNIFICANT_DIGITS = 15;

/**
 * Whether `value` is a whole multiple of `step`, for decimal steps by its decimal notation:
 * binary remainders call 999999999.123457 no multiple of 0.000001, and 1e-11 one.
 */
export function isMultipleOf(value: number, step: number): boolean {
  if (Number.isInteger(step)) return value % step === 0;
  const places = decimalPlaces(step);
  if (places !== null) return Number(value.toFixed(places)) === value;
  return Number.isInteger(Number((value / step).toPrecision(SIGNIFICANT_DIGITS)));
}

/** How many decimals a power of ten below one leaves: 0.01 two, 1e-6 six; null for other steps. */
export function decimalPlaces(step: number): number | null {
  const places = POWER_OF_TEN.exec(step.toExponential())?.[1];
  return places === undefined ? null : Number(places);
}
