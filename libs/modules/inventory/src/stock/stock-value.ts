import * as exact from '@cubit/decimal';
import { DECIMAL_PLACES, type ExactQuantity, type Money } from '@cubit/decimal';
import type { Cost } from './cost.js';

/** Cost of stock in one currency. Additions and subtractions of it lose nothing. */
export interface StockValue {
  readonly currency: string;
  /** Quantity of stock with a cost in this currency, in the plain unit. */
  readonly qty: string;
  /** Decimal text with up to twenty places. */
  readonly value: string;
}

/** Of a quotient: what is left out of a thousand million of them is not seen in six places. */
const VALUE_PLACES = 20;

/** The share of what was paid. */
export function stockValueOf(qty: ExactQuantity, cost: Cost | undefined): readonly StockValue[] {
  if (cost === undefined || qty === 0n) return [];
  const whole = exact.multiplyDecimals(exact.exactToDecimal(qty), exact.toDecimal(cost.amount));
  const value = exact.divideDecimals(whole, exact.toDecimal(cost.qty), VALUE_PLACES) ?? exact.ZERO;
  return [{ currency: cost.currency, qty: exact.exactToText(qty), value: exact.decimalToText(value) }];
}

/** The sum by currency, without currencies whose quantity and value are zero. */
export function addValues(one: readonly StockValue[], other: readonly StockValue[]): readonly StockValue[] {
  const byCurrency = Map.groupBy([...one, ...other], ({ currency }) => currency);
  const sums = [...byCurrency].map(([currency, parts]): StockValue => {
    const value = parts.map((part) => exact.toDecimal(part.value)).reduce(exact.addDecimals);
    const qty = exact.sumOfExact(parts.map((part) => exact.readExact(part.qty)));
    return { currency, qty: exact.exactToText(qty), value: exact.decimalToText(value) };
  });
  return sums.filter(({ qty, value }) => qty !== '0' || value !== '0');
}

export function negateValues(worth: readonly StockValue[]): readonly StockValue[] {
  return worth.map(({ currency, qty, value }) => ({
    currency,
    qty: exact.exactToText(-exact.readExact(qty)),
    value: exact.decimalToText(exact.negateDecimal(exact.toDecimal(value))),
  }));
}

/** The total as money; undefined if nothing has a cost, or if costs are in several currencies. */
export function totalValue(worth: readonly StockValue[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another) return undefined;
  return exact.toMoney(exact.toDecimal(only.value), only.currency);
}

/** What was paid for all stock with a cost; undefined with costs in several currencies, or a quantity of zero or less. */
export function totalCost(worth: readonly StockValue[]): Cost | undefined {
  const [only, another] = worth;
  if (!only || another || exact.readExact(only.qty) <= 0n) return undefined;
  return { amount: only.value, currency: only.currency, qty: only.qty };
}

/** Average cost of one unit, of the given size, of the stock with a cost. */
export function averageCost(worth: readonly StockValue[], size: exact.Decimal): Money | undefined {
  const paid = totalCost(worth);
  if (!paid) return undefined;
  const whole = exact.multiplyDecimals(exact.toDecimal(paid.amount), size);
  const each = exact.divideDecimals(whole, exact.toDecimal(paid.qty), DECIMAL_PLACES);
  return each && exact.fitsMoney(each) ? exact.toMoney(each, paid.currency) : undefined;
}

/** Whether the amounts can be written as money. */
export function isExpressible(worth: readonly StockValue[]): boolean {
  return worth.every(({ value }) => exact.fitsMoney(exact.toDecimal(value)));
}
