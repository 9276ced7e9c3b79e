/** Names of one counted unit. */
const PIECES: ReadonlySet<string> = new Set(
  ['pcs', 'pc', 'piece', 'pieces', 'each', 'ea', 'unit', 'units', 'stk', 'st', 'stück', 'stueck'].flatMap((name) => [
    name,
    `${name}.`,
  ]),
);

/** Names whose spelling the library of units does not have. */
const NAMES: Readonly<Record<string, string>> = {
  '°c': 'degC',
  '℃': 'degC',
  '°f': 'degF',
  '°': 'deg',
  '"': 'in',
  thou: 'mil',
  kilo: 'kg',
  kilos: 'kg',
  litre: 'liter',
  litres: 'liters',
  millilitre: 'milliliter',
  millilitres: 'milliliters',
  metre: 'meter',
  metres: 'meters',
  millimetre: 'millimeter',
  millimetres: 'millimeters',
  centimetre: 'centimeter',
  centimetres: 'centimeters',
  tonne: 'tonne',
  gr: 'g',
  lbs: 'lb',
  ltr: 'l',
  mtr: 'm',
  sec: 's',
  hr: 'h',
  hrs: 'h',
};

const MAX_LENGTH = 20;
/** Letters, signs and exponents: text with a number in front would be an expression of the library. */
const FORM = /^[\p{L}°℃%‰"][\p{L}\d°%^*/·.²³()-]*$/u;

export function isPieces(text: string): boolean {
  return PIECES.has(text.toLowerCase());
}

/** The spellings of a unit to try in the library of units, the exact one first: `kΩ`, `KG`, `Ohms`. */
export function spellingsOf(text: string): readonly string[] {
  if (text.length > MAX_LENGTH || !FORM.test(text)) return [];
  const plain = text
    .replace(/[ΩΩ]/gu, 'ohm')
    .replace(/[µμ]/gu, 'u')
    .replaceAll('²', '^2')
    .replaceAll('³', '^3')
    .replaceAll('·', ' ')
    .replace(/([a-z])([23])$/u, '$1^$2');
  const lower = plain.toLowerCase();
  const known = Object.hasOwn(NAMES, lower) ? NAMES[lower] : undefined;
  const ohms = /^([pnumkMG]?)ohms?$/iu.exec(plain)?.[1];
  return [...new Set([known, ohms === undefined ? undefined : `${ohms === 'K' ? 'k' : ohms}ohm`, plain, lower])].filter(
    (spelling) => spelling !== undefined,
  );
}
