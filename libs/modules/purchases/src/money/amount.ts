import { DECIMAL_PLACES, exact, type Money } from '@cubit/core';
import { placesOf } from './currency.js';

const HUNDRED = exact.exactly(100);

export function amountOf(money: Money | undefined): exact.Decimal {
  return money ? exact.exactly(money.amount) : exact.NOTHING;
}

export function sumOf(amounts: readonly exact.Decimal[]): exact.Decimal {
  return amounts.reduce(exact.addDecimals, exact.NOTHING);
}

/** What is left of an amount after a discount in per cent. */
export function discounted(amount: exact.Decimal, percent: number | undefined): exact.Decimal {
  if (percent === undefined || percent === 0) return amount;
  const rest = exact.addDecimals(HUNDRED, exact.negateDecimal(exact.exactly(percent)));
  const product = exact.multiplyDecimals(amount, rest);
  return { units: product.units, scale: product.scale + 2 };
}

/** In whole coins, halves away from zero: what stands on an invoice. */
export function toCoins(amount: exact.Decimal, currency: string): exact.Decimal {
  return exact.roundDecimal(amount, placesOf(currency));
}

/** `{ amount: "21.69", currency: "USD" }`, with all places of the currency. */
export function totalOf(amount: exact.Decimal, currency: string): Money {
  return { amount: exact.decimalText(toCoins(amount, currency), placesOf(currency)), currency };
}

/** What one of `pieces` costs. */
export function costOf(amount: exact.Decimal, pieces: number, currency: string): Money {
  const each = exact.divideDecimals(amount, exact.exactly(pieces), DECIMAL_PLACES) ?? exact.NOTHING;
  return exact.moneyFrom(each, currency);
}
