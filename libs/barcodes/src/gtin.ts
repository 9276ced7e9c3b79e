import { gtin } from 'cdigit';

const LENGTHS = [8, 12, 13, 14];

export type GtinCheck =
  | { readonly gtin: string }
  | { readonly fault: 'length' }
  | { readonly fault: 'check_digit'; readonly expected: string };

/** An article number (GTIN, EAN, UPC) without separators, or what is wrong with it. */
export function checkGtin(text: string): GtinCheck {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits) || !LENGTHS.includes(digits.length)) return { fault: 'length' };
  if (gtin.validate(digits)) return { gtin: digits };
  return { fault: 'check_digit', expected: gtin.generate(digits.slice(0, -1)) };
}

/** The lengths in which an article number can be written: a UPC is an EAN with a leading zero. */
export function gtinForms(text: string): readonly string[] {
  const checked = checkGtin(text);
  if (!('gtin' in checked)) return [];
  const digits = checked.gtin.replace(/^0+/, '');
  return LENGTHS.filter((length) => length >= digits.length).map((length) => digits.padStart(length, '0'));
}
