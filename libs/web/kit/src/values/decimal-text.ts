/** A decimal as the API writes it: digits, never a float, so that none is lost. */
export type DecimalText = string;

const DECIMAL = /^-?\d+(\.\d+)?$/;
export const isDecimalText = (text: string): boolean => DECIMAL.test(text);

export interface DecimalFormat {
  /** Fewest decimals; zeros are added. */
  readonly least?: number;
  /** Most decimals; 6 by default. */
  readonly most?: number;
  readonly locale?: string;
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, known);
  return known;
}

/** Groups the digits of a decimal in a language, exactly. A text that is no decimal stays as it is. */
export function formatDecimal(
  value: DecimalText | number,
  { least = 0, most = 6, locale }: DecimalFormat = {},
): string {
  const text = String(value);
  if (typeof value === 'string' && !isDecimalText(value)) return text;
  const format = numberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, most) });
  return format.format(text as `${number}`);
}

/** Below one, prices of screws and resistors have more decimals than the currency. */
const isSmall = (amount: DecimalText): boolean => /^-?0\./.test(amount);

/** An amount with the decimals of its currency and the currency's sign in the order of the language. */
export function formatMoney(amount: DecimalText, currency: string, locale?: string): string {
  if (!isDecimalText(amount)) return `${amount} ${currency}`;
  try {
    const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
    const { minimumFractionDigits = 2 } = numberFormat(locale, options).resolvedOptions();
    const format = numberFormat(locale, {
      ...options,
      minimumFractionDigits,
      maximumFractionDigits: isSmall(amount) ? Math.max(6, minimumFractionDigits) : minimumFractionDigits,
    });
    return format.format(amount as `${number}`);
  } catch {
    return `${formatDecimal(amount, { locale })} ${currency}`;
  }
}

/**
 * What a person typed as a decimal: `1.5`, `1,5`, `1 000,25`, `1.234.567,8`. A single sign before three digits is read as decimal,
 * never as a group, as both would be guesses and this one shows at once. `undefined` where it is no number.
 */
export function parseDecimal(typed: string): DecimalText | undefined {
  const text = typed
    .replace(/[\s\u00a0\u202f'’_]/g, '')
    .replace(/^[−–]/, '-')
    .replace(/^\+/, '');
  const lastSign = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const sign = text[lastSign] ?? '';
  const isGroup = lastSign >= 0 && text.split(sign).length > 2;
  const whole = (isGroup || lastSign < 0 ? text : text.slice(0, lastSign)).replace(/[.,]/g, '');
  const rest = isGroup || lastSign < 0 ? '' : text.slice(lastSign + 1);
  if (!/^-?\d*$/.test(whole) || !/^\d*$/.test(rest) || !/\d/.test(whole + rest)) return undefined;
  const [, minus = '', digits = ''] = /^(-?)0*(\d*)$/.exec(whole) ?? [];
  return `${minus}${digits === '' ? '0' : digits}${rest === '' ? '' : `.${rest}`}`;
}

/** `value` plus `step` in exact digits. */
export function addDecimals(value: DecimalText, step: DecimalText): DecimalText {
  const places = Math.max(placesOf(value), placesOf(step));
  const sum = scaled(value, places) + scaled(step, places);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return `${sum < 0n ? '-' : ''}${text}`;
}

/** Below 0, 0, or above 0 as `a` is less than, equal to or more than `b`. */
export function compareDecimals(a: DecimalText, b: DecimalText): number {
  const places = Math.max(placesOf(a), placesOf(b));
  const difference = scaled(a, places) - scaled(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const placesOf = (value: DecimalText): number => value.split('.')[1]?.length ?? 0;

function scaled(value: DecimalText, places: number): bigint {
  const [whole = '0', rest = ''] = value.split('.');
  return BigInt(`${whole}${rest.padEnd(places, '0')}`);
}
