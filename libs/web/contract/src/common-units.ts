/** Units that people choose from, by what they measure, the smallest first. */
export const COMMON_UNITS = [
  ['pcs'],
  ['mg', 'g', 'kg', 't'],
  ['oz', 'lb'],
  ['mm', 'cm', 'm', 'km'],
  ['in', 'ft', 'yd'],
  ['mm²', 'cm²', 'm²'],
  ['ml', 'cl', 'l', 'm³'],
  ['s', 'min', 'h'],
] as const;

/** The unit with those that people would write in its place: `kg` for `g`. Any other stands alone. */
export function unitsLike(unit: string): readonly string[] {
  const units: readonly (readonly string[])[] = COMMON_UNITS;
  return units.find((each) => each.includes(unit)) ?? [unit];
}
