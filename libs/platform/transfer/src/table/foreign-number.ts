/** The decimal separator. */
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/**
 * How numbers are written. `mixed`: with both separators, so that only numbers with a decimal point are read that cannot be misread.
 * `point`: by a program, with a decimal point; `1,234` may still be either.
 */
export type NumberStyle = DecimalMark | 'mixed' | 'point';

/** What the digits of one number tell about the decimal separator. `either`: they are a number with one and another number with the other. */
export type NumberSign = DecimalMark | 'either' | 'none' | 'invalid';

/** Spaces and apostrophes between thousands. */
const GROUPS = /^\d{1,3}(?:([ '’\u00A0\u202F])\d{3})(?:\1\d{3})*(?![ '’\u00A0\u202F\d])/u;
const THOUSANDS = 3;

/** The digits without spaces and apostrophes between thousands; null if they do not stand there. */
function ungrouped(digits: string): string | null {
  const groups = GROUPS.exec(digits)?.[0];
  const rest = groups === undefined ? digits : groups.replaceAll(/\D/g, '') + digits.slice(groups.length);
  return /^[\d.,]+$/.test(rest) ? rest : null;
}

/** Looks at the digits of a number, without sign and unit: `1.234,50`, `1 234,5`, `2,000`. */
export function signOf(digits: string): NumberSign {
  const plain = ungrouped(digits);
  if (plain === null) return 'invalid';
  const marks = [...plain].filter((character) => !/\d/.test(character));
  const last = marks.at(-1) as DecimalMark | undefined;
  if (last === undefined) return 'none';
  const other = last === '.' ? ',' : '.';
  const [whole = '', places = ''] = [plain.slice(0, plain.lastIndexOf(last)), plain.slice(plain.lastIndexOf(last) + 1)];
  if (marks.length > 1 && marks.every((mark) => mark === last)) return isGrouped(plain, last) ? other : 'invalid';
  if (marks.length > 1) return isGrouped(whole, other) ? last : 'invalid';
  const isGroup = places.length === THOUSANDS && /^[1-9]\d{0,2}$/.test(whole) && plain.length === digits.length;
  return isGroup ? 'either' : last;
}

function isGrouped(text: string, mark: DecimalMark): boolean {
  return new RegExp(`^\\d{1,3}(?:[${mark}]\\d{3})+$`).test(text);
}

/** The digits with a decimal point and nothing else; null if the style of the column does not have them. */
export function withPoint(digits: string, style: NumberStyle): string | null {
  const plain = ungrouped(digits);
  const sign = signOf(digits);
  if (plain === null || sign === 'invalid') return null;
  if (sign === 'none') return plain;
  const decimal = style === ',' ? ',' : '.';
  const isWhole = sign === 'either' && !plain.includes(decimal);
  const isUnclear = sign === 'either' && (style === 'mixed' || (style === 'point' && isWhole));
  if (isUnclear || (sign !== decimal && sign !== 'either')) return null;
  const thousands = decimal === '.' ? ',' : '.';
  const joined = plain.replaceAll(thousands, '');
  return isWhole ? joined : joined.replace(decimal, '.');
}
