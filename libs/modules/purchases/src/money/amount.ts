import * as exact from '@cubit/decimal';
import { DECIMAL_PLACES, type Money } from '@cubit/decimal';
import { placesOf } from './currency.js';

const HUNDRED = exact.toDecimal(100);

export function amountOf(money: Money | undefined): exact.Decimal {
  return money ? exact.toDecimal(money.amount) : exact.ZERO;
}

export function sumOf(amounts: readonly exact.Decimal[]): exact.Decimal {
  return amounts.reduce(exact.addDecimals, exact.ZERO);
}

/** The amount less a discount in percent. */
export function discounted(amount: exact.Decimal, percent: number | undefined): exact.Decimal {
  if (percent === undefined || percent === 0) return amount;
  const rest = exact.addDecimals(HUNDRED, exact.negateDecimal(exact.toDecimal(percent)));
  const product = exact.multiplyDecimals(amount, rest);
  return { units: product.units, scale: product.scale + 2 };
}

/** Rounds to the smallest unit of the currency, half away from zero, as on an invoice. */
export function roundToCurrency(amount: exact.Decimal, currency: string): exact.Decimal {
  return exact.roundDecimal(amount, placesOf(currency));
}

/** `{ amount: "21.69", currency: "USD" }`, with all places of the currency. */
export function totalOf(amount: exact.Decimal, currency: string): Money {
  return { amount: exact.decimalToText(roundToCurrency(amount, currency), placesOf(currency)), currency };
}

/** Cost of one of `pieces`. */
export function costOf(amount: exact.Decimal, pieces: exact.Decimal, currency: string): Money {
  const each = exact.divideDecimals(amount, pieces, DECIMAL_PLACES) ?? exact.ZERO;
  return exact.toMoney(each, currency);
}
