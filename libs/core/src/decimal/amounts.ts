import type { Money } from '../contract/field.js';
import { DECIMAL_PLACES } from '../contract/field.js';

/** Sums of money that cannot be added to each other: exact decimal text by currency, `{ EUR: '12.5' }`, without those that are nothing. */
export type Amounts = Readonly<Record<string, string>>;

/** Places that amounts are kept in: those of a quantity times a price. */
const PLACES = 2 * DECIMAL_PLACES;
/** Of an amount that is told: more only where they are needed, `0.0450` and `0.000506`. */
const SHOWN_PLACES = 4;

export function addAmounts(...all: readonly Amounts[]): Amounts {
  const sums = new Map<string, bigint>();
  for (const [currency, amount] of all.flatMap((amounts) => Object.entries(amounts)))
    sums.set(currency, (sums.get(currency) ?? 0n) + scaled(amount));
  return Object.fromEntries(
    [...sums].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => [currency, textOf(sum, PLACES)]),
  );
}

export function negateAmounts(amounts: Amounts): Amounts {
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [currency, textOf(-scaled(amount), PLACES)]),
  );
}

/** As money; undefined where there is none, or where several currencies have no sum. */
export function moneyOf(amounts: Amounts): Money | undefined {
  const [only, another] = Object.entries(amounts);
  if (!only || another) return undefined;
  const [currency, amount] = only;
  const step = 10n ** BigInt(PLACES - DECIMAL_PLACES);
  const value = scaled(amount);
  const half = value < 0n ? -step / 2n : step / 2n;
  const text = textOf((value + half) / step, DECIMAL_PLACES);
  const [whole = '0', places = ''] = text.split('.');
  return { amount: `${whole}.${places.padEnd(SHOWN_PLACES, '0')}`, currency };
}

function scaled(amount: string): bigint {
  const [whole = '0', places = ''] = amount.split('.');
  return BigInt(whole + places.padEnd(PLACES, '0'));
}

function textOf(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const text = `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return text.replace(/\.?0+$/, '');
}
