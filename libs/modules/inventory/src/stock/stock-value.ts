import * as exact from '@cubit/decimal';
import { addQuantities, DECIMAL_PLACES, type Money } from '@cubit/decimal';

/** Cost of stock in one currency. Exact under addition and subtraction. */
export interface StockValue {
  readonly currency: string;
  /** Quantity of stock with a cost in this currency. */
  readonly qty: number;
  /** Decimal text with up to twelve places. */
  readonly value: string;
}

export function stockValueOf(qty: number, cost: Money | undefined): readonly StockValue[] {
  if (cost === undefined || qty === 0) return [];
  const pieces = exact.roundDecimal(exact.toDecimal(qty), DECIMAL_PLACES);
  const value = exact.multiplyDecimals(pieces, exact.toDecimal(cost.amount));
  return [{ currency: cost.currency, qty, value: exact.decimalToText(value) }];
}

/** The sum by currency, without currencies whose quantity and value are zero. */
export function addValues(one: readonly StockValue[], other: readonly StockValue[]): readonly StockValue[] {
  const byCurrency = Map.groupBy([...one, ...other], ({ currency }) => currency);
  const sums = [...byCurrency].map(([currency, parts]): StockValue => {
    const value = parts.map((part) => exact.toDecimal(part.value)).reduce(exact.addDecimals);
    return { currency, qty: addQuantities(...parts.map(({ qty }) => qty)), value: exact.decimalToText(value) };
  });
  return sums.filter(({ qty, value }) => qty !== 0 || value !== '0');
}

export function negateValues(worth: readonly StockValue[]): readonly StockValue[] {
  return worth.map(({ currency, qty, value }) => ({
    currency,
    qty: -qty,
    value: exact.decimalToText(exact.negateDecimal(exact.toDecimal(value))),
  }));
}

/** The total as money; undefined if nothing has a cost, or if costs are in several currencies. */
export function totalValue(worth: readonly StockValue[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another) return undefined;
  return exact.toMoney(exact.toDecimal(only.value), only.currency);
}

/** Average cost per unit, of the stock with a cost. Undefined also if the quantity is zero or negative. */
export function averageCost(worth: readonly StockValue[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another || only.qty <= 0) return undefined;
  const each = exact.divideDecimals(exact.toDecimal(only.value), exact.toDecimal(only.qty), DECIMAL_PLACES);
  return each && exact.fitsMoney(each) ? exact.toMoney(each, only.currency) : undefined;
}

/** Whether the amounts can be written as money. */
export function isExpressible(worth: readonly StockValue[]): boolean {
  return worth.every(({ value }) => exact.fitsMoney(exact.toDecimal(value)));
}
