/** The diameter that nearly all current machines use. */
const DEFAULT_DIAMETER_MM = 1.75;
const MM3_PER_CM3 = 1_000;
const GRAM_PLACES = 10_000;

/** Grams per cubic centimetre, as makers of filament and resin commonly state them. */
const DENSITIES: Readonly<Record<string, number>> = {
  PLA: 1.24,
  PETG: 1.27,
  PET: 1.27,
  ABS: 1.04,
  ASA: 1.07,
  TPU: 1.21,
  PC: 1.2,
  PA: 1.14,
  NYLON: 1.14,
  PP: 0.9,
  PVA: 1.23,
  HIPS: 1.03,
  RESIN: 1.1,
};
const DEFAULT_DENSITY = DENSITIES['PLA'] as number;

export interface FilamentShape {
  readonly material?: string | undefined;
  readonly density_g_cm3?: number | undefined;
  readonly diameter_mm?: number | undefined;
}

/** Weight in grams of a length of filament in millimetres, rounded to 0.1 mg. */
export function gramsOfLength(lengthMm: number, shape: FilamentShape): number {
  const { diameter_mm: diameter = DEFAULT_DIAMETER_MM } = shape;
  const volumeMm3 = lengthMm * Math.PI * (diameter / 2) ** 2;
  return roundGrams((volumeMm3 / MM3_PER_CM3) * densityOf(shape));
}

export function lengthOfGrams(grams: number, shape: FilamentShape): number {
  const { diameter_mm: diameter = DEFAULT_DIAMETER_MM } = shape;
  return (grams * MM3_PER_CM3) / densityOf(shape) / (Math.PI * (diameter / 2) ** 2);
}

export function densityOf({ density_g_cm3, material = '' }: FilamentShape): number {
  return density_g_cm3 ?? DENSITIES[(/^[A-Za-z]+/.exec(material)?.[0] ?? '').toUpperCase()] ?? DEFAULT_DENSITY;
}

export function roundGrams(grams: number): number {
  return Math.round(grams * GRAM_PLACES) / GRAM_PLACES;
}
