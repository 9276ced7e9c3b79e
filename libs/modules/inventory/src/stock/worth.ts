import { addDecimals, DECIMAL_PLACES, type Money } from '@cubit/core';

const AMOUNT_PLACES = 6;
/** Of an amount that is told: more only where they are needed, `0.0450` and `0.000506`. */
const SHOWN_PLACES = 4;
/** Places of a product of a quantity and an amount: worth is kept in these, exactly. */
const WORTH_PLACES = DECIMAL_PLACES + AMOUNT_PLACES;
const MAX_AMOUNT_DIGITS = 15;

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
  const value = scaled(qty.toFixed(DECIMAL_PLACES), DECIMAL_PLACES) * scaled(cost.amount, AMOUNT_PLACES);
  return [{ currency: cost.currency, qty, value: unscaled(value, WORTH_PLACES) }];
}

/** The sum of both, by currency; currencies of which nothing is left are left out. */
export function addWorth(one: readonly Worth[], other: readonly Worth[]): readonly Worth[] {
  const byCurrency = Map.groupBy([...one, ...other], ({ currency }) => currency);
  const sums = [...byCurrency].map(([currency, parts]): Worth => {
    const value = parts.reduce((sum, part) => sum + scaled(part.value, WORTH_PLACES), 0n);
    return { currency, qty: addDecimals(...parts.map(({ qty }) => qty)), value: unscaled(value, WORTH_PLACES) };
  });
  return sums.filter(({ qty, value }) => qty !== 0 || value !== '0');
}

export function negateWorth(worth: readonly Worth[]): readonly Worth[] {
  return worth.map(({ currency, qty, value }) => ({
    currency,
    qty: -qty,
    value: unscaled(-scaled(value, WORTH_PLACES), WORTH_PLACES),
  }));
}

/** As money; undefined where nothing has a cost, or where costs are in several currencies and have no sum. */
export function stockValue(worth: readonly Worth[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another) return undefined;
  return money(scaled(only.value, WORTH_PLACES), only.currency);
}

/** Per unit, of the stock that has a cost. Undefined also where credits and debts leave no sensible one. */
export function averageCost(worth: readonly Worth[]): Money | undefined {
  const [only, another] = worth;
  if (!only || another || only.qty <= 0) return undefined;
  const qty = scaled(only.qty.toFixed(DECIMAL_PLACES), DECIMAL_PLACES);
  const value = (scaled(only.value, WORTH_PLACES) * 10n ** BigInt(DECIMAL_PLACES)) / qty;
  return isExpressible([{ ...only, value: unscaled(value, WORTH_PLACES) }]) ? money(value, only.currency) : undefined;
}

/** Whether the amounts can be written as money: fifteen digits before the point. */
export function isExpressible(worth: readonly Worth[]): boolean {
  return worth.every(({ value }) => (value.replace('-', '').split('.')[0] ?? '').length <= MAX_AMOUNT_DIGITS);
}

function money(value: bigint, currency: string): Money {
  const step = 10n ** BigInt(WORTH_PLACES - AMOUNT_PLACES);
  const half = value < 0n ? -step / 2n : step / 2n;
  const amount = fixedPoint((value + half) / step, AMOUNT_PLACES);
  return { amount: amount.replace(new RegExp(`0{1,${AMOUNT_PLACES - SHOWN_PLACES}}$`), ''), currency };
}

function scaled(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

function fixedPoint(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function unscaled(value: bigint, places: number): string {
  return fixedPoint(value, places).replace(/\.?0+$/, '');
}
