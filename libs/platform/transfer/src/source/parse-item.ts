import { parseJson } from '@cubit/core/host';
import { MAX_ROW_DEPTH } from './row.js';

/** Numbers below this many digits are exact. */
const MANY_DIGITS = /\d{16}/;

/** Parses the text of an item. A number with more digits than a number keeps is its text, so that no digit of a barcode is lost. */
export function parseItem(text: string): unknown {
  const value = parseJson(Buffer.from(text), MAX_ROW_DEPTH);
  return MANY_DIGITS.test(text) ? JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]) : value;
}

/** The types of the library do not have the third parameter yet. */
function keepDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  const isCut = typeof value === 'number' && source !== undefined && digitsOf(String(value)) !== digitsOf(source);
  return isCut ? source : value;
}

function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replaceAll(/\D/g, '')
    .replaceAll(/^0+|0+$/g, '');
}
