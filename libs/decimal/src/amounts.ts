import { addDecimals, decimalToText, negateDecimal, roundDecimal, toDecimal, ZERO } from './decimal.js';
import { type Money, toMoney } from './money.js';

/** Shares of a price are quotients of twenty places: what is left of their sum in the last of these is nothing. */
const ZERO_PLACES = 15;

/** Sums of money by currency, as decimal text: `{ EUR: '12.5' }`. Zero sums are left out. */
export type Amounts = Readonly<Record<string, string>>;

export function addAmounts(...all: readonly Amounts[]): Amounts {
  const sums = new Map<string, typeof ZERO>();
  for (const [currency, amount] of all.flatMap((amounts) => Object.entries(amounts)))
    sums.set(currency, addDecimals(sums.get(currency) ?? ZERO, toDecimal(amount)));
  return Object.fromEntries(
    [...sums]
      .filter(([, sum]) => roundDecimal(sum, ZERO_PLACES).units !== 0n)
      .map(([currency, sum]) => [currency, decimalToText(sum)]),
  );
}

export function negateAmounts(amounts: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [currency, decimalToText(negateDecimal(toDecimal(amount)))]),
  );
}

/** The amount as money; undefined if there is none, or more than one currency. */
export function singleAmount(amounts: Amounts): Money | undefined {
  const [only, another] = Object.entries(amounts);
  if (!only || another) return undefined;
  const [currency, amount] = only;
  return toMoney(toDecimal(amount), currency);
}
