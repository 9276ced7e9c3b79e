import { addDecimals, decimalText, negateDecimal } from '../cel/decimal.js';
import type { Money } from '../contract/field.js';
import { exactly, moneyFrom, NOTHING } from './money.js';

/** Sums of money that cannot be added to each other: exact decimal text by currency, `{ EUR: '12.5' }`, without those that are nothing. */
export type Amounts = Readonly<Record<string, string>>;

export function addAmounts(...all: readonly Amounts[]): Amounts {
  const sums = new Map<string, typeof NOTHING>();
  for (const [currency, amount] of all.flatMap((amounts) => Object.entries(amounts)))
    sums.set(currency, addDecimals(sums.get(currency) ?? NOTHING, exactly(amount)));
  return Object.fromEntries(
    [...sums].filter(([, sum]) => sum.units !== 0n).map(([currency, sum]) => [currency, decimalText(sum)]),
  );
}

export function negateAmounts(amounts: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [currency, decimalText(negateDecimal(exactly(amount)))]),
  );
}

/** As money; undefined where there is none, or where several currencies have no sum. */
export function moneyOf(amounts: Amounts): Money | undefined {
  const [only, another] = Object.entries(amounts);
  if (!only || another) return undefined;
  const [currency, amount] = only;
  return moneyFrom(exactly(amount), currency);
}
