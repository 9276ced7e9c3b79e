import type { Row } from './read-purchases.js';

/** The first non-empty value of the columns. */
export function cell(row: Row, ...columns: readonly string[]): string {
  return columns.map((column) => row[column]?.trim() ?? '').find((text) => text !== '' && text !== '-') ?? '';
}

/** Converts `$1,234.50` to a decimal. */
export function amount(text: string): string {
  const plain = text.replaceAll(/[$,\s]/g, '');
  if (!/^\d+(\.\d+)?$/.test(plain)) throw new Error(`'${text}' is no amount of money.`);
  return plain;
}

export function quantity(text: string): number {
  const qty = Number(text.replaceAll(',', ''));
  if (!(qty > 0)) throw new Error(`'${text}' is no quantity.`);
  return qty;
}

/** The members that are not empty. */
export function present<Name extends string>(
  members: Readonly<Record<Name, string>>,
): { readonly [Key in Name]?: string } {
  const entries = Object.entries(members).filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as { readonly [Key in Name]?: string };
}
