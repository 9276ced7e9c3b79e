import { formatDecimal, isDecimalText } from '@cubit/web-kit';

/** A value of a field in a few words; empty if there is none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return isDecimalText(value) ? formatDecimal(value) : value;
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object') return String(value);
  const { title, amount, currency } = value as Readonly<Record<string, unknown>>;
  if (typeof title === 'string') return title;
  return typeof amount === 'string' ? `${amount} ${String(currency)}` : '';
}
