const THINGS = ['Bearing', 'Bolt', 'Capacitor', 'Filament', 'Gasket', 'Hinge', 'Motor', 'Nut', 'Resistor', 'Washer'];
const VARIANTS = [
  'black',
  'brass',
  'hex',
  'long',
  'M3',
  'M4',
  'micro',
  'PETG',
  'PLA',
  'short',
  'steel',
  'twin',
  'wide',
];
const MAKERS = ['Acme', 'Borealis', 'Corvid', 'Dynamo', 'Ember', 'Fjord', 'Granite'];
/** A prime that divides no table size above, so that values repeat in no pattern that an index could use. */
const STRIDE = 7_919;

/** Fields of the part with this number: deterministic, and as varied as those of a workshop. */
export function partFields(number: number, categoryId: string) {
  const mixed = (number * STRIDE) % 1_000_003;
  const pick = (list: readonly string[], step: number) => list[Math.floor(mixed / step) % list.length] ?? '';
  const name = `${pick(THINGS, 1)} ${pick(VARIANTS, 10)} ${pick(VARIANTS, 100)} ${String(mixed).padStart(7, '0')}`;
  return {
    name,
    ipn: `P-${String(number).padStart(7, '0')}`,
    description: `${name}, in the drawers next to the bench; order before the last bag is opened.`,
    category: categoryId,
    manufacturer: pick(MAKERS, 3),
    mpn: `${pick(MAKERS, 3).slice(0, 2).toUpperCase()}-${mixed.toString(36).toUpperCase()}`,
    min_stock: mixed % 40,
  };
}
