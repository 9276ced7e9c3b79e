import { exact, type Money } from '@cubit/core';
import { placesOf } from './currency.js';

/** Of what one unit costs: a reel of thousands costs fractions of a cent apiece. */
const COST_PLACES = 6;
const SHOWN_COST_PLACES = 4;
const MAX_DIGITS = 15;
const HUNDRED = { units: 100n, scale: 0 };
type Exact = ReturnType<typeof exact.roundDecimal>;

export const NOTHING: Exact = { units: 0n, scale: 0 };

export function amountOf(money: Money | undefined): Exact {
  return (money && exact.parseDecimal(money.amount)) ?? NOTHING;
}

export function quantityOf(value: number): Exact {
  return exact.decimalOf(value) ?? NOTHING;
}

export function sumOf(amounts: readonly Exact[]): Exact {
  return amounts.reduce(exact.addDecimals, NOTHING);
}

/** What is left of an amount after a discount in per cent. */
export function discounted(amount: Exact, percent: number | undefined): Exact {
  if (percent === undefined || percent === 0) return amount;
  const rest = exact.addDecimals(HUNDRED, exact.negateDecimal(quantityOf(percent)));
  const product = exact.multiplyDecimals(amount, rest);
  return { units: product.units, scale: product.scale + 2 };
}

/** In whole coins, halves away from zero: what stands on an invoice. */
export function toCoins(amount: Exact, currency: string): Exact {
  return exact.roundDecimal(amount, placesOf(currency));
}

/** `{ amount: "21.69", currency: "USD" }`, with all places of the currency. */
export function totalOf(amount: Exact, currency: string): Money {
  return { amount: withPlaces(toCoins(amount, currency), placesOf(currency)), currency };
}

/** What one of `pieces` costs: to six places, shown with four unless it needs more. */
export function costOf(amount: Exact, pieces: number, currency: string): Money {
  const each = exact.divideDecimals(amount, quantityOf(pieces)) ?? NOTHING;
  return { amount: withPlaces(exact.roundDecimal(each, COST_PLACES), SHOWN_COST_PLACES), currency };
}

/** Whether it can be written as money: fifteen digits before the point. */
export function isExpressible(amount: Exact): boolean {
  return (exact.decimalText(amount).replace('-', '').split('.')[0] ?? '').length <= MAX_DIGITS;
}

function withPlaces(amount: Exact, places: number): string {
  const [whole = '0', fraction = ''] = exact.decimalText(amount).split('.');
  return places === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
}
