import { addDecimals, DECIMAL_PLACES, exact, type Money } from '@cubit/core';

/** What stock in one currency cost: exact, whatever is added to it and taken from it. */
export interface Worth {
  readonly currency: string;
  /** How much of the stock has a cost in it. */
  readonly qty: number;
  /** Decimal text with up to twelve places. */
  readonly value: string;
}

export function worthOf(qty: number, cost: Money | undefined): readonly Worth[] {
  if (cost === undefined || qty === 0) return [];
  const pieces = exact.roundDecimal(exact.exactly(qty), DECIMAL_PLACES);
  const value = exact.multiplyDecimals(pieces, exact.exactly(cost.amount));
  return [{ currency: cost.currency, qty, value: exact.decimalText(value) }];
}

/** The sum of both, by currency; currencies of which nothing is left are left out. */
export function addWorth(one: readonly Worth[], other: readonly Worth[]): readonly Worth[] {
  const byCurrency = Map.groupBy([...one, ...other], ({ currency }) => currency);
  const sums = [...byCurrency].map(([currency, parts]): Worth => {
    const value = parts.map((part) => exact.exactly(part.value)).reduce(exact.addDecimals);
    return { currency, qty: addDecimals(...parts.map(({ qty }) => qty)), value: exact.decimalText(value) };
  });
  return sums.filter(({ qty, value }) => qty !== 0 || value !== '0');
}

export function negateWorth(worth: readonly Worth[]): readonly Worth[] {
  return worth.map(({ currency, qty, value }) => ({
    currency,
    qty: -qty,
    value: exact.decimalText(exact.negateDecimal(exact.exactly(value))),
  }));
}

/** As money; undefined where nothing has a cost, or where costs are in several currencies and have no sum. */
export function stockValue(worth: readonly Worth[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another) return undefined;
  return exact.moneyFrom(exact.exactly(only.value), only.currency);
}

/** Per unit, of the stock that has a cost. Undefined also where credits and debts leave no sensible one. */
export function averageCost(worth: readonly Worth[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another || only.qty <= 0) return undefined;
  const each = exact.divideDecimals(exact.exactly(only.value), exact.exactly(only.qty), DECIMAL_PLACES);
  return each && exact.isExpressible(each) ? exact.moneyFrom(each, only.currency) : undefined;
}

/** Whether the amounts can be written as money. */
export function isExpressible(worth: readonly Worth[]): boolean {
  return worth.every(({ value }) => exact.isExpressible(exact.exactly(value)));
}
