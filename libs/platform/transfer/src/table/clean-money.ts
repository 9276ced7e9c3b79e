import { OTHER_MARK } from './cell.js';
import { type NumberStyle, signOf, withPoint } from './foreign-number.js';

/** Signs of one currency only. `$`, `¥` and `kr` are those of several: of these, one that the file or the request names goes first. */
const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  zł: 'PLN',
};
const DOLLARS = 'USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP JMD BBD BSD BZD FJD GYD LRD NAD SRD TTD XCD'.split(' ');
/** The currencies that have a sign in common, the usual one first. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  $: DOLLARS,
  US$: ['USD'],
  '¥': ['JPY', 'CNY'],
  '￥': ['CNY', 'JPY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
};
const CODE = /^[A-Za-z]{3}$/;
/** The amount in parentheses is below zero, as accountants write it. */
const AMOUNT =
  /^(\()?\s*([^\d.,+\-−()]*)\s*([+\-−]?)\s*([^\d.,+\-−()]*)\s*(\d(?:[\d.,'’\u00A0\u202F ]*\d)?[.,]?|[.,]\d+)\s*([^\d()]*)(\))?\s*([^\d()]*)$/u;
const PLACES = 6;

export interface CellMoney {
  readonly amount: string;
  /** Of the cell itself; null if it names none. */
  readonly currency: string | null;
  /** The currencies that have the sign of the cell, the usual one first; null without such a sign. */
  readonly shared: readonly string[] | null;
  readonly isRounded: boolean;
}

/** An amount with or without a currency: `$1,234.50`, `12,5 EUR`, `0.0043`. Null: there is none; a text: why it cannot be read. */
export function readMoney(cell: string, style: NumberStyle): CellMoney | string | null {
  const [, open, before = '', sign = '', between = '', digits, within = '', close, after = ''] =
    AMOUNT.exec(cell.trim()) ?? [];
  if (digits === undefined || (open === undefined) !== (close === undefined) || signOf(digits) === 'invalid')
    return null;
  const named = [before, between, within, after].map((text) => text.trim()).filter((text) => text !== '');
  const written = withPoint(digits, style);
  if (written === null) return OTHER_MARK;
  const [whole = '', places = ''] = written.split('.');
  const isRounded = /[1-9]/.test(places.slice(PLACES));
  const rounded = isRounded ? Number(`${whole || '0'}.${places}`).toFixed(PLACES) : places.slice(0, PLACES);
  const plain = isRounded ? rounded : `${whole.replace(/^0+(?=\d)/, '') || '0'}${rounded === '' ? '' : `.${rounded}`}`;
  return {
    amount: open !== undefined || sign === '-' || sign === '−' ? `-${plain}` : plain,
    currency: named.map(currencyOf).find((code) => code !== null) ?? null,
    shared: named.map((text) => SHARED[text]).find((codes) => codes !== undefined) ?? null,
    isRounded,
  };
}

/** The currency that a name of a column tells: `Unit Price($)`, `Price (USD)`, `price_eur`. */
export function currencyOfName(name: string): string | null {
  const sign = Object.keys(SIGNS).find((one) => name.includes(one));
  if (sign !== undefined) return SIGNS[sign] ?? null;
  const code = /(?:[\s([_-]|^)(USD|EUR|GBP|CHF|CNY|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|INR)(?:[\s)\]_-]|$)/i.exec(
    name,
  )?.[1];
  if (code !== undefined) return code.toUpperCase();
  return name.includes('$') ? 'USD' : null;
}

function currencyOf(text: string): string | null {
  return SIGNS[text] ?? (CODE.test(text) ? text.toUpperCase() : null);
}
